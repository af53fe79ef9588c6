/**
 * The grammar of outlines: which lines are headings, points, paragraphs, code, tables and notes. All readers of
 * outlines use it, including the workflow sandbox and the browser, so that a text has the same meaning everywhere. No
 * limits, no state, no dependencies; linear time.
 */
import { unindented } from './code-text';
import { frontMatterAt } from './front-matter';
import { CLOSING_FENCE, markdownLines } from './markdown-lines';
import { isDelimiterRow, splitRow } from './markdown-table';
import { BYLINE_SEPARATOR, type Link, type Picture } from './outline';
import { OUTLINE_LIMITS } from './outline-limits';
import { pictureOn } from './picture-line';
import { listNumber } from './point-marks';

export const LEVELS = { title: 1, chapter: 2, page: 3, point: 4 } as const;

export interface Heading {
  kind: 'heading';
  /** Line of its text, from 1. */
  line: number;
  /** Heading level: only the first heading is a title, and all below pages are points. */
  level: number;
  /** Its text with inline marks. */
  source: string;
  /** Number of characters of its line after the marks. */
  tail: number;
  /** Line of the underline, for underlined headings. */
  underline?: number;
}

/** `line` starts at 1; `source` includes inline marks. */
export type MarkdownBlock =
  | Heading
  | { kind: 'front matter'; line: number; title: string | undefined; byline: string }
  | { kind: 'paragraph'; line: number; source: string; quoted?: true }
  /** Lines inside a fence, without the indentation of the fence. */
  | { kind: 'code'; line: number; lines: string[] }
  | { kind: 'bullet'; line: number; source: string; indent: number; number?: number }
  | { kind: 'table'; line: number; header: string[]; rows: string[][]; links: Link[] }
  | { kind: 'picture'; line: number; picture: Picture }
  | { kind: 'note'; line: number; name: string; source: string };

/** Lines that belong together until another block starts: a paragraph or the text of one bullet. */
interface Pending {
  line: number;
  words: string;
  last: string;
  /** Columns before the bullet; undefined for a paragraph. */
  indent?: number;
  /** Its number in an ordered list. */
  number?: number | undefined;
  /** A quotation cannot become a heading, whatever underline follows. */
  quoted?: boolean;
}

