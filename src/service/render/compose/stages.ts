/** Layouts of a suit, and the slides that stand on a stage of their own: cover, catalogue, chapter, ending. */
import { box, Canvas, placeText, tone } from '../canvas';
import type { Box, Layout, LayoutName, Slide, SlideKind } from '../deck';
import type { Slot, Suit } from '../suits/suit';
import type { Measured, ParagraphSpec, Typesetter } from '../text/measure';
import { fill } from './sheet';

const layoutTitles = {
  en: 'Click to add a title',
  zh: '单击此处添加标题',
};

export function layouts(suit: Suit, type: Typesetter): Layout[] {
  const names: LayoutName[] = ['cover', 'catalogue', 'chapter', 'page', 'ending'];
  return names.map((name) => {
    const stage = suit[name];
    const canvas = new Canvas(type, name);
    stage.decorate(canvas);
    const spec: ParagraphSpec = {
      text: layoutTitles[type.language],
      font: stage.title.font ?? 'heading',
      size: stage.title.sizes[0]!,
      bold: stage.title.bold ?? false,
      tone: stage.title.tone,
      align: stage.title.align ?? 'left',
    };
    const title = placeText(type, stage.title.box, type.measure([spec], stage.title.box.w), {
      name: 'Title',
      part: 'title',
      anchor: stage.title.anchor ?? 'top',
    });
    return { name, ground: stage.ground, shapes: canvas.shapes, title };
  });
}

export interface Drawn {
  slide: Slide;
  canvas: Canvas;
}

const separator = '  |  ';

const drawn = (kind: SlideKind, layout: LayoutName, title: string, notes: string[], canvas: Canvas): Drawn => ({
  slide: { kind, layout, title, shapes: canvas.shapes, notes },
  canvas,
});

export function cover(suit: Suit, type: Typesetter, title: string, chapters: string[], notes: string[]): Drawn {
  const canvas = new Canvas(type, title);
  fill(canvas, suit.cover.title, title, 'Title', 'title');
  if (chapters.length > 0) fill(canvas, suit.cover.subtitle, joined(canvas, suit, chapters), 'Subtitle', 'text');
  return drawn('cover', 'cover', title, notes, canvas);
}

/** As many chapter names as fit the place of the subtitle, never broken inside a name that fits a line. */
function joined(canvas: Canvas, suit: Suit, chapters: string[]): string[] {
  const { box: where, sizes } = suit.cover.subtitle;
  const size = sizes.at(-1)!;
  const spec = (text: string): ParagraphSpec => ({ text, font: 'body', size, tone: tone('ink') });
  const onOneLine = (text: string): boolean => canvas.type.measure([spec(text)], where.w).lineCount === 1;
  const lines: string[] = [];
  for (const name of chapters.slice(0, 4)) {
    const longer = `${lines.at(-1)}${separator}${name}`;
    if (lines.length > 0 && onOneLine(longer)) lines[lines.length - 1] = longer;
    else if (canvas.type.measure([...lines, name].map(spec), where.w).height <= where.h) lines.push(name);
    else break;
  }
  return lines.length > 0 ? lines : [chapters[0]!];
}

export function chapter(
  suit: Suit,
  type: Typesetter,
  input: { number: number; title: string; pages: string[]; notes: string[] },
): Drawn {
  const canvas = new Canvas(type, input.title);
  const { number, title, list } = suit.chapter;
  fill(canvas, number, String(input.number).padStart(2, '0'), 'Number', 'ornament');
  fill(canvas, title, input.title, 'Title', 'title');
  const measured = pageList(type, list, input.pages);
  if (measured) canvas.place(list.box, measured, { name: 'Pages', anchor: list.anchor ?? 'top' });
  return drawn('chapter', 'chapter', input.title, input.notes, canvas);
}

