/** Texts without Markdown: underlined and numbered headings, indented paragraphs, times below each other, plain prose. */
import { BYLINE_SEPARATOR } from './outline';

const UNDERLINE = /^\s{0,3}([~^"'#+*.=-])\1{2,}\s*$/;
const HEADING = /^ {0,3}#{1,6}\s|^\s{0,3}(?:=+|-{3,})\s*$/;
const BULLET = /^(\s*)(?:o(?= {2})|[•●▪◦·‣∙])\s+(?=\S)/u;
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s{1,4}(\p{Lu}[^.!?]{1,70})$/u;
const NAME = /^\p{Lu}[^.!?:;,]{2,60}$/u;
const CENTERED = /^\s{8,}(\S.{2,99})$/;
const LEAST_HEADINGS = 3;
const DRAWN = /^\s.*(?:[+|][-=+\s]{3,}|\S {6,}\S)/;
const MOST_BYLINE = 6;
const SENTENCE = /^(\p{Lu}[^.!?\n]{15,89})(?<!\b(?:\p{L}|\p{L}{2,3}|\d+))[.!?]\s+(?=[\p{Lu}\d£$€])/u;
const GREETING =
  /^(?:dear|hello|hi|good (?:morning|day)|liebe[rs]?|sehr geehrte|bonjour|chers?|estimad[oa]s?|尊敬的|各位)\b.{0,50}[,，:：!！]\s*$/i;
/** Fewer paragraphs are a note, which one slide holds. */
const LEAST_PARAGRAPHS = 4;
/** An editor that breaks lines breaks longer ones only. */
const BROKEN = 55;

export const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';
const isAlone = (lines: readonly string[], at: number): boolean => isBlank(lines[at - 1]) && isBlank(lines[at + 1]);
/** Text may follow at once. An item of a list is followed by the next one, or by its own indented text. */
const isOpening = (lines: readonly string[], at: number): boolean =>
  isAlone(lines, at) || (isBlank(lines[at - 1]) && /^[^\s\d]/.test(lines[at + 1]!));

/** Before code is looked for: an underline of tildes is not a fence, and an indented paragraph is not code. */
export function tidyPlain(lines: string[]): void {
  underlines(lines);
  if (lines.some((line) => HEADING.test(line)) || /^---\s*$/.test(lines[0] ?? '')) return;
  for (const [at, line] of lines.entries()) lines[at] = line.replace(BULLET, '$1- ');
  if (!numberedHeadings(lines)) openings(lines);
}

/** Underlines of reStructuredText that Markdown does not have are those of the third level. */
function underlines(lines: string[]): void {
  for (let at = 1; at < lines.length; at += 1) {
    const mark = UNDERLINE.exec(lines[at]!)?.[1];
    const words = lines[at - 1]!.trim();
    if (mark === undefined || mark === '=' || mark === '-' || words === '' || !isBlank(lines[at - 2])) continue;
    const length = lines[at]!.trim().length;
    if (length < 4 || Math.abs(length - Array.from(words).length) > 2 || UNDERLINE.test(words)) continue;
    lines[at - 1] = `### ${words}`;
    lines[at] = '';
  }
}

/** As in a memo or an RFC: "1.  Scope", with text below it. Returns whether there are any. */
function numberedHeadings(lines: string[]): boolean {
  const found = lines.flatMap((line, at) => {
    const [, number, words] = (isOpening(lines, at) ? NUMBERED.exec(line) : null) ?? [];
    return number === undefined ? [] : [{ at, words: words!, number: number.split('.').map(Number) }];
  });
  const top = found.filter(({ number }) => number.length === 1);
  const isCounted = top.length >= LEAST_HEADINGS && top.every(({ number }, index) => number[0] === index + 1);
  const next = (at: number): string | undefined => lines.slice(at + 1, at + 4).find((line) => !isBlank(line));
  const withText = top.filter(({ at }) => !NUMBERED.test(next(at) ?? '1. X'));
  if (!isCounted || withText.length < 0.6 * top.length) return false;
  for (const { at, words, number } of found) {
    lines[at] = `${'#'.repeat(Math.min(4, 1 + number.length))} ${number.length === 1 ? `${number[0]}. ` : ''}${words}`;
  }
  for (const [at, line] of lines.entries()) {
    if (NAME.test(line) && isAlone(lines, at) && /^\s{2,}\S/.test(next(at) ?? '')) lines[at] = `## ${line}`;
  }
  drawings(lines);
  titleAbove(
    lines,
    lines.findIndex((line) => line.startsWith('## ')),
  );
  return true;
}

/** Boxes and columns drawn with signs are code. */
function drawings(lines: string[]): void {
  for (let start = 0; start < lines.length; start += 1) {
    let end = start;
    while (end < lines.length && !isBlank(lines[end])) end += 1;
    const run = lines.slice(start, end);
    if (run.length > 1 && run.filter((line) => DRAWN.test(line)).length * 2 >= run.length)
      for (let at = start; at < end; at += 1) lines[at] = `    ${lines[at]}`;
    start = Math.max(start, end - 1);
  }
}

/** A centered line above the first heading is the title, and the columns above it its byline; or else the first line. */
function titleAbove(lines: string[], first: number): void {
  const title = lines.slice(0, first).findIndex((line, at) => CENTERED.test(line) && isAlone(lines, at));
  if (title === -1) {
    const begin = lines.findIndex((line) => !isBlank(line));
    if (begin < first && NAME.test(lines[begin]!)) lines[begin] = `# ${lines[begin]}`;
    return;
  }
  lines[title] = `# ${lines[title]!.trim()}`;
  const columns = lines
    .slice(0, title)
    .filter((line) => !isBlank(line))
    .map((line) => line.trim().split(/\s{4,}/));
  const facts = [...columns.flatMap((each) => each.slice(1)), ...columns.flatMap(([left]) => left ?? [])];
  if (facts.length === 0 || facts.length > MOST_BYLINE + 2 || facts.some((fact) => fact.length > 70)) return;
  lines.fill('', 0, title);
  lines[0] = `<!-- byline: ${facts.slice(0, MOST_BYLINE).join(BYLINE_SEPARATOR).replaceAll('>', '\\>')} -->`;
}

/** In prose, the first sentence of a paragraph is the title of its slide. */
function openings(lines: string[]): void {
  for (let at = lines.length - 1; at > 0; at -= 1) {
    const isWrapped =
      lines[at - 1]!.length >= BROKEN && /^\p{L}|^\d{2}/u.test(lines[at]!) && /^\p{L}/u.test(lines[at - 1]!);
    if (isWrapped) lines.splice(at - 1, 2, `${lines[at - 1]} ${lines[at]}`, '');
  }
  const starts = lines.flatMap((line, at) =>
    line.length > 120 && isBlank(lines[at - 1]) && /^\p{L}/u.test(line) ? [at] : [],
  );
  if (starts.length < LEAST_PARAGRAPHS) return;
  const first = lines.findIndex((line) => !isBlank(line));
  if (GREETING.test(lines[first]!)) lines[first] = '';
  for (const at of starts) {
    const sentence = SENTENCE.exec(lines[at]!.charAt(0).toUpperCase() + lines[at]!.slice(1));
    if (sentence === null || at === 0) continue;
    lines[at - 1] = `## ${sentence[1]!}`;
    lines[at] = lines[at]!.slice(sentence[0].length);
  }
}
