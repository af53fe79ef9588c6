/** Removes numbers that an author wrote before headings, because the deck numbers its chapters itself. */

const chinese = '一二三四五六七八九十';
const patterns = [
  /^(?:chapter|part|section)\s+(\d{1,2})(?:\s*[.:：–—-]\s*|\s+)(?=\S)/iu,
  /^(\d{1,2})(?:\s*[.、．)）]\s*|\s+)(?=[^\d\s])/u,
  new RegExp(`^第([${chinese}]{1,2}|\\d{1,2})(?:章|部分|篇)[\\s、:：]*(?=\\S)`, 'u'),
  new RegExp(`^([${chinese}]{1,2})、\\s*(?=\\S)`, 'u'),
  new RegExp(`^[（(]([${chinese}]{1,2}|\\d{1,2})[）)]\\s*(?=\\S)`, 'u'),
];

function numberOf(digits: string): number {
  if (/^\d+$/.test(digits)) return Number(digits);
  const [first, second] = [...digits].map((each) => chinese.indexOf(each) + 1);
  return first === 10 ? 10 + (second ?? 0) : first!;
}

/**
 * Removes the numbers if they count up from 1, so that "12 months" stays. Headings without a number, such as an
 * introduction, may occur in between.
 */
export function withoutNumbers(headings: string[]): string[] {
  for (const pattern of patterns) {
    const values = headings.flatMap((each) => pattern.exec(each)?.[1] ?? []).map(numberOf);
    const counts = values.length > 1 && values.every((value, index) => value === index + 1);
    if (counts) return headings.map((each) => each.replace(pattern, ''));
  }
  return headings;
}

const decimal = /^\d{1,2}\.\d{1,2}\.?\s+(?=\S)/u;

/** The same for headings inside one chapter, where "1.2" counts as a number if at least two headings have one. */
export function withoutInnerNumbers(headings: string[]): string[] {
  if (headings.filter((each) => decimal.test(each)).length > 1)
    return headings.map((each) => each.replace(decimal, ''));
  return withoutNumbers(headings);
}

const part = / ?[（(]\d{1,2}\/\d{1,2}[）)]$/u;

/** Page names for lists: a page split in two is listed once, and the chapter's name is not repeated. */
export function pageNames(chapter: string, pages: string[]): string[] {
  return [...new Set(pages.map((each) => each.replace(part, '')))].filter((each) => each !== chapter);
}
