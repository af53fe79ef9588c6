/** A table of one row: the name of each column with its value below, in a grid. */
import { box, tone } from '../canvas/canvas';
import { cells, grid, stack } from '../deck/layout';
import type { ParagraphSpec } from '../text/measure';
import { plain, type Sheet } from './sheet';
import type { TableData } from './table';

const sizes = [36, 32, 28, 26, 24, 22, 20, 18, 16] as const;
const between = 32;
const above = 14;
/** Height of a cell that is not needed for its text. */
const mostSpare = 64;
const most = 20;

export const isRecord = ({ header, rows }: TableData): boolean =>
  rows.length === 1 && header.length > 1 && header.length <= most && header.every((name) => name !== '');

/** Returns whether all of the row fits. */
export const record = (sheet: Sheet, { header, rows: [values] }: TableData): boolean => {
  const facts = header.map((name, index): Fact => ({ name, value: values![index]! }));
  return facts.length <= mostCards ? inCards(sheet, facts) : inGrid(sheet, facts);
};

interface Fact {
  name: string;
  value: string;
}

/** Larger values have one line. */
const largestBroken = 24;
const mostCards = 4;
/** Share of the height that cards have at least. */
const least = 0.42;

function paragraphsOf(sheet: Sheet, { name, value }: Fact, size: number, surface = sheet.surface): ParagraphSpec[] {
  const label = plain(name, Math.max(14, Math.round(size * 0.6)), surface.quiet);
  return value === '' ? [label] : [label, { ...sheet.heading(value, size, surface.text), before: 4 }];
}

/** The heights of the facts in this size; undefined if they do not fit, or if one takes too many lines. */
function heights(sheet: Sheet, facts: Fact[], size: number, w: number, h: number): number[] | undefined {
  const fit = sheet.fit(facts, [size], { w, h }, (fact) => paragraphsOf(sheet, fact, size));
  const most = size > largestBroken ? 1 : 2;
  const isLong = fit?.measured.some(({ paragraphs }) => paragraphs.some(({ lines }) => lines.length > most));
  return fit && !isLong ? fit.measured.map(({ height }) => height) : undefined;
}

function inCards(sheet: Sheet, facts: Fact[]): boolean {
  const { body } = sheet;
  const room = sheet.inside(grid(body, facts.length)[0]!);
  for (const size of [48, 44, 40, ...sizes]) {
    const found = heights(sheet, facts, size, room.w, room.h);
    if (!found) continue;
    const needed = Math.max(...found) + body.h - room.h + 24;
    const places = cells(body, facts.length, needed, { least: body.h * least, bias: 0.35 });
    sheet.each(facts, (fact, index) => {
      const where = places[index]!;
      const surface = sheet.card(where);
      sheet.text(paragraphsOf(sheet, fact, size, surface), sheet.inside(where), 'Fact', 'middle');
    });
    return true;
  }
  return false;
}

function inGrid(sheet: Sheet, facts: Fact[]): boolean {
  const { body, canvas, surface } = sheet;
  for (const size of sizes) {
    for (const columns of [3, 4, 5]) {
      const lines = Math.ceil(facts.length / columns);
      const w = (body.w - between * (columns - 1)) / columns;
      const found = heights(sheet, facts, size, w, body.h / lines - above - 8);
      if (!found) continue;
      const tallest = Math.max(...found);
      const rows = stack(body, new Array<number>(lines).fill(tallest + above), mostSpare);
      sheet.each(facts, (fact, index) => {
        const { y } = rows[Math.floor(index / columns)]!;
        const x = body.x + (index % columns) * (w + between);
        canvas.line(x, y, x + w, y, tone(surface.accent), 1.5);
        sheet.text(paragraphsOf(sheet, fact, size), box(x, y + above, w, tallest), 'Fact');
      });
      return true;
    }
  }
  return false;
}