/** At most five names of pages, as many as fit, on one line each where a readable size allows it. */
function pageList(type: Typesetter, list: Slot, pages: string[]): Measured | undefined {
  for (let count = Math.min(pages.length, 5); count > 0; count -= 1) {
    const attempts = [16, 15, 14].map((size) =>
      type.measure(
        pages.slice(0, count).map((text): ParagraphSpec => {
          return { text, font: 'body', size, tone: list.tone, align: list.align ?? 'left', before: 6 };
        }),
        list.box.w,
      ),
    );
    const fitting = attempts.filter((each) => each.height <= list.box.h);
    const chosen = fitting.find((each) => each.lineCount === count) ?? fitting[0];
    if (chosen) return chosen;
  }
  return undefined;
}

export function ending(suit: Suit, type: Typesetter, text: string, deckTitle: string, notes: string[]): Drawn {
  const canvas = new Canvas(type, text);
  fill(canvas, suit.ending.title, text, 'Title', 'title');
  fill(canvas, suit.ending.subtitle, deckTitle, 'Subtitle', 'text');
  return drawn('ending', 'ending', text, notes, canvas);
}

export interface CatalogueEntry {
  title: string;
  pages: string[];
}

/** Chapters on one catalogue slide: more are put on a second one. */
const perCatalogue = 10;

export function catalogue(suit: Suit, type: Typesetter, title: string, chapters: CatalogueEntry[]): Drawn[] {
  const slides: Drawn[] = [];
  for (let start = 0; start < chapters.length; start += perCatalogue) {
    const part = chapters.slice(start, start + perCatalogue);
    const canvas = new Canvas(type, title);
    fill(canvas, suit.catalogue.title, title, 'Title', 'title');
    list(canvas, suit, part, start);
    const notes = part.map((entry, index) => `${start + index + 1}. ${entry.title}`);
    slides.push(drawn('catalogue', 'catalogue', title, notes, canvas));
  }
  return slides;
}

function list(canvas: Canvas, suit: Suit, chapters: CatalogueEntry[], start: number): void {
  const { body } = suit.catalogue;
  const columns = chapters.length > 6 && body.w > 480 ? 2 : 1;
  const rows = Math.ceil(chapters.length / columns);
  const w = (body.w - 24 * (columns - 1)) / columns;
  const h = Math.min(body.h / rows, 116);
  const top = body.y + (body.h - h * rows) / 2;
  chapters.forEach((entry, index) => {
    const row = index % rows;
    const where = box(body.x + Math.floor(index / rows) * (w + 24), top + row * h, w, h);
    if (row > 0) canvas.line(where.x, where.y, where.x + w, where.y, tone(suit.catalogue.surface.line));
    listEntry(canvas, suit, entry, start + index + 1, where);
  });
}

function listEntry(canvas: Canvas, suit: Suit, entry: CatalogueEntry, position: number, where: Box): void {
  const { surface } = suit.catalogue;
  const { x, y, w, h } = where;
  const number: Slot = {
    box: box(x, y + 4, 68, h - 8),
    sizes: [Math.min(38, Math.round(h * 0.5))],
    font: 'figure',
    bold: true,
    tone: tone(surface.accent),
    anchor: 'middle',
  };
  fill(canvas, number, String(position).padStart(2, '0'), 'Number', 'ornament');
  // In a generous row the pages of the chapter stand below its name.
  const pages = h >= 76 ? pagesLine(canvas, entry.pages, w - 76) : '';
  const name: Slot = {
    box: pages ? box(x + 76, y + 8, w - 76, h / 2) : box(x + 76, y + 4, w - 76, h - 8),
    sizes: pages ? [24, 22, 20, 18, 16] : [22, 20, 18, 16, 14],
    font: 'heading',
    bold: true,
    tone: tone(surface.text),
    anchor: pages ? 'bottom' : 'middle',
  };
  fill(canvas, name, entry.title, 'Chapter', 'text');
  if (pages) {
    const below: Slot = { box: box(x + 76, y + h / 2 + 11, w - 76, 22), sizes: [14], tone: tone(surface.quiet) };
    fill(canvas, below, pages, 'Pages', 'text');
  }
}

/** Names of pages on one line, as many as fit. */
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
