/** Recognizes two points that face each other: before and after, pros and cons, option A and option B. */
import words from './opposites.json';
import type { Item } from './sheet';

const choice = /^(?:the )?(?:option|plan|variant|scenario|方案|选项|方式|路线)\s?(?:[a1一甲])/iu;
const otherChoice = /^(?:the )?(?:option|plan|variant|scenario|方案|选项|方式|路线)\s?(?:[b2二乙])/iu;
const versus = /\bvs\.?(?=\s)|\bversus\b|\bcompar(?:ed|ison|ing)\b|对比|对照|相比/iu;

const tables: [RegExp, RegExp][] = [
  ...words.english.map(
    (pair) => pair.map((each) => new RegExp(`^(?:the )?${each}(?![\\p{L}\\d])`, 'iu')) as [RegExp, RegExp],
  ),
  // Chinese headings also end with such words: "改造前" and "改造后".
  ...words.chinese.map((pair) => pair.map((each) => new RegExp(`^${each}|${each}$`, 'u')) as [RegExp, RegExp]),
  [choice, otherChoice],
];

export function areOpposites(title: string, items: readonly Item[]): boolean {
  const [one, other] = items;
  if (items.length !== 2 || !one?.heading || !other?.heading) return false;
  if (versus.test(title)) return true;
  const [first, second] = [one.heading.slice(0, 60), other.heading.slice(0, 60)];
  return tables.some(([a, b]) => (a.test(first) && b.test(second)) || (b.test(first) && a.test(second)));
}
