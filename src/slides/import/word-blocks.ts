import { codeText } from '../../outline/code-text';
import { withByline, withoutContents } from './front-page';
import { guessHeadings, type HeadingCandidate } from './guessed-headings';
import type { DocumentBlock, DocumentPicture, ImportedDocument, ListItem } from './imported-document';
import { shortened } from './sentence-split';
import { isTyped, isTypewritten, paragraphsIn, typedText } from './word-code';
import {
  hasImage,
  imagesIn,
  isFigureCaption,
  LONGEST_CAPTION,
  LONGEST_HEADING,
  LONGEST_TEXT,
  linksIn,
  type NoteMarks,
  oneLine,
  plainText,
  textRuns,
  type WordElement,
} from './word-elements';
import type { UsablePicture } from './word-media';
import { NoteReader } from './word-notes';
import type { StyleRole } from './word-styles';
import { tableRows } from './word-table';

/** Bullet characters that people type instead of using a list. */
const TYPED_BULLET = /^(?:[•●▪◦·‣∙■□◆➢✓-]|[–—](?=\s))\s*(?=\S)/u;
const TYPED_NUMBER = /^(?:\d{1,2}[.)](?=\s)|\d{1,2}、|[(（]\d{1,2}[)）]|[①-⑳])\s*(?=\S)/u;
const TABLE_CAPTION = /^(?:table|tab\.|表)\s*[\d一二三四五六七八九十]/i;
const SOURCE = /^(?:sources?|quellen?|来源|数据来源|资料来源)\s*[:：]\s*\S/i;
const LONGEST_SOURCE = 300;
/** Of the description of an image. */
const LONGEST_ALT = 300;

/**
 * Converts mammoth's document to the block kinds of a deck, in order.
 * @param pictureOf the image that an image element shows; undefined if it is left out
 */
export function documentBlocks(
  document: WordElement,
  roleOf: (styleId: string) => StyleRole,
  pictureOf: (image: WordElement) => UsablePicture | undefined = () => undefined,
): ImportedDocument {
  const reader = new BlockReader(roleOf, document.notes, !isTypewritten(document), pictureOf);
  for (const element of document.children ?? []) reader.read(element);
  const links = linksIn(document);
  return links.length === 0 ? reader.finish() : { ...reader.finish(), links };
}

class BlockReader {
  private readonly blocks: DocumentBlock[] = [];
  private readonly candidates: HeadingCandidate[] = [];
  private title: string | undefined;
  private caption: string | undefined;
  /** Whether the last paragraph that is not empty has an image. */
  private belowImage = false;
  /** Lines of code, and empty lines below them that may be inside it. */
  private code: string[] = [];
  /** Images above the title. */
  private readonly logos = new Set<DocumentBlock>();
  /** Lines of the title page by their style. */
  private readonly bylines = new Set<DocumentBlock>();
  private readonly notes: NoteReader;

  constructor(
    private readonly roleOf: (styleId: string) => StyleRole,
    notes: WordElement['notes'],
    /** Whether a monospaced face means code. */
    private readonly hasCodeFace: boolean,
    private readonly pictureOf: (image: WordElement) => UsablePicture | undefined,
  ) {
    this.notes = new NoteReader(notes);
  }

  read(element: WordElement): void {
    if (element.type === 'table') {
      this.closeCode();
      this.belowImage = false;
      if (!this.readTable(element)) this.addPictures(this.picturesIn(element));
    } else if (element.type === 'paragraph') this.readParagraph(element);
    else if (element.type === 'image') this.readImage(element);
    else for (const child of element.children ?? []) this.read(child);
    for (const text of this.notes.taken()) this.blocks.push({ kind: 'note', text });
  }

  finish(): ImportedDocument {
    this.closeCode();
    const styled = this.blocks.some((block) => block.kind === 'heading');
    const headed = styled ? this.blocks : guessHeadings(this.blocks, this.candidates);
    const blocks = withoutContents(headed.filter((block) => !this.logos.has(block)));
    return withByline(this.title === undefined ? { blocks } : { title: this.title, blocks }, this.bylines);
  }

