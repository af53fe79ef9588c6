/** The contents slide: the chapters as rows or tiles, with their pages where there is room. */
import { box, Canvas, tone } from '../canvas/canvas';
import type { Box, Role } from '../deck/deck';
import type { Slot, Template } from '../templates/template';
import type { Measured, ParagraphSpec, Typesetter } from '../text/measure';
import { fill } from './sheet';
import { type Drawn, drawn, separator } from './stages';

export interface CatalogueEntry {
  /** Absent for a chapter that its author did not count. */
  number?: number | undefined;
  title: string;
  pages: string[];
}

/** Maximum number of chapters on one contents slide; more go to a second one. */
const perCatalogue = 10;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

export function catalogue(template: Template, type: Typesetter, title: string, chapters: CatalogueEntry[]): Drawn[] {
  const slides: Drawn[] = [];
  for (let start = 0; start < chapters.length; start += perCatalogue) {
    const part = chapters.slice(start, start + perCatalogue);
    const canvas = new Canvas(type, title);
    fill(canvas, template.catalogue.title, title, 'Title', 'title');
    if (template.catalogue.entries === 'tiles') tiles(canvas, template, part);
    else list(canvas, template, part);
    const notes = part.map(({ number, title: name }) => (number === undefined ? name : `${number}. ${name}`));
    slides.push(drawn('catalogue', 'catalogue', title, notes, canvas));
  }
  return slides;
}

function list(canvas: Canvas, template: Template, chapters: CatalogueEntry[]): void {
  const { body } = template.catalogue;
  const columns = chapters.length > 6 && body.w > 480 ? 2 : 1;
  const rows = Math.ceil(chapters.length / columns);
  const w = (body.w - 24 * (columns - 1)) / columns;
  const h = Math.min(body.h / rows, 116);
  const top = body.y + (body.h - h * rows) / 2;
  chapters.forEach((entry, index) => {
    const row = index % rows;
    const where = box(body.x + Math.floor(index / rows) * (w + 24), top + row * h, w, h);
    if (row > 0) canvas.line(where.x, where.y, where.x + w, where.y, tone(template.catalogue.surface.line));
    canvas.group('Chapter', () => listEntry(canvas, template, entry, where));
  });
}

function listEntry(canvas: Canvas, template: Template, entry: CatalogueEntry, where: Box): void {
  const { surface } = template.catalogue;
  const { x, y, w, h } = where;
  const number: Slot = {
    box: box(x, y + 4, 68, h - 8),
    sizes: [Math.min(38, Math.round(h * 0.5))],
    font: 'figure',
    bold: true,
    tone: tone(surface.accent),
    anchor: 'middle',
  };
  if (entry.number !== undefined) fill(canvas, number, twoDigits(entry.number), 'Number', 'ornament');
  // A tall row shows the chapter's pages below its name.
  const pages = h >= 76 ? pagesLine(canvas, entry.pages, w - 76) : '';
  const name: Slot = {
    box: pages ? box(x + 76, y + 8, w - 76, h / 2) : box(x + 76, y + 4, w - 76, h - 8),
    sizes: pages ? [24, 22, 20, 18, 16] : [22, 20, 18, 16, 14],
    font: 'heading',
    bold: true,
    tone: tone(surface.text),
    anchor: pages ? 'bottom' : 'middle',
  };
  const list = { name: 'Chapter' };
  fill(canvas, name, entry.title, 'Chapter', 'text', list);
  if (pages) {
    const below: Slot = { box: box(x + 76, y + h / 2 + 11, w - 76, 22), sizes: [14], tone: tone(surface.quiet) };
    fill(canvas, below, pages, 'Pages', 'text', list);
  }
}

/** As many page names as fit on one line. */
function pagesLine(canvas: Canvas, pages: string[], width: number): string {
  let line = '';
  for (const page of pages) {
    const longer = line ? `${line}${separator}${page}` : page;
    const spec: ParagraphSpec = { text: longer, font: 'body', size: 14, tone: tone('ink') };
    if (canvas.type.measure([spec], width).lineCount > 1) break;
    line = longer;
  }
  return line;
}

/** One tile per chapter, with its number above its name. */
function tiles(canvas: Canvas, template: Template, chapters: CatalogueEntry[]): void {
  const { body } = template.catalogue;
  const columns = chapters.length <= 4 ? chapters.length : Math.ceil(chapters.length / 2);
  const rows = Math.ceil(chapters.length / columns);
  const w = (body.w - 20 * (columns - 1)) / columns;
  const h = Math.min((body.h - 20 * (rows - 1)) / rows, 300);
  const top = body.y + (body.h - h * rows - 20 * (rows - 1)) / 2;
  chapters.forEach((entry, index) => {
    const x = body.x + (index % columns) * (w + 20);
    const y = top + Math.floor(index / columns) * (h + 20);
    canvas.group('Chapter', () => tile(canvas, template, entry, box(x, y, w, h)));
  });
}

function tile(canvas: Canvas, template: Template, entry: CatalogueEntry, { x, y, w, h }: Box): void {
  const { surface } = template.catalogue;
  canvas.rect(box(x, y, w, 5), tone(surface.accent), { name: 'Bar' });
  canvas.rect(box(x, y + 5, w, h - 5), tone(surface.line, 0.28), { name: 'Tile' });
  const large = h > 200;
  const inner = box(x + 18, y + 18, w - 36, h - 30);
  const number: Slot = {
    box: { ...inner, h: large ? 72 : 40 },
    sizes: [large ? 60 : 32],
    font: 'figure',
    bold: true,
    tone: tone(surface.accent),
  };
  if (entry.number !== undefined) fill(canvas, number, twoDigits(entry.number), 'Number', 'ornament');
  const nameHeight = large ? 84 : inner.h - 44;
  const name: Slot = {
    box: box(inner.x, inner.y + number.box.h + 4, inner.w, nameHeight),
    sizes: large ? [24, 22, 20, 18, 16, 14] : [18, 16, 15, 14],
    font: 'heading',
    bold: true,
    tone: tone(surface.text),
  };
  fill(canvas, name, entry.title, 'Chapter', 'text');
  if (!large) return;
  const below = box(inner.x, name.box.y + nameHeight + 10, inner.w, inner.h - number.box.h - nameHeight - 14);
  const measured = nameList(canvas, entry.pages, below, surface.quiet);
  if (measured) canvas.place(below, measured, { name: 'Pages' });
}

/** As many complete page names as fit below each other. */
function nameList(canvas: Canvas, pages: string[], where: Box, role: Role): Measured | undefined {
  for (let count = Math.min(pages.length, 3); count > 0; count -= 1) {
    const specs = pages.slice(0, count).map(
      (text): ParagraphSpec => ({
        text,
        font: 'body',
        size: 14,
        tone: tone(role),
        before: 4,
        leading: 1.35,
        balanced: true,
      }),
    );
    const measured = canvas.type.measure(specs, where.w);
    if (measured.height <= where.h) return measured;
  }
  return undefined;
}
