/** Tables: as many rows per slide as fit; wide tables are split into groups of columns. */
import { box, placeText, tone } from '../canvas/canvas';
import type { Role, TableCell, TableLook, TableShape } from '../deck/deck';
import { band, sum } from '../deck/layout';
import type { Template } from '../templates/template';
import type { ParagraphSpec, Typesetter } from '../text/measure';
import { plain, type Sheet } from './sheet';
import { evenly } from './split';

export interface TableData {
  header: string[];
  rows: string[][];
}

const sizes = [28, 26, 24, 22, 20, 18, 17, 16, 15, 14] as const;
/** Larger type is for a few rows. */
const largestFor = (rows: number): number => (rows <= 2 ? 28 : rows <= fewRows ? 24 : 20);
const fewRows = 4;
const padding = 12;
const rowPadding = 14;
const maxColumns = 7;

/** The most rows that may become columns; each keeps a sixth of the page. */
const mostTurned = maxColumns - 2;

/** Rows as columns: what had too many columns has few. */
const turned = ({ header, rows }: TableData): TableData => {
  const [top, ...others] = header.map((name, column) => [name, ...rows.map((row) => row[column]!)]);
  return { header: top!, rows: others };
};

/**
 * Groups of about as many columns that fit side by side; the first column is repeated in each group. A wide table of a
 * few rows is turned instead, so that it stays in one piece.
 */
export function columnGroups(table: TableData): TableData[] {
  if (table.header.length <= maxColumns) return [table];
  if (table.rows.length <= mostTurned) return [turned(table)];
  const others = table.header.map((_, column) => column).slice(1);
  return evenly(others, maxColumns - 1).map((columns) => {
    const pick = (cells: string[]): string[] => [0, ...columns].map((column) => cells[column]!);
    return { header: pick(table.header), rows: table.rows.map(pick) };
  });
}

const numeric = /^[\s+\-−–~≈<>]*(?:[¥￥$€£]\s*[+\-−]?)?\d[\d,.\s]*(%|％|[a-zA-Z]{1,3}|[一-鿿]{1,2}|pp)?$/u;
export const isNumeric = (text: string): boolean => numeric.test(text) || /^[-–—]$/.test(text);

/** Properties of a table's columns, the same for all its slides. */
interface Columns {
  /** Width of the widest cell of each column, at size 1. */
  widest: number[];
  /** Whether all cells of each column are numbers. */
  numeric: boolean[];
}

export function columnsOf(type: Typesetter, { header, rows }: TableData): Columns {
  const widest = header.map(() => 0);
  const numeric = header.map(() => true);
  for (const row of rows) {
    header.forEach((_, column) => {
      const cell = row[column] ?? '';
      const width = type.lineWidth(cell, { font: 'body', size: 1, bold: column === 0 });
      widest[column] = Math.max(widest[column]!, width);
      numeric[column] &&= isNumeric(cell);
    });
  }
  return { widest, numeric };
}

/** How a table is distributed over its slides. */
interface TablePlan {
  /** One text size for all parts. */
  size: number;
  /** Rows of each part; 0 for a row that is taller than a slide. */
  parts: number[];
}

/** The fewest slides for a table, then the largest text for that number of slides, then parts of similar length. */
export function planTable(sheet: Sheet, data: TableData, columns: Columns): TablePlan {
  const least = sizes.at(-1)!;
  const needed = partsOf(sheet, data, columns, least).parts;
  let chosen: TablePlan = { size: least, parts: needed };
  // A long table never fits in larger type, and measuring it is slow.
  const larger =
    needed.length > mostEvened ? [] : sizes.filter((size) => size !== least && size <= largestFor(data.rows.length));
  for (const size of larger) {
    const { parts, torn } = partsOf(sheet, data, columns, size);
    if (torn || parts.length > needed.length || parts.includes(0) !== needed.includes(0)) continue;
    chosen = { size, parts };
    break;
  }
  if (chosen.parts.length === 1 || chosen.parts.includes(0) || needed.length > mostEvened) return chosen;
  const even = Math.ceil(data.rows.length / chosen.parts.length);
  const { parts } = partsOf(sheet, data, columns, chosen.size, even);
  return parts.length === chosen.parts.length ? { ...chosen, parts } : chosen;
}

const mostEvened = 12;

function partsOf(
  sheet: Sheet,
  { header, rows }: TableData,
  columns: Columns,
  size: number,
  most = Number.POSITIVE_INFINITY,
): { parts: number[]; torn: boolean } {
  const parts: number[] = [];
  let torn = false;
  for (let at = 0; at < rows.length; at += parts.at(-1)! || 1) {
    const fitted = layOut(sheet, { header, rows: rows.slice(at) }, columns, size);
    torn ||= fitted.torn;
    parts.push(Math.min(most, fitted.count));
  }
  return { parts, torn };
}