  private readParagraph(paragraph: WordElement): void {
    const role = paragraph.styleId ? this.roleOf(paragraph.styleId) : 'body';
    if (this.isCode(paragraph, role)) {
      this.code.push(...typedText(paragraph).split('\n'));
      return;
    }
    const text = plainText(paragraph, this.notes.mark);
    const belowImage = this.belowImage || hasImage(paragraph);
    this.belowImage = hasImage(paragraph) || (belowImage && text === '');
    const pictures = this.picturesIn(paragraph);
    if (text === '') {
      this.addPictures(pictures);
      if (this.code.length > 0) this.code.push('');
      return;
    }
    this.closeCode();
    if (belowImage && (role === 'caption' || isFigureCaption(text)) && !TABLE_CAPTION.test(text)) {
      this.addPictures(pictures);
      this.captionPicture(text);
      return;
    }
    this.readWords(paragraph, text, role);
    this.addPictures(pictures);
  }

  private readWords(paragraph: WordElement, text: string, role: StyleRole): void {
    const caption = this.caption;
    this.caption = undefined;
    if (role === 'contents') return;
    if (role === 'title' && this.title === undefined) {
      this.title = text.slice(0, LONGEST_HEADING);
      for (const block of this.blocks) if (block.kind === 'picture') this.logos.add(block);
    } else if (role === 'title') {
      this.blocks.push({ kind: 'heading', level: 1, text: text.slice(0, LONGEST_HEADING) });
    } else if (typeof role === 'object') {
      this.blocks.push({ kind: 'heading', level: role.heading, text: text.slice(0, LONGEST_HEADING) });
    } else if (role === 'caption' || (TABLE_CAPTION.test(text) && text.length <= LONGEST_CAPTION)) {
      // Captions of tables are above or below them.
      const table = this.blocks.at(-1);
      if (TABLE_CAPTION.test(text) && caption === undefined && table?.kind === 'table' && !table.caption) {
        table.caption = text;
      } else this.caption = text;
    } else {
      this.readText(paragraph, text, role);
    }
  }

  /** An old image, which the parser moves behind its paragraph. */
  private readImage(image: WordElement): void {
    this.addPictures(this.picturesIn(image));
    this.belowImage = true;
  }

  private picturesIn(element: WordElement): DocumentPicture[] {
    return imagesIn(element).flatMap((image) => {
      const picture = this.pictureOf(image);
      return picture
        ? [{ kind: 'picture' as const, hash: picture.hash, alt: shortened(picture.alt, LONGEST_ALT) }]
        : [];
    });
  }

  /** Images next to each other are one figure: a caption above is that of the first. */
  private addPictures([first, ...others]: readonly DocumentPicture[]): void {
    if (first === undefined) return;
    this.closeCode();
    const { caption } = this;
    const isOwn = caption !== undefined && !TABLE_CAPTION.test(caption);
    this.blocks.push(isOwn ? { ...first, caption } : first, ...others);
    if (isOwn) this.caption = undefined;
  }

  /** A caption below is that of the last image. It means nothing without the image, if that is left out. */
  private captionPicture(text: string): void {
    const last = this.blocks.at(-1);
    if (last?.kind === 'picture' && last.caption === undefined) last.caption = shortened(text, LONGEST_HEADING / 2);
  }

  /** Words in a sentence can be set like code; a paragraph is code only as a whole, and outside of lists. */
  private isCode(paragraph: WordElement, role: StyleRole): boolean {
    if (paragraph.numbering) return false;
    return role === 'code' || (role === 'body' && this.hasCodeFace && isTyped(paragraph));
  }

  private closeCode(): void {
    const text = codeText(this.code);
    this.code = [];
    if (text !== '') this.blocks.push({ kind: 'code', text });
  }

