/** Formulas in TeX and the marks of Pandoc, as text that people can read. */
import { texText } from './formula-text';
import type { TidyLines } from './tidied-lines';

const OPEN = /^\s*(\$\$|\\\[)/;
const INLINE =
  /\\\((.{1,500}?)\\\)|\\\[(.{1,500}?)\\\]|\$\$([^$]{1,500})\$\$|(?<![\\$\w])\$(?=[^\s$])([^$]{1,300}?)(?<=[^\s\\])\$(?![\d$])/g;
/** Of text between dollars; other text is between two prices. */
const FORMULA = /[\\^_=<>]|^[A-Za-z]{1,3}(?:\([A-Za-z, ]{1,20}\))?$/;
const ATTRIBUTES =
  /\s?\{\s*(?:(?:[#.][\w:.-]{1,100}|[\w-]{1,40}=(?:"[^"{}]{0,200}"|[^\s"{}]{1,100})|-)(?:\s+|(?=\}))){1,12}\}/g;
const CITATIONS = /\[([^[\]@]{0,80}@[\w:.-]{2,80}[^[\]]{0,300})\](?![([])/g;
const CITATION = /(?<![\w./@])-?@([A-Za-z][\w:-]{0,60}?)[_:-]?((?:19|20)\d\d)([a-z]?)\b(?:[\w:-]{0,60})/g;
const CROSS_REFERENCE =
  /\s?\((?:see|cf\.?)\s+@(?:tbl|fig|eq|sec|lst):[\w.-]{1,80}\)|@(tbl|fig|eq|sec|lst):[\w.-]{1,80}/g;
const REFERRED = { tbl: 'the table', fig: 'the figure', eq: 'the equation', sec: 'the section', lst: 'the listing' };
const DIVISION = /^:{3,}(?: ?\{[^{}]{0,200}\} ?:{0,80}| ?[\w-]{0,40})$/;
const NOTE = /^:::+\s*\{?\.?(?:note|tip|info|important|warning|caution|danger)\b/i;
const MOST_LINES = 40;

const readable = (tex: string): string => texText(tex).replaceAll('*', '·').replaceAll('|', '\\|');

export function tidyTex({ lines, isKept }: TidyLines): void {
  const inNote: boolean[] = [];
  for (const [at, line] of lines.entries()) {
    if (isKept[at]) continue;
    if (OPEN.test(line)) joinFormula(lines, isKept, at);
    if (NOTE.test(line) || DIVISION.test(line.trim())) {
      // The ends of notes are read with them.
      const isEnd = /^\s*:+\s*$/.test(line);
      const isNote = isEnd ? inNote.pop() === true : NOTE.test(line);
      if (!isEnd) inNote.push(isNote);
      if (!isNote) lines[at] = '';
    } else lines[at] = tidyMarks(lines[at]!);
  }
}

/** A formula on several lines takes the first one. */
function joinFormula(lines: string[], isKept: readonly boolean[], at: number): void {
  const [whole, open] = OPEN.exec(lines[at]!)!;
  const close = open === '$$' ? '$$' : '\\]';
  if (lines[at]!.includes(close, whole.length)) return;
  const most = Math.min(lines.length, at + MOST_LINES);
  let end = at + 1;
  while (end < most && !isKept[end] && !lines[end]!.includes(close)) end += 1;
  if (end === most || isKept[end]) return;
  lines[at] = lines
    .slice(at, end + 1)
    .map((each) => each.trim())
    .join(' ');
  lines.fill('', at + 1, end + 1);
}

function tidyMarks(line: string): string {
  if (!/[$@{]|\\[([]/.test(line)) return line;
  return line
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : tidyText(part)))
    .join('');
}

const tidyText = (text: string): string =>
  text
    .replace(INLINE, (whole, ...[round, square, display, inline]: (string | undefined)[]) => {
      const tex = round ?? square ?? display;
      if (tex !== undefined) return readable(tex);
      return FORMULA.test(inline!) ? readable(inline!) : whole;
    })
    .replace(ATTRIBUTES, '')
    .replace(CROSS_REFERENCE, (_, kind?: keyof typeof REFERRED) => (kind === undefined ? '' : REFERRED[kind]))
    .replace(CITATIONS, (whole, inside: string) => {
      const cited = inside.replace(CITATION, named);
      return cited === inside ? whole : `(${cited.replaceAll('--', '–')})`;
    })
    .replace(CITATION, named);

const named = (_: string, name: string, year: string, letter: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}${letter}`;
