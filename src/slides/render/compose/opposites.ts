/** Recognizes two points that face each other: before and after, pros and cons, option A and option B. */
import type { Item } from './sheet';

const english: [string, string][] = [
  ['before', 'after'],
  ['pros?', 'cons?'],
  ['pro', 'contra'],
  ['advantages?', 'disadvantages?'],
  ['benefits?', '(?:drawbacks?|costs?|risks?)'],
  ['strengths?', 'weakness(?:es)?'],
  ['opportunit(?:y|ies)', '(?:threats?|risks?)'],
  ['(?:today|now|current(?:ly)?|present)', '(?:tomorrow|future|target|later|then|next)'],
  ['(?:yesterday|past|then|formerly)', '(?:today|now|present|future)'],
  ['old', 'new'],
  ['as[- ]is', 'to[- ]be'],
  ['with', 'without'],
  ['in scope', 'out of scope'],
  ['(?:internal|inside|in-house)', '(?:external|outside|outsourced)'],
  ['online', 'offline'],
  ["do(?:s|'s|’s)?", "(?:don['’]?t(?:s|['’]s)?|do not)"],
  ['(?:plan(?:ned)?|expected|expectation)', '(?:actual|reality|result)'],
  ['myth', '(?:fact|reality)'],
  ['(?:make|build)', 'buy'],
  ['short[- ]term', 'long[- ]term'],
  ['supply', 'demand'],
  ['for', 'against'],
  ['manual(?:ly)?', 'automat(?:ic|ed|ion)'],
  ['best case', 'worst case'],
  ['income', 'expens(?:es|es?)'],
];

const chinese: [string, string][] = [
  ['优势', '劣势'],
  ['优点', '(?:缺点|不足)'],
  ['利', '弊'],
  ['(?:过去|以前|昔日)', '(?:现在|如今|今天|未来)'],
  ['(?:现在|今天|当前)', '(?:未来|明天|将来)'],
  ['之前', '之后'],
  ['前', '后'],
  ['现状', '(?:目标|愿景)'],
  ['传统', '(?:现代|创新|新型)'],
  ['(?:正方|支持|赞成)', '(?:反方|反对)'],
  ['(?:机会|机遇)', '(?:威胁|挑战|风险)'],
  ['线上', '线下'],
  ['国内', '(?:国外|国际|海外)'],
  ['(?:内部|对内)', '(?:外部|对外)'],
  ['短期', '长期'],
  ['(?:成本|投入)', '(?:收益|产出)'],
  ['收入', '支出'],
  ['(?:供给|供应)', '需求'],
  ['(?:自建|自研)', '(?:采购|外购|外包)'],
  ['(?:可以做|应该|要做)', '(?:不可以做|不应该|不要做)'],
  ['计划', '实际'],
];

const choice = /^(?:the )?(?:option|plan|variant|scenario|方案|选项|方式|路线)\s?(?:[a1一甲])/iu;
const otherChoice = /^(?:the )?(?:option|plan|variant|scenario|方案|选项|方式|路线)\s?(?:[b2二乙])/iu;
const versus = /\bvs\.?(?=\s)|\bversus\b|\bcompar(?:ed|ison|ing)\b|对比|对照|相比/iu;

const tables: [RegExp, RegExp][] = [
  ...english.map(
    (pair) => pair.map((each) => new RegExp(`^(?:the )?${each}(?![\\p{L}\\d])`, 'iu')) as [RegExp, RegExp],
  ),
  // Chinese headings also end with such words: "改造前" and "改造后".
  ...chinese.map((pair) => pair.map((each) => new RegExp(`^${each}|${each}$`, 'u')) as [RegExp, RegExp]),
  [choice, otherChoice],
];

export function areOpposites(title: string, items: readonly Item[]): boolean {
  const [one, other] = items;
  if (items.length !== 2 || !one?.heading || !other?.heading) return false;
  if (versus.test(title)) return true;
  const [first, second] = [one.heading.slice(0, 60), other.heading.slice(0, 60)];
  return tables.some(([a, b]) => (a.test(first) && b.test(second)) || (b.test(first) && a.test(second)));
}
