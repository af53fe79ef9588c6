import { LEVELS, type MarkdownBlock, markdownBlocks } from './markdown-blocks';
import { plainInline } from './markdown-inline';
import { type Link, SUB_LEVEL } from './outline';
import type { OutlineBuilder } from './outline-builder';
import { OUTLINE_LIMITS } from './outline-limits';
import { isBold, listNumber, marksOf, type PointMarks } from './point-marks';
import { inQuotationMarks } from './quotation-marks';

export interface ReadingOptions {
  /** Title for a text without a `# ` heading. */
  title?: string | undefined;
  /** Whether a text without headings is accepted as a deck of one page. */
  plainText?: boolean;
}

type Bullet = Extract<MarkdownBlock, { kind: 'bullet' }>;

const emphasis = (marked: boolean): PointMarks => (marked ? { marked: true } : {});

/** The origin of the current point determines the meaning of a bullet below it. */
type PointOrigin = 'none' | 'heading' | 'paragraph' | { indent: number };

/** Marks and escapes make the source longer than the text, but never this much, so the rest is not read. */
const LONGEST_HEADING_SOURCE = 4 * OUTLINE_LIMITS.heading;
const LONGEST_PARAGRAPH_SOURCE = 2 * OUTLINE_LIMITS.paragraph;
/** Name of the comment with a paragraph for the speaker. */
const SPEAKER_NOTES = 'speaker-notes';
/** A paragraph that is nothing but an image. */
const IMAGE = /^!\[[^[\]\\]*\]\([^()\\]*\)$/;

/** Reads the blocks of a text into an outline builder. */
export class MarkdownReader {
  private titleAbove: string | undefined;
  /** Blocks that were read before the title was known. */
  private readonly early: (() => void)[] = [];
  private point: PointOrigin = 'none';
  /** Indentation of the bullets below the current point. */
  private below = Number.POSITIVE_INFINITY;

  constructor(
    private readonly builder: OutlineBuilder,
    private readonly options: ReadingOptions = {},
  ) {}

  read(markdown: string): void {
    for (const block of markdownBlocks(markdown)) this.readBlock(block);
    if (!this.builder.hasTitle) this.readWithoutHeadings(markdown);
  }

  private readBlock(block: MarkdownBlock): void {
    const place = { line: block.line };
    switch (block.kind) {
      case 'front matter':
        this.titleAbove = block.title;
        this.put(() => this.builder.byline(block.byline));
        break;
      case 'heading':
        if (block.source.length > LONGEST_HEADING_SOURCE) this.builder.tooLong('a heading', 'heading', place);
        this.readHeading(block.level, block.source, place);
        break;
      case 'bullet':
        this.bullet(block, place);
        break;
      case 'paragraph':
        this.paragraph(block.source, place, block.quoted);
        break;
      case 'code':
        this.put(() => this.builder.code(block.lines, place));
        break;
      case 'picture':
        this.put(() => this.builder.picture(block.picture, place));
        break;
      case 'table':
        this.put(() => {
          this.builder.table(block.header, block.rows, place);
          this.builder.links(block.links);
        });
        break;
      case 'note': {
        const longest = block.name === SPEAKER_NOTES ? LONGEST_PARAGRAPH_SOURCE : LONGEST_HEADING_SOURCE;
        const value = plainInline(block.source.slice(0, longest));
        this.put(() => this.note(block.name, value, place));
      }
    }
  }

  /** A title or a chapter cannot have links. */
  private readHeading(level: number, source: string, place: { line: number }): void {
    const links: Link[] = [];
    this.heading(level, plainInline(source, links), place, emphasis(isBold(source)));
    if (level >= LEVELS.page) this.builder.links(links);
  }

  private heading(level: number, text: string, place: { line: number }, marks: PointMarks): void {
    if (!this.builder.hasTitle) {
      const { title = this.titleAbove ?? text } = this.options;
      this.begin(level === LEVELS.title ? text : title, place);
    }
    this.point = level === LEVELS.point ? 'heading' : 'none';
    this.below = Number.POSITIVE_INFINITY;
    if (level === LEVELS.chapter) this.builder.chapter(text, place);
    else if (level === LEVELS.page) this.builder.page(text, place);
    else if (level === LEVELS.point) this.builder.point(text, place, marks);
  }

  /** Starts the outline with the title, followed by the blocks before it. */
  private begin(title: string, place: { line: number }): void {
    this.builder.title(title, place);
    for (const read of this.early) read();
  }

  private put(read: () => void): void {
    if (this.builder.hasTitle) read();
    else this.early.push(read);
  }

