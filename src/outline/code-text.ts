import type { Code } from './outline';

const TAB = 4;
const TILDES = /^~{3,}$/;

/**
 * The text of a block of code: its lines with their indentation, tabs as spaces, without empty lines around them. Empty
 * if there is nothing to show.
 */
export function codeText(lines: readonly string[]): string {
  const clean = lines.map(codeLine);
  const first = clean.findIndex((line) => line !== '');
  const last = clean.findLastIndex((line) => line !== '');
  return first === -1 ? '' : clean.slice(first, last + 1).join('\n');
}

function codeLine(line: string): string {
  return (line.includes('\t') ? withoutTabs(line) : line)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trimEnd();
}

function withoutTabs(line: string): string {
  const [first = '', ...others] = line.split('\t');
  let text = '';
  let column = first.length;
  for (const part of others) {
    const gap = TAB - (column % TAB);
    text += ' '.repeat(gap) + part;
    column += gap + part.length;
  }
  return first + text;
}

/** Lines of code that are not empty. */
export const linesOfCode = ({ text }: Code): string[] => text.split('\n').filter((line) => line !== '');

/** Writes a block in a fence of tildes: the whole outline may be in one of backticks. */
export function writeCode({ text }: Code): string {
  const longest = text.split('\n').reduce((most, line) => {
    const marks = line.trim();
    return TILDES.test(marks) ? Math.max(most, marks.length) : most;
  }, 2);
  const fence = '~'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** Without as much white space at its start as the fence around it has. */
export function unindented(line: string, indent: number): string {
  let at = 0;
  while (at < indent && (line[at] === ' ' || line[at] === '\t')) at += 1;
  return line.slice(at);
}
