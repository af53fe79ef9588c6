/** Which lines of a Markdown text of people are code or comments, so that nothing in them is tidied. */
import { isBlank, tidyPlain } from './tidied-plain';

const FENCE = /^\s*(`{3,}|~{3,})/;
const BULLET = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const INDENTED = /^(?: {4}|\t)/;
const PRE = /^\s*<pre\b[^<>]{0,200}>(?:<code\b[^<>]{0,200}>)?\s*$/i;
const END_OF_PRE = /^\s*(?:<\/code>)?<\/pre>\s*$/i;

const LONG_LINE = 2_000;

export interface TidyLines {
  lines: string[];
  /** Whether a line belongs to code or to a comment. */
  isKept: boolean[];
}

/** The lines, with `<pre>` and indented code in fences. Fences take the place of tags and empty lines. */
export function tidyLines(markdown: string): TidyLines {
  const lines = markdown.split(/\r\n|\r|\n/);
  tidyPlain(lines);
  fencePre(lines);
  fenceIndented(lines, keptLines(lines));
  const isKept = keptLines(lines);
  // The patterns for lines take time in proportion to them as long as their spaces are few.
  for (const [at, line] of lines.entries())
    if (!isKept[at] || line.length > LONG_LINE) lines[at] = line.replace(/\s{40,}/g, ' ');
  return { lines, isKept };
}

function fencePre(lines: string[]): void {
  let open: number | undefined;
  for (const [at, line] of lines.entries()) {
    if (PRE.test(line)) open = at;
    else if (open !== undefined && END_OF_PRE.test(line)) {
      lines[open] = '```';
      lines[at] = '```';
      open = undefined;
    }
  }
}

function fenceIndented(lines: string[], isKept: readonly boolean[]): void {
  let inList = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (isKept[at] || isBlank(line)) continue;
    if (!INDENTED.test(line) || inList || at === 0 || !isBlank(lines[at - 1])) {
      if (BULLET.test(line)) inList = true;
      else if (/^\S/.test(line) && isBlank(lines[at - 1])) inList = false;
      continue;
    }
    let end = at;
    let next = at;
    for (; next < lines.length && !isKept[next] && (isBlank(lines[next]) || INDENTED.test(lines[next]!)); next += 1) {
      if (!isBlank(lines[next])) end = next + 1;
    }
    if (end < next) {
      const fence = lines.slice(at, end).some((each) => each.includes('```')) ? '~~~~' : '```';
      lines[at - 1] = fence;
      lines[end] = fence;
      for (let each = at; each < end; each += 1) lines[each] = lines[each]!.replace(INDENTED, '');
    }
    at = next - 1;
  }
}

function keptLines(lines: readonly string[]): boolean[] {
  let fence: string | undefined;
  let inComment = false;
  const lastEnd = lines.findLastIndex((line) => line.includes('-->'));
  return lines.map((line, at) => {
    if (inComment) {
      inComment = !line.includes('-->');
      return true;
    }
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      return true;
    }
    if (line.trimStart().startsWith('<!--')) {
      const closes = line.includes('-->', 4);
      inComment = !closes && at < lastEnd;
      return closes || inComment;
    }
    fence = mark;
    return mark !== undefined;
  });
}
