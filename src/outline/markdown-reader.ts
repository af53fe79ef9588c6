import { frontMatterAt } from './front-matter';
import { plainInline } from './markdown-inline';
import { isDelimiterRow, splitRow } from './markdown-table';
import type { OutlineBuilder } from './outline-builder';
import { OUTLINE_LIMITS, OutlineError } from './outline-limits';

/** Lines that belong together until something else begins: a paragraph or the words of one bullet. */
interface Pending {
  line: number;
  words: string;
  /** Columns before the bullet; absent for a paragraph. */
  bulletIndent?: number;
  /** A quotation is no heading, whatever is drawn below it. */
  quoted?: boolean;
}

export interface ReadingOptions {
  /** Of a text without a `# ` heading. */
  title?: string | undefined;
  /** Whether a text without any heading is a deck as well, of one page. */
  plainText?: boolean;
}

/** Where the current point comes from decides what a bullet below it is. */
type PointOrigin = 'none' | 'heading' | 'paragraph' | { bulletIndent: number };

/** Marks and escapes make the source longer than the words, but never this much: the rest need not be read. */
const LONGEST_HEADING_SOURCE = 4 * OUTLINE_LIMITS.heading;
const BULLET = /^(\s*)(?:[-*+](?:\s+|$)|[•●▪◦]\s*|\d{1,9}[.)](?:\s+|$))/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$|(?=\p{Script=Han}))/u;
/** `##Chapter`, which CommonMark does not know and clients send. */
const TIGHT_HEADING = /^ {0,3}(#{1,6})(?=[\p{L}\p{N}])/u;
/** Below a paragraph it makes a heading of it: `===` the first level, `---` the second. */
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const FENCE = /^\s*(`{3,}|~{3,})/;
const CLOSING_FENCE = /^\s*(?:`{3,}|~{3,})\s*$/;
const RULE = /^(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const HAN_OR_WIDE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** Reads Markdown line by line into the builder. Every line is looked at a fixed number of times. */
export class MarkdownReader {
  private readonly lines: string[];
  private readonly lastCommentEnd: number;
  private readonly lastFence: number;
  private readonly titleAbove: string | undefined;
  /** What was read before the title was known. */
  private readonly early: (() => void)[] = [];
  /** Whether the title is written as `#Title`: then later headings may be. */
  private tight = false;
  private pending: Pending | undefined;
  private point: PointOrigin = 'none';
  private at = 0;
  private end: number;
  /** Fence that a code block inside the document waits for. */
  private fence: string | undefined;

  constructor(
    markdown: string,
    private readonly builder: OutlineBuilder,
    private readonly options: ReadingOptions = {},
  ) {
    this.lines = markdown.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
    this.end = this.lines.length;
    this.stripFence();
    const above = frontMatterAt(this.lines, this.at, this.end);
    if (above) this.at = above.end;
    this.titleAbove = above?.title;
    this.lastFence = this.lines.findLastIndex((line, at) => at < this.end && CLOSING_FENCE.test(line));
    this.lastCommentEnd = this.lines.findLastIndex((line) => line.includes('-->'));
  }

  read(): void {
    for (; this.at < this.end; this.at += 1) this.readLine(this.lines[this.at]!);
    this.flush();
    if (!this.builder.hasTitle) this.begin(this.titleWithoutHeadings(), { line: 1 });
  }

  private readLine(line: string): void {
    const trimmed = line.trim();
    const heading = this.fence === undefined ? this.headingOf(line) : null;
    const bullet = BULLET.exec(line);
    if (this.fence !== undefined) {
      this.readCode(trimmed);
    } else if (trimmed === '') {
      this.flush();
    } else if (trimmed.startsWith('<!--') && (this.at < this.lastCommentEnd || trimmed.includes('-->', 4))) {
      this.readComment(trimmed);
    } else if (heading) {
      this.readHeading(heading[1]!.length, line.slice(heading[0].length));
    } else if (this.pending && this.isUnderlined(this.pending, line)) {
      this.readUnderlined(this.pending, trimmed.startsWith('=') ? 1 : 2);
    } else if (this.opensFence(trimmed) || RULE.test(trimmed)) {
      this.flush();
    } else if (bullet) {
      this.flush();
      this.pending = { line: this.at, words: line.slice(bullet[0].length).trim(), bulletIndent: columns(bullet[1]!) };
    } else if (trimmed.includes('|') && isDelimiterRow(this.lines[this.at + 1])) {
      this.readTable();
    } else {
      this.continueWith(trimmed);
    }
  }

  /** Code has no marks: every line is a paragraph as it stands. */
  private readCode(line: string): void {
    if (line === this.fence) {
      this.fence = undefined;
    } else if (line !== '') {
      const { place } = this;
      this.put(() => this.builder.text(line, place));
      if (this.point === 'none') this.point = 'paragraph';
    }
  }

  private continueWith(line: string): void {
    const words = line.replace(/^(?:>\s?)+/, '');
    if (!this.pending) {
      this.pending = { line: this.at, words, quoted: words !== line };
      return;
    }
    const glue = HAN_OR_WIDE.test(this.pending.words.slice(-1)) || HAN_OR_WIDE.test(words.slice(0, 1)) ? '' : ' ';
    this.pending.words += glue + words;
    this.refuseEndless(this.pending);
  }

  private readHeading(level: number, rest: string): void {
    this.flush();
    const place = this.place;
    if (rest.length > LONGEST_HEADING_SOURCE) {
      throw new OutlineError(
        `line ${place.line}: a heading is longer than ${OUTLINE_LIMITS.heading} characters`,
        place,
      );
    }
    this.heading(level, plainInline(withoutClosingMarks(rest.trim())), place);
  }

  private heading(level: number, text: string, place: { line: number }): void {
    if (!this.builder.hasTitle) {
      const { title = this.titleAbove ?? text } = this.options;
      this.begin(level === 1 ? text : title, place);
      this.point = 'none';
      if (level === 1) return;
    }
    if (level <= 2) {
      this.builder.chapter(text, place);
      this.point = 'none';
    } else if (level === 3) {
      this.builder.page(text, place);
      this.point = 'none';
    } else {
      this.builder.point(text, place);
      this.point = 'heading';
    }
  }

  /** The title, and below it what came before it. */
  private begin(title: string, place: { line: number }): void {
    this.builder.title(title, place);
    for (const read of this.early) read();
  }

  private put(read: () => void): void {
    if (this.builder.hasTitle) read();
    else this.early.push(read);
  }

  private headingOf(line: string): RegExpExecArray | null {
    const tight = TIGHT_HEADING.exec(line);
    if (!tight || HEADING.test(line)) return HEADING.exec(line);
    // `#word` in a text is a word; as its first line, or below a title of that form, it is a heading.
    const isFirst = !this.builder.hasTitle && this.early.length === 0 && !this.pending;
    if (isFirst && tight[1] === '#') this.tight = true;
    return this.tight || tight[1] !== '#' ? tight : null;
  }

  private isUnderlined(pending: Pending, line: string): boolean {
    if (pending.bulletIndent !== undefined || pending.quoted || !UNDERLINE.test(line)) return false;
    return pending.words !== '' && pending.words.length <= OUTLINE_LIMITS.heading;
  }

  private readUnderlined({ words, line }: Pending, level: number): void {
    this.pending = undefined;
    this.heading(level, plainInline(words), { line: line + 1 });
  }

  private readTable(): void {
    this.flush();
    const place = this.place;
    const header = this.row(this.at);
    const rows: string[][] = [];
    let next = this.at + 2;
    while (next < this.end && this.lines[next]!.includes('|')) {
      rows.push(this.row(next));
      next += 1;
      if (rows.length > OUTLINE_LIMITS.nodes) break;
    }
    this.put(() => this.builder.table(header, rows, place));
    this.at = next - 1;
  }

  private row(at: number): string[] {
    const line = this.lines[at]!;
    if (line.length > OUTLINE_LIMITS.columns * LONGEST_HEADING_SOURCE) {
      throw new OutlineError(`line ${at + 1}: the table row is too long`, { line: at + 1 });
    }
    return splitRow(line);
  }

  /** Known comments carry what Markdown has no form for; others are the author's notes and stay out of the deck. */
  private readComment(line: string): void {
    this.flush();
    const start = this.at;
    const { place } = this;
    let words = line.slice(4);
    while (!words.includes('-->')) {
      this.at += 1;
      words = this.lines[this.at]!;
    }
    const close = words.indexOf('-->');
    const inner = /^\s*(catalog|ending|language|type)\s*[:：]\s*/i.exec(words.slice(0, 40));
    if (inner && this.at === start) {
      const value = plainInline(words.slice(inner[0].length, close).trim().slice(0, LONGEST_HEADING_SOURCE));
      this.put(() => this.readNote(inner[1]!.toLowerCase(), value, place));
    }
    // What follows on the line is read as a line of its own, in the loop: recursion would follow the author's depth.
    this.lines[this.at] = words.slice(close + 3);
    this.at -= 1;
  }

  private readNote(name: string, value: string, place: { line: number }): void {
    if (name === 'catalog') this.builder.catalog(value, place);
    else if (name === 'ending') this.builder.ending(value, place);
    else if (name === 'type') this.builder.nodeType(value);
    else if (value === 'en' || value === 'zh') this.builder.language(value);
  }

  private flush(): void {
    const pending = this.pending;
    if (!pending) return;
    this.pending = undefined;
    this.refuseEndless(pending);
    const place = { line: pending.line + 1 };
    if (pending.words === '') return;
    if (pending.bulletIndent === undefined || !this.isPoint(pending.bulletIndent)) {
      this.put(() => this.builder.text(plainInline(pending.words), place));
      if (this.point === 'none') this.point = 'paragraph';
      return;
    }
    const [lead, rest] = splitLead(pending.words);
    this.put(() => {
      this.builder.point(plainInline(lead), place);
      this.builder.text(plainInline(rest), place);
    });
    this.point = { bulletIndent: pending.bulletIndent };
  }

  /** A bullet below a page is a point; below a point, or further in than the bullet that made one, it is text. */
  private isPoint(indent: number): boolean {
    if (this.point === 'heading') return false;
    return typeof this.point === 'string' || indent <= this.point.bulletIndent;
  }

  /** The whole document in one code fence, as language models like to answer. */
  private stripFence(): void {
    while (this.at < this.end && this.lines[this.at]!.trim() === '') this.at += 1;
    const open = FENCE.exec(this.lines[this.at] ?? '');
    if (!open) return;
    this.at += 1;
    while (this.end > this.at && this.lines[this.end - 1]!.trim() === '') this.end -= 1;
    if (CLOSING_FENCE.test(this.lines[this.end - 1] ?? '')) this.end -= 1;
  }

  /** A fence that nothing closes would swallow the rest of the deck: its line alone is passed over. */
  private opensFence(line: string): boolean {
    const open = FENCE.exec(line);
    if (open && this.at < this.lastFence) this.fence = open[1]!;
    return open !== null;
  }

  private refuseEndless(pending: Pending): void {
    // Marks and escapes make the source longer than the words; twice the limit can never become legal text.
    if (pending.words.length > 2 * OUTLINE_LIMITS.paragraph) {
      throw new OutlineError(
        `line ${pending.line + 1}: a paragraph is longer than ${OUTLINE_LIMITS.paragraph} characters`,
        { line: pending.line + 1 },
      );
    }
  }

  /** For a text in which no heading was found. */
  private titleWithoutHeadings(): string {
    const { title = this.titleAbove, plainText } = this.options;
    if (title !== undefined && plainText) return title;
    const at = this.lines.findIndex((line) => line.trim() !== '');
    const line = at < 0 ? 1 : at + 1;
    const what = title === undefined ? 'title' : 'heading';
    throw new OutlineError(`line ${line}: the outline has no ${what}: it needs a line that begins with '# '`, { line });
  }

  private get place(): { line: number } {
    return { line: this.at + 1 };
  }
}

/** `**Lead**: the rest` is how models write a point with its text on one line. */
function splitLead(words: string): [lead: string, rest: string] {
  const close = words.startsWith('**') ? words.indexOf('**', 2) : -1;
  if (close <= 2) return [words, ''];
  const lead = words.slice(2, close).trim();
  const rest = words.slice(close + 2).trim();
  if (/[:：]$/.test(lead) && lead.length > 1) return [lead.slice(0, -1), rest];
  return /^[:：]/.test(rest) ? [lead, rest.slice(1)] : [words, ''];
}

/** `## Chapter ##` without the closing marks; "C#" keeps its own. */
function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  if (end === text.length) return text;
  return end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t' ? text.slice(0, end).trimEnd() : text;
}

function columns(indent: string): number {
  return indent.replaceAll('\t', '    ').length;
}
