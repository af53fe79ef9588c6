import type { Outline, Point } from './outline';
import { cleanText, OUTLINE_LIMITS } from './outline-limits';
import { dated, isBlank, openPrompt, subjectOf } from './prompts';

/** A line of a text of facts: "Revenue: €4.2 million". */
interface Fact {
  /** Empty for a line without a colon. */
  name: string;
  value: string;
}

const FURTHER = { en: 'Further facts', zh: '其他事实' } as const;
/** Facts on one page. */
const FACTS_PER_PAGE = 5;

/** Reads one fact a line. Bullets are removed; headings and empty lines are passed over. */
export function readFacts(text: string): Fact[] {
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const fact = cleanText(line).replace(/^[-*•]\s+/, '');
    if (fact === '' || fact.startsWith('#')) return [];
    const colon = fact.search(/[:：]/);
    const value = fact.slice(colon + 1).trim();
    // A time of day or an address has a colon too, but nothing that could be the name of a fact.
    const isNamed = colon > 0 && value !== '' && !fact.startsWith('//', colon + 1);
    return isNamed ? [{ name: fact.slice(0, colon).trim(), value }] : [{ name: '', value: fact }];
  });
}

/**
 * The outline with prompts answered by the facts that have their names. A name fits a prompt if all its words are in the
 * subject of the prompt; of several prompts, the one with the fewest other words is answered. Facts that fit no prompt
 * get pages of their own, so that none is lost.
 */
export function withFacts(outline: Outline, facts: readonly Fact[]): Outline {
  const copy = structuredClone(outline);
  const open = copy.chapters
    .flatMap((chapter) => chapter.pages.flatMap((page) => page.blocks))
    .flatMap((block): OpenPrompt[] => {
      const prompt = openPrompt(block);
      if (prompt === undefined || block.kind !== 'point') return [];
      const subject = subjectOf(prompt);
      return [{ point: block, subject, words: wordsOf(subject) }];
    });
  const further: Point[] = [];
  for (const { name, value } of facts) {
    const found = best(open, wordsOf(name));
    if (found === undefined && inTable(copy, wordsOf(name), value)) continue;
    if (found === undefined) {
      further.push({ kind: 'point', title: limited(name === '' ? value : name), text: name === '' ? [] : [value] });
    } else {
      const station = dated(found.point.title, value);
      found.point.title = station ?? found.subject;
      if (station === undefined) found.point.text = [value];
      open.splice(open.indexOf(found), 1);
    }
  }
  const pages = Array.from({ length: Math.ceil(further.length / FACTS_PER_PAGE) }, (_, at) => ({
    title: at === 0 ? FURTHER[outline.language] : `${FURTHER[outline.language]} (${at + 1})`,
    blocks: further.slice(at * FACTS_PER_PAGE, (at + 1) * FACTS_PER_PAGE),
  }));
  if (pages.length === 0) return copy;
  const last = copy.chapters.at(-1);
  if (last === undefined) copy.chapters.push({ title: FURTHER[outline.language], pages });
  // The last page of a deck stays the last one: what is to be decided, or done next.
  else last.pages.splice(last.pages.length > 1 ? -1 : 1, 0, ...pages);
  return copy;
}

/**
 * Puts a value into the only open cell that its name fits: all words of the name are in the row's or the column's
 * heading, and the row's own are among them. A date fits a column of dates. Returns whether there was one.
 */
function inTable({ chapters }: Outline, name: ReadonlySet<string>, value: string): boolean {
  const fitting = chapters
    .flatMap(({ pages }) => pages.flatMap(({ blocks }) => blocks))
    .flatMap((block) => (block.kind === 'table' ? block.rows.map((row) => ({ row, header: block.header })) : []))
    .flatMap(({ row, header }) => {
      const own = wordsOf(row[0]!);
      if (isBlank(row[0]!) || ![...name].some((word) => own.has(word))) return [];
      const cells = row.flatMap((cell, at) => (at > 0 && isBlank(cell) ? [{ row, at, title: header[at]! }] : []));
      const named = cells.filter(({ title }) => {
        const words = wordsOf(title);
        return [...name].every((word) => own.has(word) || words.has(word)) && [...name].some((word) => words.has(word));
      });
      if (named.length > 0) return named;
      if (![...name].every((word) => own.has(word))) return [];
      return cells.length === 1 ? cells : cells.filter(({ title }) => DATES.test(title) && A_DATE.test(value));
    });
  const [cell] = fitting;
  if (name.size === 0 || cell === undefined || fitting.length > 1) return false;
  cell.row[cell.at] = value;
  return true;
}

const DATES = /^(?:date|due|when|from|until|by|from when|日期|何时|时间|从何时起)$/i;
const A_DATE =
  /^\d{1,2}[. ]|^\d{4}-\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|月/i;

interface OpenPrompt {
  point: Point;
  subject: string;
  words: ReadonlySet<string>;
}

function best(open: readonly OpenPrompt[], name: ReadonlySet<string>): OpenPrompt | undefined {
  if (name.size === 0) return undefined;
  const fitting = open.filter(({ words }) => [...name].every((word) => words.has(word)));
  return fitting.reduce<OpenPrompt | undefined>(
    (found, each) => (found === undefined || each.words.size < found.words.size ? each : found),
    undefined,
  );
}

/** Words in lower case; each hanzi is one. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []);
}

const limited = (title: string): string => Array.from(title).slice(0, OUTLINE_LIMITS.heading).join('');
