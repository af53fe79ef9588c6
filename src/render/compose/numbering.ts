/** Numbers that an author has put before headings: a deck numbers its chapters itself and would say them twice. */

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
 * The headings without their numbers, where these count up from 1, so that "12 months" stays. Headings between them may
 * have none, as an introduction has.
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

/** The same for headings inside one chapter; "1.2" is a number of a heading wherever two of a chapter have one. */
export function withoutInnerNumbers(headings: string[]): string[] {
  if (headings.filter((each) => decimal.test(each)).length > 1)
    return headings.map((each) => each.replace(decimal, ''));
  return withoutNumbers(headings);
}

const part = / ?[（(]\d{1,2}\/\d{1,2}[）)]$/u;

/** Names of pages as a list shows them: a page that was cut in two is named once, and none repeats its chapter. */
export function pageNames(chapter: string, pages: string[]): string[] {
  return [...new Set(pages.map((each) => each.replace(part, '')))].filter((each) => each !== chapter);
}
