/** The contents slide: the chapters as rows or tiles, with their pages where there is room. */
import { box, Canvas, tone } from '../canvas/canvas';
import type { Box, Role } from '../deck/deck';
import type { Slot, Template } from '../templates/template';
import { fitTogether } from '../text/fit';
import type { Measured, ParagraphSpec, Typesetter } from '../text/measure';
import { grid, rowsOf } from './layout';
import { textOf } from './notes';
import { fill, plain } from './sheet';
import { twoDigits } from './signs';
import { evenly } from './split';
import { type Drawn, drawn, separator } from './stages';

interface CatalogueEntry {
  /** Absent for a chapter that its author did not count. */
  number?: number | undefined;
  title: string;
  pages: string[];
}

/** Maximum number of chapters on one contents slide; more go to further ones. */
const perCatalogue = 10;

export function catalogue(template: Template, type: Typesetter, title: string, chapters: CatalogueEntry[]): Drawn[] {
  return evenly(chapters, perCatalogue).map((part) => {
    const canvas = new Canvas(type, title);
    fill(canvas, template.catalogue.title, title, 'Title', 'title');
    if (template.catalogue.entries === 'tiles') tiles(canvas, template, part);
    else list(canvas, template, part);
    const notes = part.map(({ number, title: name }) => (number === undefined ? name : `${number}. ${name}`));
    const texts = part.map((entry) => textOf(entry.title));
    const { slide } = drawn('catalogue', 'catalogue', title, notes, canvas);
    return { slide: { ...slide, texts }, canvas };
  });
}

function list(canvas: Canvas, template: Template, chapters: CatalogueEntry[]): void {
  const { body } = template.catalogue;
  const columns = chapters.length > 6 && body.w > 480 ? 2 : 1;
  const rows = Math.ceil(chapters.length / columns);
  const w = (body.w - 24 * (columns - 1)) / columns;
  const h = Math.min(body.h / rows, rows <= 3 ? 150 : 116);
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
  const nameSizes =
    h >= 130 ? [32, 30, 28, 26, 24, 22, 20, 18, 16] : h >= 76 ? [24, 22, 20, 18, 16] : [22, 20, 18, 16, 14];
  const number: Slot = {
    box: box(x, y + 4, 68, h - 8),
    sizes: [nameSizes[0]!],
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
    sizes: nameSizes,
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
    if (canvas.type.measure([plain(longer, 14, 'ink')], width).lineCount > 1) break;
    line = longer;
  }
  return line;
}

/** One tile per chapter, with its number above its name. */
function tiles(canvas: Canvas, template: Template, chapters: CatalogueEntry[]): void {
  const { body } = template.catalogue;
  const columns = chapters.length <= 4 ? chapters.length : Math.ceil(chapters.length / 2);
  const { w, h: roomiest } = grid(body, chapters.length, columns, 20)[0]!;
  const large = roomiest > 200;
  const names = large ? fittedNames(canvas, chapters, w - 40) : undefined;
  const h = Math.min(roomiest, names ? heightOf(canvas, chapters, names, w - 40) : 300);
  const places = rowsOf(body, h, chapters.length, columns, { between: 20, bias: large ? 0.35 : 0.5 });
  chapters.forEach((entry, index) => {
    canvas.group('Chapter', () => tile(canvas, template, entry, places[index]!, names));
  });
}

/** The chapter names of tall tiles: a common size, and the height of the tallest. */
interface Names {
  size: number;
  height: number;
}

const nameOf = ({ title }: CatalogueEntry, size: number): ParagraphSpec =>
  plain(title, size, 'ink', { font: 'heading', bold: true, balanced: true });

const nameSizes = [30, 28, 26, 24, 22, 20, 18, 16, 14];
const [numberHeight, edge] = [44, 20];

function fittedNames(canvas: Canvas, chapters: CatalogueEntry[], w: number): Names {
  const rooms = chapters.map((entry) => ({ w, h: 124, text: (size: number) => [nameOf(entry, size)] }));
  const { size, measured } = fitTogether(canvas.type, nameSizes, rooms);
  return { size, height: Math.min(124, Math.max(...measured.map((each) => each.height))) };
}

const leastTile = 190;

/** A tile is as tall as the longest of them needs. */
function heightOf(canvas: Canvas, chapters: CatalogueEntry[], names: Names, w: number): number {
  const lists = chapters.map(({ pages }) => nameList(canvas, pages, box(0, 0, w, 120), 'ink')?.height ?? 0);
  return Math.max(leastTile, 5 + edge + numberHeight + names.height + 14 + Math.max(...lists) + edge);
}

function tile(
  canvas: Canvas,
  template: Template,
  entry: CatalogueEntry,
  { x, y, w, h }: Box,
  names: Names | undefined,
): void {
  const { surface } = template.catalogue;
  canvas.rect(box(x, y, w, 5), tone(surface.accent), { name: 'Bar' });
  canvas.rect(box(x, y + 5, w, h - 5), tone(surface.line, 0.28), { name: 'Tile' });
  const inner = names ? box(x + edge, y + edge, w - 2 * edge, h - 2 * edge) : box(x + 18, y + 18, w - 36, h - 30);
  const number: Slot = {
    box: { ...inner, h: names ? numberHeight : 40 },
    sizes: [names ? Math.min(30, names.size) : 18],
    font: 'figure',
    bold: true,
    tone: tone(surface.accent),
    anchor: names ? 'top' : 'middle',
  };
  if (entry.number !== undefined) fill(canvas, number, twoDigits(entry.number), 'Number', 'ornament');
  const nameHeight = names ? names.height + 2 : inner.h - 44;
  const name: Slot = {
    box: box(inner.x, inner.y + number.box.h + (names ? 0 : 4), inner.w, nameHeight),
    sizes: names ? [names.size] : [18, 16, 15, 14],
    font: 'heading',
    bold: true,
    tone: tone(surface.text),
  };
  fill(canvas, name, entry.title, 'Chapter', 'text');
  if (!names) return;
  const y0 = name.box.y + nameHeight + 12;
  const below = box(inner.x, y0, inner.w, inner.y + inner.h - y0 + 4);
  const measured = nameList(canvas, entry.pages, below, surface.quiet);
  if (measured) canvas.place(below, measured, { name: 'Pages' });
}

/** As many complete page names as fit below each other. */
function nameList(canvas: Canvas, pages: string[], where: Box, role: Role): Measured | undefined {
  for (let count = Math.min(pages.length, 4); count > 0; count -= 1) {
    const look = { before: 4, leading: 1.35, balanced: true };
    const specs = pages.slice(0, count).map((text) => plain(text, 14, role, look));
    const measured = canvas.type.measure(specs, where.w);
    if (measured.height <= where.h) return measured;
  }
  return undefined;
}
