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

/**
 * The numbers of chapters: those that the author counted, or else their positions. A chapter without a number among
 * counted ones, such as an introduction, has none.
 */
export function chapterNumbers(headings: readonly string[]): (number | undefined)[] {
  for (const pattern of patterns) {
    const values = headings.map((each) => pattern.exec(each)?.[1]).map((digits) => digits && numberOf(digits));
    const counted = values.filter((value) => typeof value === 'number');
    if (counted.length > 1 && counted.every((value, index) => value === index + 1)) {
      return values.map((value) => (typeof value === 'number' ? value : undefined));
    }
  }
  return headings.map((_, index) => index + 1);
}

const decimal = /^\d{1,2}\.\d{1,2}\.?\s+(?=\S)/u;
const nested = /^\d{1,2}(?:\.\d{1,2}){1,3}\.?(?:\s+(?=[\p{L}“"'])|(?=\p{Script=Han}))/u;

/**
 * Whether an author numbered the headings of a deck like those of a report: "2.1", "2.2", "2.2.1". Two of them must
 * follow each other, so "1.5 million users" next to "2.5 days" is not a numbering. Numbers that go down are versions.
 */
export function hasNestedNumbers(headings: readonly string[]): boolean {
  const numbers = new Set(headings.flatMap((each) => nested.exec(each)?.[0].trim().replace(/\.$/, '') ?? []));
  const inOrder = [...numbers].every((each, at, all) => at === 0 || follows(each, all[at - 1]!));
  if (!inOrder) return false;
  return [...numbers].some((number) => {
    const [last = '', ...above] = number.split('.').reverse();
    return numbers.has([...above.reverse(), Number(last) + 1].join('.')) || above.length > 1;
  });
}

function follows(number: string, before: string): boolean {
  const [one, other] = [number, before].map((each) => each.split('.').map(Number)) as [number[], number[]];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at !== -1 && (other[at] === undefined || one[at]! > other[at]);
}

/** A heading without such a number. */
export function withoutNestedNumber(heading: string): string {
  return heading.replace(nested, '');
}

/** The same for headings inside one chapter, where "1.2" counts as a number if at least two headings have one. */
export function withoutInnerNumbers(headings: string[]): string[] {
  if (headings.filter((each) => decimal.test(each)).length > 1)
    return headings.map((each) => each.replace(decimal, ''));
  return withoutNumbers(headings);
}

const written = [
  /^(\d{1,2})(?:[.)）．]\s*|、\s*)(?=[^\d\s])/u,
  new RegExp(`^([${chinese}]{1,2})、\\s*(?=\\S)`, 'u'),
  new RegExp(`^[（(]([${chinese}]{1,2}|\\d{1,2})[）)]\\s*(?=\\S)`, 'u'),
];

/** Points whose headings count on ("1. Copy", "2. Check") are an ordered list; the slide draws its numbers itself. */
export function withWrittenNumbers<Point extends { heading: string; number?: number }>(points: Point[]): Point[] {
  if (points.length < 2 || points.some(({ number }) => number !== undefined)) return points;
  for (const pattern of written) {
    const values = points.map(({ heading }) => numberOf(pattern.exec(heading)?.[1] ?? '0'));
    if (values.every((value, index) => value > 0 && value === values[0]! + index)) {
      return points.map((point, index) => ({
        ...point,
        heading: point.heading.replace(pattern, ''),
        number: values[index]!,
      }));
    }
  }
  return points;
}

const part = / ?[（(](\d{1,2})\/\d{1,2}[）)]$/u;

/** The name of a page that is one of several parts, and the number of the part. */
export function partOf(title: string): { name: string; number: number } {
  const found = part.exec(title);
  return { name: title.replace(part, ''), number: Number(found?.[1] ?? 1) };
}

/** Page names for lists: a page split in two is listed once, and the chapter's name is not repeated. */
export function pageNames(chapter: string, pages: string[]): string[] {
  return [...new Set(pages.map((each) => each.replace(part, '')))].filter((each) => each !== chapter);
}
