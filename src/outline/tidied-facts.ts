/** Lines such as `**Status:** accepted`, which people write below each other without a list. */
import { isDelimiterRow } from './markdown-table';

interface Fact {
  name: string;
  value: string;
}

export interface Facts {
  facts: Fact[];
  /** Index of the first line after them. */
  end: number;
}

const FACT =
  /^\s*(?:[-*+]\s+)?(\*\*|__)?([\p{Lu}\p{Script=Han}][^*_:：|<>`]{0,30}?)\s*(?:\1\s*[:：]|[:：]\s*\1)\s*(\S.{0,200}?)\s*\\?$/u;
const MOST_WORDS = 3;

/** Several facts on a line are apart from each other by wide spaces, bars or dots. */
function factsOn(line: string): Fact[] | undefined {
  const facts = line
    .split(/\u3000+|\s+[|·]\s+|(?<=\S)\s+(?=\*\*[^*]{1,30}[:：]\*\*)/u)
    .map((part): Fact | undefined => {
      const [, , name, value] = FACT.exec(part) ?? [];
      return name === undefined || name.split(/\s+/).length > MOST_WORDS ? undefined : { name, value: value! };
    });
  if (facts.every((fact) => fact !== undefined)) return facts;
  // A wide space may be part of a name.
  return /\u3000/.test(line) ? factsOn(line.replace(/\u3000+/g, ' ')) : undefined;
}

/** The facts on the lines from here to the next empty one; none if one of the lines is something else. */
export function factsIn(lines: readonly string[], start: number): Facts {
  const facts: Fact[] = [];
  let end = start;
  for (; end < lines.length && lines[end]!.trim() !== ''; end += 1) {
    const found = factsOn(lines[end]!);
    if (found === undefined) return { facts: [], end: start };
    facts.push(...found);
  }
  return { facts, end };
}

/** The rows of a table of two columns without names; undefined for other lines. */
export function headerlessFacts(lines: readonly string[], start: number): Facts | undefined {
  if (!/^\s*\|\s*\|\s*\|\s*$/.test(lines[start] ?? '') || !isDelimiterRow(lines[start + 1])) return undefined;
  const facts: Fact[] = [];
  let end = start + 2;
  for (; end < lines.length && lines[end]!.includes('|'); end += 1) {
    const [name = '', value = '', ...more] = lines[end]!.trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim().replace(/^\*\*(.*)\*\*$/, '$1'));
    if (name === '' || value === '' || more.length > 0) return undefined;
    facts.push({ name, value });
  }
  return facts.length === 0 ? undefined : { facts, end };
}

const IMAGE = /!\[[^[\]]{0,500}\]\([^()]{0,1000}\)/g;
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Names columns of a table without names by its first row. A table of a single row becomes a line. Returns whether the line begins one. */
export function headlessTable(lines: string[], start: number): boolean {
  const names = cellsOf((lines[start] ?? '').replace(IMAGE, ''));
  if (!isDelimiterRow(lines[start + 1]) || names.some((cell) => cell !== '')) return false;
  let end = start + 2;
  while (end < lines.length && lines[end]!.includes('|')) end += 1;
  const rows = lines.slice(start + 2, end);
  lines.fill('', start, end);
  if (rows.length === 1) lines[start] = cellsOf(rows[0]!).filter(Boolean).join(', ');
  else
    lines.splice(
      start,
      rows.length + 1,
      ...rows.slice(0, 1),
      '|'.padEnd(4 * cellsOf(rows[0] ?? '').length + 1, ' - |'),
      ...rows.slice(1),
    );
  return true;
}
