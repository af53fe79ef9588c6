import { codeText, linesOfCode } from './code-text';
import { MOST_LINKS } from './links';
import type { Chapter, Code, Language, Link, Outline, Page, Picture, Point } from './outline';
import {
  cleanText,
  DEFAULT_HEADINGS,
  detectLanguage,
  OUTLINE_LIMITS,
  OutlineError,
  type OutlineErrorPlace,
  type OutlineFault,
  outlineWords,
} from './outline-limits';
import { countOn, marksOf, type PointMarks } from './point-marks';

/**
 * Builds an outline from headings and paragraphs in reading order, for both the Markdown reader and the tree reader. It
 * enforces their common rules: the limits, and that misplaced text gets the missing levels (a page takes the name of
 * its chapter, a point that of its page) instead of being lost.
 */
export class OutlineBuilder {
  private readonly chapters: Chapter[] = [];
  private deckTitle: string | undefined;
  private currentChapter: Chapter | undefined;
  private currentPage: Page | undefined;
  private currentPoint: Point | undefined;
  private catalogHeading: string | undefined;
  private endingText: string | undefined;
  private bylineText: string | undefined;
  private statedLanguage: Language | undefined;
  private nodes = 0;

  /** @param strict false: accepts everything, for counting and display */
  constructor(private readonly strict = true) {}

  get hasTitle(): boolean {
    return this.deckTitle !== undefined;
  }

  get hasPage(): boolean {
    return this.currentPage !== undefined;
  }

  /** The outline read so far. */
  get read(): Pick<Outline, 'title' | 'chapters'> {
    return { title: this.deckTitle ?? '', chapters: this.chapters };
  }

  /** @throws OutlineError whose message starts with the place */
  refuse(fault: OutlineFault, what: string, place: OutlineErrorPlace): void {
    if (!this.strict) return;
    const where =
      place.line !== undefined ? `line ${place.line}: ` : place.path !== undefined ? `node ${place.path}: ` : '';
    throw new OutlineError(where + what, place, fault);
  }

  tooLong(what: string, limit: 'heading' | 'paragraph', place: OutlineErrorPlace): void {
    this.refuse('too-long', `${what} is longer than ${OUTLINE_LIMITS[limit]} characters`, place);
  }

  title(value: string, place: OutlineErrorPlace): void {
    this.deckTitle = this.heading(value, 'title', place);
  }

  catalog(value: string, place: OutlineErrorPlace): void {
    this.catalogHeading = this.heading(value, 'contents heading', place);
  }

  ending(value: string, place: OutlineErrorPlace): void {
    this.endingText = this.heading(value, 'ending', place);
  }

  byline(value: string): void {
    const text = cleanText(value);
    if (text !== '' && text.length <= OUTLINE_LIMITS.heading) this.bylineText = text;
  }

  language(language: Language): void {
    this.statedLanguage = language;
  }

  chapter(value: string, place: OutlineErrorPlace, nodeType?: string): void {
    this.currentChapter = { title: this.heading(value, 'chapter', place), pages: [] };
    if (nodeType !== undefined) this.currentChapter.nodeType = nodeType;
    this.chapters.push(this.currentChapter);
    this.currentPage = undefined;
    this.currentPoint = undefined;
  }

  page(value: string, place: OutlineErrorPlace, nodeType?: string): void {
    if (!this.currentChapter) this.chapter(this.deckTitle ?? value, place);
    this.currentPage = { title: this.heading(value, 'page', place), blocks: [] };
    if (nodeType !== undefined) this.currentPage.nodeType = nodeType;
    this.currentChapter!.pages.push(this.currentPage);
    this.currentPoint = undefined;
  }

  point(
    value: string,
    place: OutlineErrorPlace,
    { nodeType, ...marks }: PointMarks & Pick<Point, 'nodeType'> = {},
  ): void {
    this.needPage(value, place);
    this.currentPoint = { kind: 'point', title: this.heading(value, 'point', place), text: [], ...marksOf(marks) };
    if (nodeType !== undefined) this.currentPoint.nodeType = nodeType;
    this.currentPage!.blocks.push(this.currentPoint);
  }

  /** Adds a paragraph to the current point; empty ones are ignored. */
  text(value: string, place: OutlineErrorPlace): void {
    const paragraph = cleanText(value);
    if (paragraph === '') return;
    if (paragraph.length > OUTLINE_LIMITS.paragraph) this.tooLong('a paragraph', 'paragraph', place);
    if (!this.currentPoint) {
      this.needPage(paragraph.slice(0, OUTLINE_LIMITS.heading), place);
      this.point(this.currentPage!.title, place);
    }
    this.count(1, place);
    this.currentPoint!.text.push(paragraph);
  }

  /** Rows that are too short are padded; cells beyond the last column are appended to its text. */
  table(header: string[], rows: string[][], place: OutlineErrorPlace): void {
    this.needPage(header[0] ?? '', place);
    const width = header.length;
    if (width === 0) this.refuse('empty-heading', 'the table has no columns', place);
    if (width > OUTLINE_LIMITS.columns) {
      this.refuse('too-large', `the table has more than ${OUTLINE_LIMITS.columns} columns`, place);
    }
    this.count(rows.length + 1, place);
    this.currentPage!.blocks.push({
      kind: 'table',
      header: this.cells(header, width, place),
      rows: rows.map((row) => this.cells(row, width, place)),
    });
  }

