import { guessHeadings, type HeadingCandidate } from './guessed-headings';
import type { DocumentBlock, ImportedDocument, ListItem } from './imported-document';
import { LONGEST_HEADING, LONGEST_TEXT, oneLine, plainText, textRuns, type WordElement } from './word-elements';
import type { StyleRole } from './word-styles';
import { tableRows } from './word-table';

/** Bullet characters that people type instead of using a list. */
const TYPED_BULLET = /^(?:[•●▪◦·‣∙■□◆➢✓-]|[–—](?=\s))\s*(?=\S)/u;
const TYPED_NUMBER = /^(?:\d{1,2}[.)](?=\s)|\d{1,2}、|[(（]\d{1,2}[)）]|[①-⑳])\s*(?=\S)/u;
const TABLE_CAPTION = /^(?:table|tab\.|表)\s*[\d一二三四五六七八九十]/i;
const LONGEST_CAPTION = 120;

/** Converts mammoth's document to the block kinds of a deck, in order. */
export function documentBlocks(document: WordElement, roleOf: (styleId: string) => StyleRole): ImportedDocument {
  const reader = new BlockReader(roleOf);
  for (const element of document.children ?? []) reader.read(element);
  return reader.finish();
}

class BlockReader {
  private readonly blocks: DocumentBlock[] = [];
  private readonly candidates: HeadingCandidate[] = [];
  private title: string | undefined;
  private caption: string | undefined;

  constructor(private readonly roleOf: (styleId: string) => StyleRole) {}

  read(element: WordElement): void {
    if (element.type === 'table') this.readTable(element);
    else if (element.type === 'paragraph') this.readParagraph(element);
    else for (const child of element.children ?? []) this.read(child);
  }

  finish(): ImportedDocument {
    const styled = this.blocks.some((block) => block.kind === 'heading');
    const blocks = styled ? this.blocks : guessHeadings(this.blocks, this.candidates);
    return this.title === undefined ? { blocks } : { title: this.title, blocks };
  }

  private readParagraph(paragraph: WordElement): void {
    const text = plainText(paragraph);
    if (text === '') return;
    const role = paragraph.styleId ? this.roleOf(paragraph.styleId) : 'body';
    const caption = this.caption;
    this.caption = undefined;
    if (role === 'contents') return;
    if (role === 'title' && this.title === undefined) {
      this.title = text.slice(0, LONGEST_HEADING);
    } else if (role === 'title') {
      this.blocks.push({ kind: 'heading', level: 1, text: text.slice(0, LONGEST_HEADING) });
    } else if (typeof role === 'object') {
      this.blocks.push({ kind: 'heading', level: role.heading, text: text.slice(0, LONGEST_HEADING) });
    } else if (role === 'caption' || (TABLE_CAPTION.test(text) && text.length <= LONGEST_CAPTION)) {
      // Captions of tables are above or below them; captions of images mean nothing without the image.
      const table = this.blocks.at(-1);
      if (TABLE_CAPTION.test(text) && caption === undefined && table?.kind === 'table' && !table.caption) {
        table.caption = text;
      } else this.caption = text;
    } else {
      this.readText(paragraph, text, role);
    }
  }

  private readText(paragraph: WordElement, text: string, role: StyleRole): void {
    const lead = leadOf(paragraph, text);
    if (paragraph.numbering || role === 'list') {
      const level = Number(paragraph.numbering?.level ?? 0);
      this.candidates.push({ block: this.addItem({ level: Number.isFinite(level) ? level : 0, text, lead }), text });
      return;
    }
    const mark = TYPED_BULLET.exec(text)?.[0] ?? TYPED_NUMBER.exec(text)?.[0];
    if (mark !== undefined) {
      const item: ListItem = { level: 0, text: text.slice(mark.length), lead: Math.max(0, lead - mark.length) };
      if (item.text !== '') {
        this.addItem(item);
        return;
      }
    }
    this.blocks.push({ kind: 'paragraph', text, lead });
    const sizes = textRuns(paragraph).flatMap((run) => (run.text.trim() === '' ? [] : [run.size]));
    this.candidates.push({
      block: this.blocks.length - 1,
      text,
      bold: lead >= text.length,
      size: sizes.every((size) => size === sizes[0]) ? sizes[0] : undefined,
    });
  }

  private addItem(item: ListItem): number {
    const last = this.blocks.at(-1);
    if (last?.kind === 'list') last.items.push(item);
    else this.blocks.push({ kind: 'list', items: [item] });
    return this.blocks.length - 1;
  }

  private readTable(table: WordElement): void {
    const { caption } = this;
    this.caption = undefined;
    const rows = tableRows(table);
    if (rows.length === 0) return;
    // A frame around text is stored as a table with one cell or one column; its content is text.
    if (rows[0]!.length === 1) {
      for (const [cell] of rows) this.blocks.push({ kind: 'paragraph', text: cell!, lead: 0 });
      return;
    }
    this.blocks.push(caption === undefined ? { kind: 'table', rows } : { kind: 'table', rows, caption });
  }
}

/** Length of the bold text at the start; the whole length if everything is bold. */
function leadOf(paragraph: WordElement, text: string): number {
  let bold = '';
  for (const run of textRuns(paragraph)) {
    if (!run.bold && run.text.trim() !== '') break;
    bold += run.text;
  }
  const lead = oneLine(bold).slice(0, LONGEST_TEXT);
  return text.startsWith(lead) ? lead.length : 0;
}
