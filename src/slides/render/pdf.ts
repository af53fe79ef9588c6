/**
 * Writes a deck as PDF: selectable text in embedded subset fonts, bookmarks, and tags for everything except decoration.
 */
import PDFDocument from 'pdfkit';
import { given } from '../../core/given';
import { bulletPiece } from './deck/bullets';
import {
  type Box,
  type Deck,
  type Fill,
  type Geometry,
  isGradient,
  PAGE,
  type Paragraph,
  type Shape,
  type Slide,
  type Stroke,
  type TextBox,
  type Tone,
} from './deck/deck';
import { gradientLine, shadowBoxes } from './deck/gradients';
import { type LinkBox, linkBoxes, underline } from './deck/link-boxes';
import { missingOn } from './deck/missing-images';
import { type PictureShape, wholeBox } from './deck/picture-shape';
import { addressOf } from './deck/targets';
import { outline, PdfLetters } from './pdf-drawing';
import { type PdfImage, pdfImages } from './pdf-images';

/** For a deck of unknown date, so that the same deck gives the same file. */
const noDate = new Date(Date.UTC(2024, 0, 1));

export async function writePdf(deck: Deck, created = noDate): Promise<Buffer> {
  const doc = new PDFDocument({
    size: [PAGE.w, PAGE.h],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: deck.tag,
    tagged: true,
    displayTitle: true,
    info: {
      Title: deck.title,
      ...given({ Author: deck.author }),
      CreationDate: created,
      ModDate: created,
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  new PdfWriter(doc, deck, await pdfImages(doc, deck.pictures)).write();
  // The library's own subset PDF/UA writes incomplete lists of characters, which the standard forbids.
  (doc as unknown as { appendXML(xml: string): void }).appendXML(UNIVERSAL_ACCESS);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

const UNIVERSAL_ACCESS =
  '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>';

const destinationOf = (slide: number): string => `slide-${slide + 1}`;

/** Screen readers read the header of a column with each of its cells. */
function scopeToColumn(element: PDFKit.PDFStructureElement): void {
  const { dictionary } = element as unknown as { dictionary: { data: Record<string, unknown> } };
  dictionary.data.A = { O: 'Table', Scope: 'Column' };
}

const corners = ({ x, y, w, h }: Box): [number, number, number, number] => [x, y, x + w, y + h];

class PdfWriter {
  private readonly letters: PdfLetters;

  constructor(
    private readonly doc: PDFKit.PDFDocument,
    private readonly deck: Deck,
    private readonly images: ReadonlyMap<string, PdfImage>,
  ) {
    this.letters = new PdfLetters(doc);
  }

  write(): void {
    const { doc, deck } = this;
    const root = doc.struct('Document');
    doc.addStructure(root);
    let branch = doc.outline;
    for (const [index, slide] of deck.slides.entries()) {
      doc.addPage();
      doc.addNamedDestination(destinationOf(index), 'Fit');
      if (slide.kind === 'chapter') branch = doc.outline.addItem(slide.title);
      else if (slide.layout === 'page') branch.addItem(slide.title);
      else doc.outline.addItem(slide.title);
      const section = doc.struct('Sect', { title: slide.title });
      root.add(section);
      this.slide(slide, section);
      section.end();
    }
    root.end();
  }

  private slide(slide: Slide, section: PDFKit.PDFStructureElement): void {
    const layout = this.deck.layouts.find((each) => each.name === slide.layout)!;
    this.artifact(() => {
      this.fill(layout.ground, { x: 0, y: 0, ...PAGE }, () => this.doc.rect(0, 0, PAGE.w, PAGE.h));
      for (const shape of layout.shapes) this.drawing(shape);
    });
    const missing = missingOn(this.deck, slide);
    for (const [index, shape] of slide.shapes.entries()) {
      const next = slide.shapes[index + 1];
      // The label of a box in place of an image is in front of it.
      if (shape.kind === 'text' && next?.kind === 'picture' && !this.images.has(next.hash)) {
        this.tagged('Figure', section, () => this.text(shape), { alt: missing.shift()!, bbox: corners(next.box) });
      } else if (shape.kind === 'text') this.textBox(shape, section);
      else if (shape.kind === 'table') this.table(shape, section);
      else if (shape.kind === 'picture' && !this.images.has(shape.hash)) continue;
      else if (shape.alt === undefined) this.artifact(() => this.drawing(shape));
      else this.figure(shape, shape.alt, section);
    }
  }

  private figure(shape: Exclude<Shape, TextBox>, alt: string, section: PDFKit.PDFStructureElement): void {
    const bbox = shape.kind === 'line' ? {} : { bbox: corners(shape.box) };
    this.tagged('Figure', section, () => this.drawing(shape), { alt, ...bbox });
  }

  private artifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  private taggedText(tag: string, parent: PDFKit.PDFStructureElement, paragraphs: readonly Paragraph[]): void {
    const links = paragraphs.flatMap((each) => linkBoxes(each));
    const draw = (): void => {
      for (const each of paragraphs) this.paragraph(each);
    };
    this.tagged(tag, parent, draw, {}, links);
  }

  private links(element: PDFKit.PDFStructureElement, links: readonly LinkBox[]): void {
    for (const { x, y, w, h, target } of links) {
      const address = addressOf(target);
      if (address === undefined) continue;
      const link = this.doc.struct('Link');
      element.add(link);
      const options = { structParent: link, Contents: new String(address) };
      this.doc.link(x, y, w, h, address, options as object);
      link.end();
    }
  }

  private slideLink({ x, y, w, h }: Box, slide: number, parent: PDFKit.PDFStructureElement): void {
    const link = this.doc.struct('Link');
    parent.add(link);
    const options = { structParent: link, Contents: new String(this.deck.slides[slide]?.title ?? '') };
    this.doc.goTo(x, y, w, h, destinationOf(slide), options as object);
    link.end();
  }

  private tagged(
    tag: string,
    parent: PDFKit.PDFStructureElement,
    draw: () => void,
    options: { alt?: string; bbox?: [number, number, number, number] },
    links: readonly LinkBox[] = [],
  ): void {
    const element = this.doc.struct(tag, options);
    if (tag === 'TH') scopeToColumn(element);
    parent.add(element);
    element.add(this.doc.markStructureContent(tag));
    draw();
    this.doc.endMarkedContent();
    this.links(element, links);
    element.end();
  }

  private textBox(shape: TextBox, section: PDFKit.PDFStructureElement): void {
    if (shape.part === 'ornament' || shape.part === 'page-number') {
      this.artifact(() => this.text(shape));
      return;
    }
    for (const paragraph of shape.paragraphs) {
      this.taggedText(shape.part === 'title' ? 'H1' : 'P', section, [paragraph]);
    }
    if (shape.link !== undefined) this.slideLink(shape.box, shape.link, section);
  }

  private table(shape: Extract<Shape, { kind: 'table' }>, section: PDFKit.PDFStructureElement): void {
    const { doc } = this;
    this.artifact(() => {
      for (const { cells } of shape.rows) {
        for (const { box, fill, rule } of cells) {
          if (fill) this.fill(fill, box, () => doc.rect(box.x, box.y, box.w, box.h));
          if (!rule) continue;
          const y = box.y + box.h;
          this.stroke(rule, () => doc.moveTo(box.x, y).lineTo(box.x + box.w, y));
        }
      }
    });
    const table = doc.struct('Table', { alt: shape.alt });
    section.add(table);
    shape.rows.forEach(({ cells }, index) => {
      const row = doc.struct('TR');
      table.add(row);
      for (const { text } of cells) this.taggedText(index === 0 ? 'TH' : 'TD', row, text.paragraphs);
      row.end();
    });
    table.end();
  }

  private drawing(shape: Shape): void {
    if (shape.kind === 'line') {
      const { from, to, stroke } = shape;
      this.stroke(stroke, () => this.doc.moveTo(from.x, from.y).lineTo(to.x, to.y));
    } else if (shape.kind === 'text') this.text(shape);
    else if (shape.kind === 'chart') for (const each of shape.drawn) this.drawing(each);
    else if (shape.kind === 'picture') this.picture(shape);
    else if (shape.kind !== 'table') this.geometry(shape);
  }

  private picture(shape: PictureShape): void {
    const { doc } = this;
    const { box, radius = 0, crop, hash } = shape;
    const { x, y, w, h } = wholeBox(shape);
    const frame = (): unknown => doc.roundedRect(box.x, box.y, box.w, box.h, radius);
    doc.save();
    if (crop || radius > 0) {
      frame();
      doc.clip();
    }
    doc.image(this.images.get(hash) as never, x, y, { width: w, height: h });
    doc.restore();
    if (shape.stroke) this.stroke(shape.stroke, frame);
  }

  private geometry(shape: Geometry): void {
    const { doc } = this;
    if (shape.shadow) {
      for (const each of shadowBoxes(shape.box, shape.radius ?? 0)) {
        const { x, y, w, h } = each.box;
        this.fill({ role: 'ink', alpha: each.alpha }, each.box, () => doc.roundedRect(x, y, w, h, each.radius));
      }
    }
    if (shape.fill) this.fill(shape.fill, shape.box, () => outline(doc, shape));
    if (shape.stroke) this.stroke(shape.stroke, () => outline(doc, shape));
  }

  private colour(tone: Tone): string {
    return this.deck.style.palette[tone.role];
  }

  private fill(fill: Fill, where: Box, outline: () => unknown): void {
    const { doc } = this;
    if (isGradient(fill)) {
      const { x1, y1, x2, y2 } = gradientLine(where, fill);
      const gradient = doc.linearGradient(x1, y1, x2, y2);
      gradient.stop(0, this.colour(fill.from), fill.from.alpha ?? 1).stop(1, this.colour(fill.to), fill.to.alpha ?? 1);
      outline();
      doc.fill(gradient);
      return;
    }
    doc.fillColor(this.colour(fill), fill.alpha ?? 1);
    outline();
    doc.fill();
  }

  private stroke(stroke: Stroke, outline: () => unknown): void {
    const { doc } = this;
    const ends = stroke.round ? 'round' : undefined;
    doc.lineWidth(stroke.width).strokeColor(this.colour(stroke.tone), stroke.tone.alpha ?? 1);
    doc.lineCap(ends ?? 'butt').lineJoin(ends ?? 'miter');
    outline();
    doc.stroke();
  }

  private text(shape: TextBox): void {
    for (const paragraph of shape.paragraphs) this.paragraph(paragraph);
  }

  private paragraph(paragraph: Paragraph): void {
    const { lines, bullet, size, tone } = paragraph;
    if (bullet && lines.length > 0) {
      this.doc.fillColor(this.colour(bullet.tone), 1);
      this.letters.draw(bulletPiece(paragraph), size, lines[0]!.baseline);
    }
    this.doc.fillColor(this.colour(tone), tone.alpha ?? 1);
    for (const { pieces, baseline } of lines) {
      for (const piece of pieces) this.letters.draw(piece, size, baseline);
    }
    for (const each of linkBoxes(paragraph)) {
      const line = underline(each, size);
      this.fill(tone, line, () => this.doc.rect(line.x, line.y, line.w, line.h));
    }
  }
}