/** Draws these rows in this size. */
export function table(sheet: Sheet, data: TableData, columns: Columns, size: number, alt: string): void {
  draw(sheet, data, columns, { fitted: layOut(sheet, data, columns, size), size, alt });
}

interface Fitted {
  columns: number[];
  heights: number[];
  /** Number of rows that fit, without the heading. */
  count: number;
  torn: boolean;
}

function layOut(sheet: Sheet, data: TableData, { widest }: Columns, size: number): Fitted {
  const columns = columnWidths(sheet, data.header, widest, size);
  const heights: number[] = [];
  let torn = false;
  let used = 0;
  for (let index = 0; index <= data.rows.length; index += 1) {
    const cells = index === 0 ? data.header : data.rows[index - 1]!;
    const measured = cells.map((text, column) =>
      sheet.type.measure(
        [cell(sheet, text, { size, column, head: index === 0, right: false })],
        columns[column]! - 2 * padding,
      ),
    );
    torn ||= measured.some((each) => each.torn);
    const height = Math.max(...measured.map((each) => each.height)) + rowPadding;
    if (used + height > sheet.body.h) break;
    heights.push(height);
    used += height;
  }
  return { columns, heights, count: Math.max(0, heights.length - 1), torn };
}

/** Wider contents get more room, but no column gets more than half, or less than its longest word. */
function columnWidths(sheet: Sheet, header: string[], widest: number[], size: number): number[] {
  const count = header.length;
  const wishes = header.map((name, column) => {
    const own = sheet.type.lineWidth(name, { font: 'body', size, bold: true });
    const wish = Math.max(own, widest[column]! * size, size * 3);
    return Math.min(wish * 1.06 + 2 * padding, sheet.body.w * 0.5);
  });
  const total = sum(wishes);
  const room = sheet.body.w;
  if (total <= room) return wishes.map((wish) => wish + (room - total) / count);
  // Columns that need less than an equal share get what they need; the others share the rest proportionally.
  const modest = wishes.map((wish) => wish <= room / count);
  const kept = sum(wishes.filter((_, index) => modest[index]));
  const wanting = total - kept;
  return wishes.map((wish, index) => (modest[index] ? wish : (wish / wanting) * (room - kept)));
}

export function tableLook({ table: kind, page: { surface }, onAccent }: Template): TableLook {
  const { accent, text, quiet, line } = surface;
  return { kind, head: kind === 'filled' ? onAccent : accent, first: text, rest: quiet, line };
}

function cell(
  sheet: Sheet,
  text: string,
  place: { size: number; column: number; head: boolean; right: boolean },
): ParagraphSpec {
  const look = tableLook(sheet.template);
  const role: Role = place.head ? look.head : place.column === 0 ? look.first : look.rest;
  const strong = place.head || place.column === 0;
  return plain(text, place.size, role, { bold: strong, align: place.right ? 'right' : 'left', leading: 1.25 });
}

function draw(
  sheet: Sheet,
  data: TableData,
  { numeric }: Columns,
  { fitted, size, alt }: { fitted: Fitted; size: number; alt: string },
): void {
  const { body, canvas, type } = sheet;
  const look = tableLook(sheet.template);
  const lines = [data.header, ...data.rows.slice(0, fitted.count)];
  const needed = sum(fitted.heights.slice(0, lines.length));
  // A few rows may be taller, so that they do not leave half of the page empty.
  const tallest = lines.length <= 3 ? 104 : lines.length <= fewRows + 1 ? 78 : 62;
  const extra = Math.min((body.h - needed) / lines.length, Math.max(0, tallest - needed / lines.length));
  const right = numeric.map((all, column) => column > 0 && all);
  const total = needed + extra * lines.length;
  let { y } = band(body, total, { bias: 0.25 });
  const where = box(body.x, y, body.w, total);
  const rows = lines.map((cells, index): TableShape['rows'][number] => {
    const height = fitted.heights[index]! + extra;
    let x = body.x;
    const made = cells.map((text, column): TableCell => {
      const w = fitted.columns[column]!;
      const room = box(x + padding, y, w - 2 * padding, height);
      const spec = cell(sheet, text, { size, column, head: index === 0, right: right[column]! });
      const placed = placeText(type, room, type.measure([spec], room.w), { name: 'Cell', anchor: 'middle' });
      const area = box(x, y, w, height);
      x += w;
      if (look.kind === 'filled') {
        const fill = tone(index === 0 ? 'accent' : index % 2 === 0 ? 'pale' : 'paper');
        return { box: area, text: placed, fill };
      }
      const rule = index === 0 ? { tone: tone('ink'), width: 1.5 } : { tone: tone(look.line), width: 0.75 };
      return { box: area, text: placed, rule };
    });
    y += height;
    return { height, cells: made };
  });
  canvas.shapes.push({ kind: 'table', name: 'Table', alt, box: where, columns: fitted.columns, rows, padding });
}