  private readText(paragraph: WordElement, text: string, role: StyleRole): void {
    if (SOURCE.test(text) && text.length <= LONGEST_SOURCE && !paragraph.numbering) {
      this.blocks.push({ kind: 'note', text });
      return;
    }
    const lead = leadOf(paragraph, text, this.notes.mark);
    if (paragraph.numbering || role === 'list') {
      const level = Number(paragraph.numbering?.level ?? levelOf(paragraph.styleId ?? ''));
      const item: ListItem = { level: Number.isFinite(level) ? level : 0, text, lead };
      const ordered = paragraph.numbering
        ? paragraph.numbering.isOrdered
        : /^List\s?Number/i.test(paragraph.styleId ?? '');
      this.candidates.push({ block: this.addItem(ordered ? { ...item, ordered } : item), text });
      return;
    }
    const number = TYPED_NUMBER.exec(text)?.[0];
    const mark = TYPED_BULLET.exec(text)?.[0] ?? number;
    if (mark !== undefined) {
      const item: ListItem = {
        ...(mark === number ? { ordered: true } : {}),
        level: 0,
        text: text.slice(mark.length),
        lead: Math.max(0, lead - mark.length),
      };
      if (item.text !== '') {
        this.addItem(item);
        return;
      }
    }
    const block: DocumentBlock = { kind: 'paragraph', text, lead };
    this.blocks.push(block);
    if (role === 'byline') this.bylines.add(block);
    const sizes = textRuns(paragraph).flatMap((run) => (run.text.trim() === '' ? [] : [run.size]));
    this.candidates.push({
      block: this.blocks.length - 1,
      text,
      bold: lead >= text.length,
      size: sizes.every((size) => size === sizes[0]) ? sizes[0] : undefined,
    });
  }

  private addItem(item: ListItem): number {
    // A note of an item does not end the list.
    const at = this.blocks.findLastIndex((block) => block.kind !== 'note' || SOURCE.test(block.text));
    const last = this.blocks[at];
    if (last?.kind === 'list') {
      last.items.push(item);
      return at;
    }
    this.blocks.push({ kind: 'list', items: [item] });
    return this.blocks.length - 1;
  }

  /** Returns whether it read each paragraph, with its images. */
  private readTable(table: WordElement): boolean {
    const { caption } = this;
    this.caption = undefined;
    const rows = tableRows(table, this.notes.mark);
    if (rows.length === 0) return false;
    // A frame around text is stored as a table with one cell or one column; its content is text.
    if (rows[0]!.length === 1) {
      const paragraphs = [...paragraphsIn(table)].filter((each) => plainText(each) !== '');
      const isCode = paragraphs.every((each) => this.isCode(each, each.styleId ? this.roleOf(each.styleId) : 'body'));
      if (isCode) {
        for (const each of paragraphsIn(table)) this.readParagraph(each);
        this.closeCode();
      } else for (const [cell] of rows) this.blocks.push({ kind: 'paragraph', text: cell!, lead: 0 });
      return isCode;
    }
    this.blocks.push(caption === undefined ? { kind: 'table', rows } : { kind: 'table', rows, caption });
    return false;
  }
}

/** The list level of a style such as "List Bullet 2". */
function levelOf(styleId: string): number {
  const level = /^List(?:Bullet|Number|Continue)?\s?([2-9])$/i.exec(styleId)?.[1];
  return level === undefined ? 0 : Number(level) - 1;
}

/** Length of the bold text at the start; the whole length if everything is bold. */
function leadOf(paragraph: WordElement, text: string, marks: NoteMarks): number {
  let bold = '';
  for (const run of textRuns(paragraph, marks)) {
    if (!run.bold && run.text.trim() !== '') break;
    bold += run.text;
  }
  const lead = oneLine(bold).slice(0, LONGEST_TEXT);
  return text.startsWith(lead) ? lead.length : 0;
}