const BULLET = /^(\s*)(?:[-*+](?:\s+|$)|[•●▪◦]\s*|(\d{1,9})[.)](?:\s+|$))/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$|(?=\p{Script=Han}))/u;
/** `##Chapter`, which is not CommonMark but which clients send. */
const TIGHT_HEADING = /^ {0,3}(#{1,6})(?=[\p{L}\p{N}])/u;
/** Turns the paragraph above into a heading: `===` for the first level, `---` for the second. */
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const FENCE = /^(`{3,}|~{3,})/;
const RULE = /^(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const NOTE = /^\s*(byline|catalog|ending|language|mark|number|type|speaker-notes)\s*[:：]\s*/i;
const HAN_OR_WIDE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** Returns the heading on a line, except `#word` with a single mark. */
export function headingLine(line: string): { level: number; source: string; tail: number } | undefined {
  const tight = TIGHT_HEADING.exec(line);
  return tight?.[1] === '#' && !HEADING.test(line) ? undefined : headingOf(line, HEADING.exec(line) ?? tight);
}

function headingOf(line: string, found: RegExpExecArray | null) {
  if (!found) return undefined;
  const tail = line.length - found[0].length;
  return { level: found[1]!.length, source: withoutClosingMarks(line.slice(found[0].length).trim()), tail };
}

export function markdownBlocks(markdown: string): MarkdownBlock[] {
  return new Scanner(markdown).scan();
}

class Scanner {
  private readonly blocks: MarkdownBlock[] = [];
  private readonly lines: string[];
  private readonly end: number;
  private readonly lastCommentEnd: number;
  private readonly lastFence: number;
  private at: number;
  private pending: Pending | undefined;
  /** The current code block, with its closing fence. */
  private code: { fence: string; indent: number; line: number; lines: string[] } | undefined;
  /** Whether any block, and any heading, was found below the front matter. */
  private begun = false;
  private headed = false;
  /** Whether the title is written as `#Title`, so that later headings can be too. */
  private tight = false;

  constructor(markdown: string) {
    const { lines, start, end } = markdownLines(markdown);
    const above = frontMatterAt(lines, start, end);
    if (above) {
      const byline = above.byline.filter(Boolean).join(BYLINE_SEPARATOR);
      this.blocks.push({ kind: 'front matter', line: start + 1, title: above.title, byline });
    }
    this.lines = lines;
    this.at = above?.end ?? start;
    this.end = end;
    this.lastFence = lines.findLastIndex((line, at) => at < end && CLOSING_FENCE.test(line));
    this.lastCommentEnd = lines.findLastIndex((line, at) => at < end && line.includes('-->'));
  }

  scan(): MarkdownBlock[] {
    for (; this.at < this.end; this.at += 1) this.readLine(this.lines[this.at]!);
    this.closeCode();
    this.flush();
    return this.blocks;
  }

  private readLine(line: string): void {
    const trimmed = line.trim();
    const heading = this.code === undefined ? this.headingAt(line) : undefined;
    const bullet = BULLET.exec(line);
    const picture = trimmed.startsWith('![') ? pictureOn(trimmed) : undefined;
    if (this.code !== undefined) {
      if (trimmed === this.code.fence) this.closeCode();
      else this.code.lines.push(unindented(line, this.code.indent));
    } else if (trimmed === '') {
      this.flush();
    } else if (trimmed.startsWith('<!--') && (this.at < this.lastCommentEnd || trimmed.includes('-->', 4))) {
      this.readComment(line.trimStart());
    } else if (picture) {
      this.flush();
      this.put({ kind: 'picture', line: this.line, picture });
    } else if (heading) {
      this.flush();
      this.putHeading({ ...heading, line: this.line });
    } else if (this.pending && this.isUnderlined(this.pending, line)) {
      const { words, line: first } = this.pending;
      this.pending = undefined;
      const level = trimmed.startsWith('=') ? 1 : 2;
      this.putHeading({ level, source: words, tail: words.length, line: first, underline: this.line });
    } else if (this.opensFence(line, trimmed) || RULE.test(trimmed)) {
      this.flush();
    } else if (bullet) {
      this.flush();
      const words = line.slice(bullet[0].length).trim();
      const number = listNumber(bullet[2]);
      this.pending = { line: this.line, words, last: words.slice(-1), indent: columns(bullet[1]!), number };
    } else if (trimmed.includes('|') && isDelimiterRow(this.lines[this.at + 1])) {
      this.readTable();
    } else {
      this.continueWith(trimmed);
    }
  }

  private put(block: MarkdownBlock): void {
    this.begun = true;
    this.blocks.push(block);
  }

  private putHeading({ level, ...heading }: Omit<Heading, 'kind'>): void {
    const lowest = this.headed ? LEVELS.chapter : LEVELS.title;
    this.headed = true;
    this.put({ kind: 'heading', level: Math.min(LEVELS.point, Math.max(lowest, level)), ...heading });
  }

  private headingAt(line: string) {
    const tight = TIGHT_HEADING.exec(line);
    if (tight?.[1] !== '#') return headingLine(line);
    // `#word` is normally text; on the first line, or below a title in that form, it is a heading.
    if (!this.begun && !this.pending) this.tight = true;
    return this.tight ? headingOf(line, tight) : headingLine(line);
  }

  private isUnderlined({ indent, quoted, words }: Pending, line: string): boolean {
    if (indent !== undefined || quoted || !UNDERLINE.test(line)) return false;
    return words !== '' && words.length <= OUTLINE_LIMITS.heading;
  }

  private continueWith(line: string): void {
    const words = line.replace(/^(?:>\s?)+/, '');
    const last = words.slice(-1);
    const quoted = words !== line;
    // Like any list item or paragraph, it ends where a quotation starts.
    if (quoted && !this.pending?.quoted) this.flush();
    if (!this.pending) {
      this.pending = { line: this.line, words, last, quoted };
      return;
    }
    const glue = HAN_OR_WIDE.test(this.pending.last) || HAN_OR_WIDE.test(words.slice(0, 1)) ? '' : ' ';
    this.pending.words += glue + words;
    this.pending.last = last || glue;
  }

  private readTable(): void {
    this.flush();
    const { line } = this;
    const links: Link[] = [];
    const header = splitRow(this.lines[this.at]!, links);
    const rows: string[][] = [];
    for (this.at += 2; this.at < this.end && this.lines[this.at]!.includes('|'); this.at += 1) {
      rows.push(splitRow(this.lines[this.at]!, links));
    }
    this.at -= 1;
    this.put({ kind: 'table', line, header, rows, links });
  }

  /** Known comments store what Markdown cannot express; others are the author's notes and are left out of the deck. */
  private readComment(text: string): void {
    this.flush();
    const { line } = this;
    let words = text.slice(4);
    while (!words.includes('-->')) {
      this.at += 1;
      words = this.lines[this.at]!;
    }
    const close = words.indexOf('-->');
    const name = NOTE.exec(words.slice(0, 40));
    if (name && this.line === line) {
      this.put({ kind: 'note', line, name: name[1]!.toLowerCase(), source: words.slice(name[0].length, close).trim() });
    }
    // The rest of the line is read as a separate line. A loop, because recursion depth would depend on the author.
    this.lines[this.at] = words.slice(close + 3);
    this.at -= 1;
  }

  private flush(): void {
    if (!this.pending) return;
    const { line, words: source, indent, number, quoted } = this.pending;
    this.pending = undefined;
    if (source === '') return;
    if (indent === undefined) this.put({ kind: 'paragraph', line, source, ...(quoted ? { quoted } : {}) });
    else this.put({ kind: 'bullet', line, source, indent, ...(number === undefined ? {} : { number }) });
  }

  /** An unclosed fence would swallow the rest of the deck, so only its line is skipped. */
  private opensFence(line: string, trimmed: string): boolean {
    const open = FENCE.exec(trimmed);
    if (open && this.at < this.lastFence) {
      const indent = line.length - line.trimStart().length;
      this.code = { fence: open[1]!, indent, line: this.line + 1, lines: [] };
    }
    return open !== null;
  }

  private closeCode(): void {
    if (!this.code) return;
    const { line, lines } = this.code;
    this.code = undefined;
    if (lines.some((each) => each.trim() !== '')) this.put({ kind: 'code', line, lines });
  }

  private get line(): number {
    return this.at + 1;
  }
}

/** `## Chapter ##` without the closing marks; "C#" is kept. */
function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  if (end === text.length) return text;
  return end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t' ? text.slice(0, end).trimEnd() : text;
}

function columns(indent: string): number {
  return indent.replaceAll('\t', '    ').length;
}
