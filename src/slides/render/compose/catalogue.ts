/** The contents slide: the chapters as rows or tiles, with their pages where there is room. */
import { box, Canvas, tone } from '../canvas/canvas';
import type { Box, Group, Role } from '../deck/deck';
import { grid, rowsOf } from '../deck/layout';
import type { Slot, Surface, Template } from '../templates/template';
import { fitTogether } from '../text/fit';
import type { Measured, ParagraphSpec, Typesetter } from '../text/measure';
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
  const { body, surface } = template.catalogue;
  const columns = chapters.length > 6 && body.w > 480 ? 2 : 1;
  const rows = Math.ceil(chapters.length / columns);
  const w = (body.w - 24 * (columns - 1)) / columns;
  const h = Math.min(body.h / rows, rows <= 3 ? 150 : 116);
  const top = body.y + (body.h - h * rows) / 2;
  chapters.forEach((entry, index) => {
    const row = index % rows;
    const where = box(body.x + Math.floor(index / rows) * (w + 24), top + row * h, w, h);
    if (row > 0) canvas.line(where.x, where.y, where.x + w, where.y, tone(surface.line));
    canvas.group('Chapter', () => listEntry(canvas, surface, entry, where));
  });
}

function listEntry(canvas: Canvas, surface: Surface, entry: CatalogueEntry, { x, y, w, h }: Box): void {
  const sizes = [32, 30, 28, 26, 24, 22, 20, 18, 16, 14].filter((size) =>
    h >= 130 ? size >= 16 : h >= 76 ? size <= 24 && size >= 16 : size <= 22,
  );
  number(canvas, surface, entry, { box: box(x, y + 4, 68, h - 8), sizes: [sizes[0]!], anchor: 'middle' });
  const list = { name: 'Chapter' };
  // A tall row shows the chapter's pages below its name.
  const pages = h >= 76 ? pagesLine(canvas, entry.pages, w - 76) : '';
  const place: Pick<Slot, 'box' | 'anchor'> = pages
    ? { box: box(x + 76, y + 8, w - 76, h / 2), anchor: 'bottom' }
    : { box: box(x + 76, y + 4, w - 76, h - 8), anchor: 'middle' };
  name(canvas, surface, entry, { ...place, sizes }, list);
  if (!pages) return;
  const below: Slot = { box: box(x + 76, y + h / 2 + 11, w - 76, 22), sizes: [14], tone: tone(surface.quiet) };
  fill(canvas, below, pages, 'Pages', 'text', list);
}

type Place = Pick<Slot, 'box' | 'sizes' | 'anchor'>;

function number(canvas: Canvas, { accent }: Surface, entry: CatalogueEntry, place: Place): void {
  const slot: Slot = { ...place, font: 'figure', bold: true, tone: tone(accent) };
  if (entry.number !== undefined) fill(canvas, slot, twoDigits(entry.number), 'Number', 'ornament');
}

const name = (canvas: Canvas, { text }: Surface, entry: CatalogueEntry, place: Place, list?: Group): void =>
  fill(canvas, { ...place, font: 'heading', bold: true, tone: tone(text) }, entry.title, 'Chapter', 'text', list);

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
    canvas.group('Chapter', () => tile(canvas, template.catalogue.surface, entry, places[index]!, names));
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
  surface: Surface,
  entry: CatalogueEntry,
  { x, y, w, h }: Box,
  names: Names | undefined,
): void {
  canvas.rect(box(x, y, w, 5), tone(surface.accent), { name: 'Bar' });
  canvas.rect(box(x, y + 5, w, h - 5), tone(surface.line, 0.28), { name: 'Tile' });
  const inner = names ? box(x + edge, y + edge, w - 2 * edge, h - 2 * edge) : box(x + 18, y + 18, w - 36, h - 30);
  if (!names) {
    number(canvas, surface, entry, { box: { ...inner, h: 40 }, sizes: [18], anchor: 'middle' });
    const under = box(inner.x, inner.y + 44, inner.w, inner.h - 44);
    name(canvas, surface, entry, { box: under, sizes: [18, 16, 15, 14] });
    return;
  }
  number(canvas, surface, entry, { box: { ...inner, h: numberHeight }, sizes: [Math.min(30, names.size)] });
  const under = box(inner.x, inner.y + numberHeight, inner.w, names.height + 2);
  name(canvas, surface, entry, { box: under, sizes: [names.size] });
  const top = under.y + under.h + 12;
  const below = box(inner.x, top, inner.w, inner.y + inner.h - top + 4);
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
