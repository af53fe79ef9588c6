/** Tables: as many rows per slide as fit the place of the content. */
import { columnGroups, type TableData } from '../../render/compose/table';
import type { Box } from '../../render/deck/deck';
import type { Placeholder } from '../placeholders';
import type { Ruler } from '../ruler';
import type { PlannedTable } from './planned-slide';

const SIZES = [18, 16, 14, 12] as const;
/** Margins of cells that PowerPoint gives to tables, in points. */
export const CELL = { side: 7.2, top: 3.6 } as const;
/** A column is never narrower, in multiples of the size. */
const LEAST_WIDTH = 3;

/** A slide's table, or rows that are too tall for one. */
type TablePart = PlannedTable | { kind: 'rows'; data: TableData };

export function planTable(ruler: Ruler, holder: Placeholder, box: Box, whole: TableData): TablePart[] {
  return columnGroups(whole).flatMap((data) => partsOf(ruler, holder, box, data));
}

function partsOf(ruler: Ruler, holder: Placeholder, box: Box, data: TableData): TablePart[] {
  const attempts = SIZES.map((size) => attempt(ruler, holder, box, data, size));
  const fewest = Math.min(...attempts.map((each) => each.length));
  return attempts.find((each) => each.length === fewest)!;
}

function attempt(ruler: Ruler, holder: Placeholder, box: Box, data: TableData, size: number): TablePart[] {
  const columns = widths(ruler, holder, box.w, data, size);
  const heightOf = (cells: readonly string[], bold: boolean): number =>
    2 * CELL.top + Math.max(...cells.map((cell, at) => cellHeight(ruler, holder, cell, columns[at]!, size, bold)));
  const heading = heightOf(data.header, true);
  const parts: TablePart[] = [];
  let rows: string[][] = [];
  let heights: number[] = [];
  const end = (): void => {
    if (rows.length === 0) return;
    const table = { header: data.header, rows };
    parts.push({ kind: 'table', holder, box, data: table, columns, heights: [heading, ...heights], size });
    [rows, heights] = [[], []];
  };
  let used = heading;
  for (const row of data.rows) {
    const height = heightOf(row, false);
    if (heading + height > box.h) {
      end();
      parts.push({ kind: 'rows', data: { header: data.header, rows: [row] } });
      used = heading;
      continue;
    }
    if (used + height > box.h) {
      end();
      used = heading;
    }
    rows.push(row);
    heights.push(height);
    used += height;
  }
  end();
  return parts;
}

function cellHeight(
  ruler: Ruler,
  holder: Placeholder,
  text: string,
  width: number,
  size: number,
  bold: boolean,
): number {
  const style = { ...holder.levels[0]!, size, left: 0, indent: 0, spacing: { share: 1 }, capitals: false };
  return ruler.text(text || ' ', style, width - 2 * CELL.side, bold).height;
}

const LONGEST = 60;

/** By the longest cell of each column, between limits, filling the place. */
function widths(ruler: Ruler, holder: Placeholder, total: number, { header, rows }: TableData, size: number): number[] {
  const style = { ...holder.levels[0]!, size };
  const wanted = header.map((name, column) => {
    const cells = [name, ...rows.map((row) => row[column] ?? '')];
    const longest = cells.reduce((most, each) => (each.length > most.length ? each : most), '').slice(0, LONGEST);
    const width = ruler.width(longest, style) + 2 * CELL.side + 4;
    return Math.max(LEAST_WIDTH * size, Math.min(width, total * 0.45));
  });
  const sum = wanted.reduce((all, each) => all + each, 0);
  if (sum <= total) return wanted.map((each) => (each * total) / sum);
  return narrowed(wanted, total);
}

/** Takes what is too much from the widest columns, so that numbers stay on one line. */
function narrowed(wanted: readonly number[], total: number): number[] {
  let [low, high] = [0, Math.max(...wanted)];
  for (let step = 0; step < 30; step += 1) {
    const most = (low + high) / 2;
    if (wanted.reduce((all, each) => all + Math.min(each, most), 0) > total) high = most;
    else low = most;
  }
  return wanted.map((each) => Math.min(each, low));
}
