import { given } from '../../core/given';
import type { LeftOut, LeftOutKind } from '../../outline/left-out';
import { DrawingReader, type DrawnPicture } from './drawings';
import { formulaText } from './formula';
import { isContentsLine } from './front-page';
import { isFigureCaption, oneLine } from './word-elements';
import type { WordParts } from './word-package';
import { headersOf, LONGEST_PASSAGE, type Notes, named, notesIn, targets, textOf } from './word-parts';
import type { StyleRole } from './word-styles';
import { scanXml } from './xml-scan';

/** A paragraph that is being read. Text boxes have paragraphs inside paragraphs. */
interface OpenParagraph {
  text: string;
  role: StyleRole;
  level: number | undefined;
  /** The text box that it is in. */
  box: LeftOut | undefined;
}

interface WordInventory {
  parts: LeftOut[];
  /** What the images among the parts show. */
  drawn: ReadonlyMap<LeftOut, DrawnPicture>;
}

/** Levels of a list that a slide always shows: a point and its text. */
const SHOWN_LEVELS = 2;

/**
 * Lists every part of a document that a reader would notice: its passages, images, notes, formulas, links and so on,
 * each with its place. It reads the XML itself, so it also finds what the import does not know.
 */
export function wordInventory(parts: WordParts, roleOf: (styleId: string) => StyleRole): WordInventory {
  const main = named(parts, /(?:^|\/)document\d*\.xml$/i);
  if (main === undefined) return { parts: [], drawn: new Map() };
  const notes: Notes = {
    footnote: notesIn(parts, 'footnote'),
    endnote: notesIn(parts, 'endnote'),
    comment: notesIn(parts, 'comment'),
  };
  const inventory = new Inventory(roleOf, notes, targets(parts));
  const xml = textOf(parts, main);
  inventory.read(xml);
  return { parts: [...inventory.parts, ...headersOf(parts)], drawn: inventory.drawn };
}

class Inventory {
  readonly parts: LeftOut[] = [];
  readonly drawn = new Map<LeftOut, DrawnPicture>();
  private readonly drawings = new DrawingReader();
  private heading: string | undefined;
  private page = 1;
  /** Word saves where its pages ended; other programs do not, so nothing is known about pages. */
  private paged = false;
  private readonly paragraphs: OpenParagraph[] = [];
  private readonly boxes: LeftOut[] = [];
  private fallback = 0;
  private deleted: string | undefined;
  private field: string | undefined;
  private formula: { start: number; depth: number } | undefined;
  private drawing: LeftOut | undefined;
  /** Images without alt text; their text is the name that the word processor gave them. */
  private readonly unnamed = new Set<LeftOut>();
  private reading: 'text' | 'deleted' | 'field' | undefined;
  private xml = '';

  constructor(
    private readonly roleOf: (styleId: string) => StyleRole,
    private readonly notes: Notes,
    private readonly links: ReadonlyMap<string, string>,
  ) {}

  read(xml: string): void {
    this.xml = xml;
    this.paged = xml.includes('<w:lastRenderedPageBreak');
    scanXml(xml, {
      open: (name, attribute, start) => this.open(name, attribute, start),
      close: (name, end) => this.close(name, end),
      text: (text) => this.text(text),
    });
  }

  private open(name: string, attribute: (name: string) => string | undefined, start: number): void {
    if (name === 'mc:Fallback') this.fallback += 1;
    if (this.fallback > 0) return;
    if (this.formula !== undefined) {
      if (name === 'm:oMath') this.formula.depth += 1;
      return;
    }
    const paragraph = this.paragraphs.at(-1);
    const picture = this.drawings.read(name, attribute);
    switch (name) {
      case 'w:p':
        this.paragraphs.push({ text: '', role: 'body', level: undefined, box: this.boxes.at(-1) });
        break;
      case 'w:pStyle':
        if (paragraph) this.style(paragraph, attribute('w:val') ?? '');
        break;
      case 'w:ilvl':
        if (paragraph) paragraph.level = Number(attribute('w:val') ?? 0);
        break;
      case 'w:t':
        this.reading = 'text';
        break;
      case 'w:tab':
      case 'w:cr':
      case 'w:br':
        if (paragraph) paragraph.text += ' ';
        break;
      case 'w:lastRenderedPageBreak':
        this.page += 1;
        break;
      case 'w:delText':
        this.reading = 'deleted';
        break;
      case 'w:del':
        this.deleted ??= '';
        break;
      case 'w:instrText':
        this.reading = 'field';
        this.field = '';
        break;
      case 'm:oMath':
        this.formula = { start, depth: 1 };
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
      case 'w:commentReference':
        this.note(name.slice(2, -'Reference'.length) as keyof Notes, attribute('w:id'));
        break;
      case 'w:hyperlink': {
        const target = this.links.get(attribute('r:id') ?? '');
        if (target !== undefined) this.add('link', target);
        break;
      }
      case 'wp:docPr': {
        const alt = attribute('descr') || attribute('title');
        this.drawing = { kind: 'drawing', text: alt || attribute('name') || '' };
        if (!alt) this.unnamed.add(this.drawing);
        break;
      }
      case 'a:blip':
        this.add('image', this.drawing?.text);
        if (this.drawing && this.unnamed.has(this.drawing)) this.unnamed.add(this.parts.at(-1)!);
        this.drawing = undefined;
        this.drawn.set(this.parts.at(-1)!, picture!);
        break;
      case 'v:imagedata':
        this.add('image', attribute('o:title'));
        this.drawn.set(this.parts.at(-1)!, picture!);
        break;
      case 'c:chart':
      case 'cx:chart':
      case 'dgm:relIds':
        this.add(name === 'dgm:relIds' ? 'diagram' : 'chart', this.drawing?.text);
        this.drawing = undefined;
        break;
      case 'o:OLEObject':
        this.add('object', attribute('ProgID'));
        break;
      case 'w:txbxContent':
        this.drawing = undefined;
        this.boxes.push({ ...this.placed('text box', ''), text: '' });
        break;
    }
  }

