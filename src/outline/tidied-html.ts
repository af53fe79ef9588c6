/** HTML in Markdown: headings, tables, lists, summaries and sentences stay, as Markdown; the rest is left out. */
import type { TidyLines } from './tidied-lines';

const HTML_LINE =
  /^ {0,3}<\/?(?:a|b|blockquote|br|center|details|div|em|figcaption|figure|h[1-6]|hr|img|p|picture|section|source|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|ul|ol|li|video)\b/i;
const TAG = /<\/?[a-z][a-z\d-]{0,20}(?:\s[^<>]{0,2000})?\/?>/gi;
const HEADING = /<h([1-6])\b[^<>]{0,500}>([^\n]{0,500}?)<\/h\1>/i;
const ALT = /<img\b[^<>]{0,1000}\balt\s*=\s*["']([^"'<>]{2,120})["']/i;
const TABLE = /^\s*<table\b/i;
const END_OF_TABLE = /<\/table>\s*$/i;
const MOST_TABLE_LINES = 500;
/** Fewer words in HTML are labels of links. */
const LEAST_WORDS = 4;

const textIn = (html: string): string => html.replace(TAG, ' ').replace(/\s+/g, ' ').trim();

/** @param isText a line outside HTML */
export function tidyHtml({ lines, isKept }: TidyLines, isText: (line: string) => string): void {
  tidyTables(lines, isKept);
  let hasTitle = lines.some((line, at) => !isKept[at] && (/^#\s/.test(line) || /^=+\s*$/.test(line)));
  const hasHtmlTitle = lines.some((line, at) => !isKept[at] && isTitle(HEADING.exec(line)));
  let inHtml = false;
  for (const [at, line] of lines.entries()) {
    inHtml = !isKept[at] && line.trim() !== '' && (inHtml || HTML_LINE.test(line));
    if (isKept[at]) continue;
    if (!inHtml) {
      lines[at] = isText(line);
      continue;
    }
    const [, level, words] = HEADING.exec(line) ?? [];
    const title = words === undefined ? (hasTitle || hasHtmlTitle ? undefined : ALT.exec(line)?.[1]) : textIn(words);
    if (title !== undefined && title !== '' && (words === undefined || !hasTitle || level !== '1')) {
      lines[at] = hasTitle ? `${'#'.repeat(Math.max(2, Number(level)))} ${title}` : `# ${title}`;
      hasTitle = true;
    } else lines[at] = isText(blockText(line));
  }
}

const isTitle = (found: RegExpExecArray | null): boolean => found?.[1] === '1' && textIn(found[2]!) !== '';

function blockText(line: string): string {
  const text = textIn(line);
  if (text === '') return '';
  if (/<summary\b/i.test(line)) return `#### ${text}`;
  if (/^\s*<li\b/i.test(line)) return `- ${text}`;
  const isLinks = (line.match(/<a\b/gi)?.length ?? 0) > 1;
  return !isLinks && text.split(' ').length >= LEAST_WORDS ? text : '';
}

/** A table of cells becomes one of Markdown, in the place of its first lines. */
function tidyTables(lines: string[], isKept: readonly boolean[]): void {
  for (let at = 0; at < lines.length; at += 1) {
    if (isKept[at] || !TABLE.test(lines[at]!)) continue;
    const most = Math.min(lines.length, at + MOST_TABLE_LINES);
    let end = at;
    while (end < most && !END_OF_TABLE.test(lines[end]!)) end += 1;
    if (end === most) continue;
    const rows = lines
      .slice(at, end + 1)
      .join(' ')
      .split(/<tr\b[^<>]{0,500}>/i)
      .slice(1)
      .map((row) =>
        row
          .split(/<t[hd]\b[^<>]{0,500}>/i)
          .slice(1)
          .map((cell) => textIn(cell).replaceAll('|', '\\|')),
      )
      .filter((cells) => cells.some((cell) => cell !== ''));
    const width = Math.max(0, ...rows.map(({ length }) => length));
    const from = at > 0 && lines[at - 1]!.trim() !== '' ? at + 1 : at;
    if (width > 1 && from + rows.length <= end) {
      const written = rows.map((cells) => `| ${cells.join(' | ')} |`);
      written.splice(1, 0, `|${' --- |'.repeat(width)}`);
      lines.fill('', at, end + 1);
      lines.splice(from, written.length, ...written);
    } else if (rows.length === 0) lines.fill('', at, end + 1);
    at = end;
  }
}