  /** Adds a block of code; an empty one is ignored. A paragraph below it starts a point of its own. */
  code(lines: readonly string[], place: OutlineErrorPlace): void {
    const code: Code = { kind: 'code', text: codeText(lines) };
    if (code.text === '') return;
    const shown = linesOfCode(code);
    this.needPage(cleanText(shown[0]!).slice(0, OUTLINE_LIMITS.heading), place);
    if (shown.some((line) => line.length > OUTLINE_LIMITS.paragraph)) {
      this.tooLong('a line of code', 'paragraph', place);
    }
    this.count(shown.length, place);
    this.apart(code);
  }

  /** Adds an image. A paragraph below it starts a point of its own. */
  picture(picture: Picture, place: OutlineErrorPlace): void {
    const { alt, caption = '' } = picture;
    this.needPage(caption || alt, place);
    if (Math.max(alt.length, caption.length) > OUTLINE_LIMITS.heading) {
      this.tooLong('the text of an image', 'heading', place);
    }
    this.count(1, place);
    this.apart(picture);
  }

  /** Adds a paragraph to the speaker notes of the current page. Outside of a page it is ignored. */
  note(value: string, place: OutlineErrorPlace): void {
    const text = cleanText(value).slice(0, OUTLINE_LIMITS.paragraph);
    if (!this.currentPage || text === '') return;
    this.count(1, place);
    this.currentPage.notes = [...(this.currentPage.notes ?? []), text];
  }

  /** Adds links to the current page, which has their words. */
  links(links: readonly Link[]): void {
    const page = this.currentPage;
    if (!page || links.length === 0) return;
    page.links = [...(page.links ?? []), ...links].slice(0, MOST_LINKS);
  }

  /** Sets an unknown node type on the newest chapter, page or point. */
  nodeType(type: string): void {
    const newest = this.currentPoint ?? this.currentPage ?? this.currentChapter;
    if (newest && type !== '') newest.nodeType = type;
  }

  /** Sets marks of the newest point. */
  marks(marks: PointMarks): void {
    if (this.currentPoint) Object.assign(this.currentPoint, marks);
  }

  /**
   * @param fallback language if the outline states none (default: detected from the text).
   * @param before an earlier version in the same language, from which unstated contents and ending headings are kept.
   */
  finish(fallback?: Language, before?: Outline): Outline {
    const { title } = this.read;
    if (this.chapters.length === 0) {
      this.refuse('no-chapter', 'the outline has no chapters: add at least one', {});
    }
    const language =
      this.statedLanguage ?? fallback ?? detectLanguage(outlineWords({ title, chapters: this.chapters }));
    for (const page of this.chapters.flatMap(({ pages }) => pages)) countOn(page.blocks);
    const outline: Outline = { title, language, chapters: this.chapters };
    const byline = this.bylineText ?? before?.byline;
    if (byline !== undefined) outline.byline = byline;
    const own = DEFAULT_HEADINGS[language];
    const kept = before?.language === language ? before : undefined;
    const catalog = this.catalogHeading ?? kept?.catalog;
    const ending = this.endingText ?? kept?.ending;
    if (catalog !== undefined && catalog !== own.catalog) outline.catalog = catalog;
    if (ending !== undefined && ending !== own.ending) outline.ending = ending;
    return outline;
  }

  private apart(block: Code | Picture): void {
    const page = this.currentPage!;
    page.blocks.push(block);
    if (this.currentPoint?.title === page.title) this.currentPoint = undefined;
  }

  private needPage(value: string, place: OutlineErrorPlace): void {
    if (this.currentPage) return;
    this.page(this.currentChapter?.title ?? this.deckTitle ?? value, place);
  }

  private heading(value: string, what: string, place: OutlineErrorPlace): string {
    const text = cleanText(value);
    if (text === '') this.refuse('empty-heading', `the ${what} is empty`, place);
    if (text.length > OUTLINE_LIMITS.heading) this.tooLong(`the ${what}`, 'heading', place);
    this.count(1, place);
    return text;
  }

  private cells(row: string[], width: number, place: OutlineErrorPlace): string[] {
    const cells = row.slice(0, width).map(cleanText);
    while (cells.length < width) cells.push('');
    const surplus = row.slice(width).map(cleanText).filter(Boolean);
    if (surplus.length > 0) cells[width - 1] = [cells[width - 1], ...surplus].filter(Boolean).join(' ');
    if (cells.some((cell) => cell.length > OUTLINE_LIMITS.heading)) this.tooLong('a table cell', 'heading', place);
    return cells;
  }

  private count(nodes: number, place: OutlineErrorPlace): void {
    this.nodes += nodes;
    if (this.nodes > OUTLINE_LIMITS.nodes) {
      const what = `the outline has more than ${OUTLINE_LIMITS.nodes} headings, paragraphs and table rows`;
      this.refuse('too-large', what, place);
    }
  }
}
