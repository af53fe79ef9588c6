/** HTML in Markdown: headings, tables, lists, summaries and sentences stay, as Markdown; the rest is left out. */
import type { TidyLines } from './tidied-lines';

const HTML_LINE =
  /^ {0,3}<\/?(?:a|b|blockquote|br|center|details|div|em|figcaption|figure|h[1-6]|hr|img|p|picture|section|source|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|ul|ol|li|video)\b/i;
const TAG = /<\/?[a-z][a-z\d-]{0,20}(?:\s[^<>]{0,2000})?\/?>/gi;
const HEADING = /<h([1-6])\b[^<>]{0,500}>([^\n]{0,500}?)<\/h\1>/i;
const ALT = /<img\b[^<>]{0,1000}\balt\s*=\s*["']([^"'<>]{2,120})["']/i;
const IMAGE = /^\s*<img\b[^<>]{0,1000}\bsrc\s*=\s*["']([^"'<>\s()]{2,500})["'][^<>]{0,1000}>\s*$/i;
const TABLE = /^\s*<table\b/i;
const END_OF_TABLE = /<\/table>\s*$/i;
const THANKS = /\b(?:sponsor(?:s|ed|ship)?|special thanks)\b|supported by the community|赞助/i;
/** A tag of which the rest is on the lines below. */
const OPEN_TAG = /<(?:a|img|source|p|div|picture|video|table|td|th|h[1-6])(?:\s[^<>]{0,1000})?$/i;
const MOST_TAG_LINES = 20;
const MOST_TABLE_LINES = 500;
/** Fewer words in HTML are labels of links. */
const LEAST_WORDS = 4;

const textIn = (html: string): string => html.replace(TAG, ' ').replace(/\s+/g, ' ').trim();

/** @param isText a line outside HTML */
export function tidyHtml({ lines, isKept }: TidyLines, isText: (line: string) => string): void {
  joinTags(lines, isKept);
  tidyTables(lines, isKept);
  let hasTitle = lines.some((line, at) => !isKept[at] && (/^#\s/.test(line) || /^=+\s*$/.test(line)));
  const hasHtmlTitle = lines.some((line, at) => !isKept[at] && isTitle(HEADING.exec(line)));
  withoutThanks(lines, isKept);
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
      lines[at] = isText(hasTitle ? `${'#'.repeat(Math.max(2, Number(level)))} ${title}` : `# ${title}`);
      hasTitle = true;
    } else lines[at] = isText(imageOn(line, lines[at - 1]) ?? blockText(line));
  }
}

/** A tag of several lines goes to its first one. */
function joinTags(lines: string[], isKept: readonly boolean[]): void {
  for (let at = 0; at < lines.length; at += 1) {
    if (isKept[at] || !OPEN_TAG.test(lines[at]!)) continue;
    let end = at + 1;
    while (end < lines.length && end - at < MOST_TAG_LINES && !isKept[end] && !/[<>]|^\s*$/.test(lines[end]!)) end += 1;
    if (!/^[^<]*>/.test(lines[end] ?? '') || isKept[end]) continue;
    const tag = lines.slice(at, end + 1).map((line) => line.trim());
    lines.fill('', at, end + 1);
    lines[at] = tag.join(' ');
    at = end;
  }
}

/** A block of HTML about those who pay. */
function withoutThanks(lines: string[], isKept: readonly boolean[]): void {
  for (let at = 0; at < lines.length; at += 1) {
    if (isKept[at] || !HTML_LINE.test(lines[at]!)) continue;
    let end = at;
    while (end < lines.length && !isKept[end] && (lines[end]!.trim() !== '' || isInHtml(lines, end))) end += 1;
    const block = lines.slice(at, end);
    if (block.some((line) => THANKS.test(line)) && !block.some((line) => /^ {0,3}#/.test(line)))
      for (let each = at; each < end; each += 1)
        if (!HEADING.test(lines[each]!) && !ALT.test(lines[each]!)) lines[each] = '';
    at = Math.max(at, end - 1);
  }
}

const isInHtml = (lines: readonly string[], blank: number): boolean => HTML_LINE.test(lines[blank + 1] ?? '');

const isTitle = (found: RegExpExecArray | null): boolean => found?.[1] === '1' && textIn(found[2]!) !== '';

/** An image on a line of its own, which is not that of a link. */
function imageOn(line: string, above: string | undefined): string | undefined {
  const [, source] = IMAGE.exec(line) ?? [];
  return source === undefined || /<a\b/i.test(above ?? '') ? undefined : `![${ALT.exec(line)?.[1] ?? ''}](${source})`;
}

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
