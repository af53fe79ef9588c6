import { OUTLINE_LIMITS } from '../../outline/outline-limits';
import { type NoteMarks, plainText, type WordElement } from './word-elements';

/** Columns beyond what a deck can show are not processed. */
const MOST_COLUMNS = 3 * OUTLINE_LIMITS.columns;

/**
 * Returns rows of equal length. A merged cell is in its first position and leaves the others empty; empty rows and
 * columns are removed.
 */
export function tableRows(table: WordElement, marks?: NoteMarks): string[][] {
  const rows = (table.children ?? []).filter((row) => row.type === 'tableRow');
  const grid = layOut(rows, marks);
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  const even = grid.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
  const shown = Array.from({ length: width }, (_, at) => even.some((row) => row[at] !== ''));
  return even.map((row) => row.filter((_, at) => shown[at])).filter((row) => row.some((cell) => cell !== ''));
}

function layOut(rows: WordElement[], marks?: NoteMarks): string[][] {
  const grid: string[][] = rows.map(() => []);
  rows.forEach((row, rowAt) => {
    const line = grid[rowAt]!;
    let column = 0;
    for (const cell of row.children ?? []) {
      if (cell.type !== 'tableCell') continue;
      while (line[column] !== undefined) column += 1;
      if (column >= MOST_COLUMNS) break;
      const text = plainText(cell, marks);
      const columns = span(cell.colSpan, MOST_COLUMNS - column);
      for (let down = 0; down < span(cell.rowSpan, rows.length - rowAt); down += 1) {
        for (let right = 0; right < columns; right += 1) {
          grid[rowAt + down]![column + right] = down === 0 && right === 0 ? text : '';
        }
      }
      column += columns;
    }
  });
  return grid;
}

function span(wanted: number | undefined, room: number): number {
  return Math.max(1, Math.min(Number.isFinite(wanted) ? Number(wanted) : 1, room));
}
