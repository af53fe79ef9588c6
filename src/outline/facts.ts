import type { Outline, Point } from './outline';
import { cleanText, OUTLINE_LIMITS } from './outline-limits';
import { dated, openPrompt, subjectOf } from './prompts';

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
  else last.pages.push(...pages);
  return copy;
}

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