  private close(name: string, end: number): void {
    if (name === 'mc:Fallback') this.fallback -= 1;
    if (this.fallback > 0 || name === 'mc:Fallback') return;
    if (this.formula !== undefined) {
      if (name !== 'm:oMath') return;
      this.formula.depth -= 1;
      if (this.formula.depth === 0) this.closeFormula(end);
      return;
    }
    switch (name) {
      case 'w:p':
        this.closeParagraph();
        break;
      case 'w:t':
      case 'w:delText':
        this.reading = undefined;
        break;
      case 'w:instrText':
        this.reading = undefined;
        this.closeField();
        break;
      case 'w:del':
        if (oneLine(this.deleted ?? '') !== '') this.add('deletion', oneLine(this.deleted!));
        this.deleted = undefined;
        break;
      case 'w:txbxContent': {
        const box = this.boxes.pop();
        if (box !== undefined && box.text !== '') this.parts.push(box);
        break;
      }
      case 'wp:inline':
      case 'wp:anchor':
        // A shape without image, chart or text, such as an arrow.
        if (this.drawing !== undefined) this.add('drawing', this.drawing.text);
        this.drawing = undefined;
        break;
    }
  }

  private text(text: string): void {
    if (this.fallback > 0 || this.formula !== undefined) return;
    const paragraph = this.paragraphs.at(-1);
    if (this.reading === 'text' && paragraph && paragraph.text.length < LONGEST_PASSAGE) paragraph.text += text;
    else if (this.reading === 'deleted') this.deleted = `${this.deleted ?? ''}${text}`.slice(0, 500);
    else if (this.reading === 'field') this.field = `${this.field ?? ''}${text}`.slice(0, 2_000);
  }

  private style(paragraph: OpenParagraph, id: string): void {
    paragraph.role = this.roleOf(id);
    const level = /^List(?:Bullet|Number|Continue)?\s?([2-9])$/i.exec(id)?.[1];
    if (level !== undefined) paragraph.level ??= Number(level) - 1;
  }

  private closeField(): void {
    const target = /^\s*HYPERLINK\s+"([^"]+)"/.exec(this.field ?? '')?.[1];
    if (target !== undefined) this.add('link', target);
  }

  private closeFormula(end: number): void {
    const text = formulaText(this.xml.slice(this.formula!.start, end));
    this.formula = undefined;
    this.add('formula', text);
    const paragraph = this.paragraphs.at(-1);
    if (paragraph) paragraph.text += text;
  }

  private closeParagraph(): void {
    const paragraph = this.paragraphs.pop();
    if (paragraph === undefined) return;
    const text = oneLine(paragraph.text);
    if (text === '') return;
    const { box, role, level = 0 } = paragraph;
    if (box !== undefined) {
      box.text = `${box.text} ${text}`.trim();
      return;
    }
    // The deck has a contents slide of its own.
    if (role === 'contents' || isContentsLine(text)) return;
    if (typeof role === 'object') this.heading = text;
    if (this.captioned(text, role)) return;
    this.add('text', text);
    if (level >= SHOWN_LEVELS) this.add('nesting', text);
  }

  /** Gives the images right above a caption that caption. */
  private captioned(text: string, role: StyleRole): boolean {
    if (role !== 'caption' && !isFigureCaption(text)) return false;
    const above = this.parts.slice(this.parts.findLastIndex(({ kind, caption }) => kind !== 'image' || caption) + 1);
    for (const image of above) {
      image.caption = text;
      if (this.unnamed.has(image)) delete image.text;
    }
    return above.length > 0;
  }

  private note(kind: keyof Notes, id: string | undefined): void {
    const text = this.notes[kind].get(id ?? '');
    if (text !== undefined) this.add(kind, text);
  }

  private add(kind: LeftOutKind, text: string | undefined): void {
    this.parts.push(this.placed(kind, text ?? ''));
  }

  private placed(kind: LeftOutKind, text: string): LeftOut {
    return {
      kind,
      ...(text === '' ? {} : { text }),
      ...given({ heading: this.heading }),
      ...(this.paged ? { page: this.page } : {}),
    };
  }
}