  private paragraph(source: string, place: { line: number }, quoted = false): void {
    if (source.length > LONGEST_PARAGRAPH_SOURCE) this.builder.tooLong('a paragraph', 'paragraph', place);
    const links: Link[] = [];
    const plain = plainInline(source, links);
    const text = quoted ? inQuotationMarks(plain) : plain;
    const isOwnPoint = text !== plain && typeof this.point !== 'string';
    const isImage = IMAGE.test(source);
    this.put(() => {
      // The description of an image that is not shown is not content. The image is reported with it.
      if (isImage && this.builder.hasPage) return;
      if (isOwnPoint && text.length <= OUTLINE_LIMITS.heading) this.builder.point(text, place);
      else this.builder.text(text, place);
      this.builder.links(links);
    });
    if (this.point === 'none') this.point = 'paragraph';
  }

  private bullet({ source, indent, number }: Bullet, place: { line: number }): void {
    if (!this.isPoint(indent)) {
      // A text has no field for its number, so the number is part of its words.
      const words = withTaskMark(source);
      this.below = Math.min(this.below, indent);
      const level = indent > this.below ? SUB_LEVEL : '';
      this.paragraph(level + (number === undefined ? words : `${number}. ${words}`), place);
      return;
    }
    this.below = Number.POSITIVE_INFINITY;
    if (source.length > LONGEST_PARAGRAPH_SOURCE) this.builder.tooLong('a paragraph', 'paragraph', place);
    const links: Link[] = [];
    const { mark, words: item } = taskOf(source);
    const [lead, rest] = splitLead(item).map((words) => plainInline(words, links)) as [string, string];
    const marks = { ...marksOf({ number }), ...emphasis(rest !== '' || isBold(item)) };
    this.put(() => {
      this.builder.point(mark + lead, place, marks);
      this.builder.text(rest, place);
      this.builder.links(links);
    });
    this.point = { indent };
  }

  /**
   * A bullet below a page is a point; a bullet below a point, or indented further than the bullet of a point, is text.
   */
  private isPoint(indent: number): boolean {
    if (this.point === 'heading') return false;
    return typeof this.point === 'string' || indent <= this.point.indent;
  }

  private note(name: string, value: string, place: { line: number }): void {
    if (name === 'byline') this.builder.byline(value);
    else if (name === 'catalog') this.builder.catalog(value, place);
    else if (name === 'ending') this.builder.ending(value, place);
    else if (name === 'type') this.builder.nodeType(value);
    else if (name === 'number') this.builder.marks(marksOf({ number: listNumber(value) }));
    else if (name === 'mark') this.builder.marks({ marked: true });
    else if (name === SPEAKER_NOTES) this.builder.note(value, place);
    else if (value === 'en' || value === 'zh') this.builder.language(value);
  }

  private readWithoutHeadings(markdown: string): void {
    const { title = this.titleAbove, plainText } = this.options;
    if (title !== undefined && plainText) {
      this.begin(title, { line: 1 });
      return;
    }
    const missing = title === undefined ? 'title' : 'heading';
    const above = markdown.slice(0, Math.max(0, markdown.search(/\S/)));
    const place = { line: above.split(/\r\n|\r|\n/).length };
    const what = `the outline has no ${missing}: add a line that starts with '# '`;
    this.builder.refuse(markdown.trim() === '' ? 'empty' : 'no-title', what, place);
    if (title !== undefined) this.builder.title(title, place);
  }
}

/** `[x]` or `[ ]` at the start of a list item. */
const TASK = /^\[([ xX])\]\s+(?=\S)/;

/** The item of a task list, and a mark that tells whether it is done. The deck's own faces have both marks. */
function taskOf(source: string): { mark: string; words: string } {
  const found = TASK.exec(source);
  if (!found) return { mark: '', words: source };
  return { mark: found[1] === ' ' ? '□ ' : '✓ ', words: source.slice(found[0].length) };
}

function withTaskMark(source: string): string {
  const { mark, words } = taskOf(source);
  return mark + words;
}

/** Splits `**Lead**: the rest`, the form in which models write a point and its text on one line. */
function splitLead(words: string): [lead: string, rest: string] {
  const close = words.startsWith('**') ? words.indexOf('**', 2) : -1;
  if (close <= 2) return [words, ''];
  const lead = words.slice(2, close).trim();
  const rest = words.slice(close + 2).trim();
  if (/[:：]$/.test(lead) && lead.length > 1) return [lead.slice(0, -1), rest];
  return /^[:：]/.test(rest) ? [lead, rest.slice(1)] : [words, ''];
}
