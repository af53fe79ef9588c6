import { OUTLINE_LIMITS } from '../../outline/outline-limits';
import { type NoteMarks, plainText, type WordElement } from './word-elements';

/** Columns beyond what a deck can show are not processed. */
const MOST_COLUMNS = 3 * OUTLINE_LIMITS.columns;

/** Between a heading and one below it. */
const BELOW = ' – ';

/**
 * Returns rows of equal length. A merged cell is in its first position and leaves the others empty; empty rows and
 * columns are removed, and several rows of headings become one.
 */
export function tableRows(table: WordElement, marks?: NoteMarks): string[][] {
  const rows = (table.children ?? []).filter((row) => row.type === 'tableRow');
  const headings = headingRows(rows, marks);
  const grid = withOneHeading(layOut(rows, headings, marks), headings);
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  const even = grid.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
  const shown = Array.from({ length: width }, (_, at) => even.some((row) => row[at] !== ''));
  return even.map((row) => row.filter((_, at) => shown[at])).filter((row) => row.some((cell) => cell !== ''));
}

/** How many rows are headings together: those that repeat on each page, or two of which the first spans columns of the second. */
function headingRows(rows: readonly WordElement[], marks?: NoteMarks): number {
  const marked = rows.findIndex(({ isHeader }) => !isHeader);
  const cells = rows.slice(0, Math.max(2, marked)).map((row) => row.children ?? []);
  const [first = [], second = []] = cells;
  if (rows.length < 3 || cells.some(({ length }) => length < 2)) return 0;
  if (marked > 1) return marked;
  const isGroup = first.some(({ colSpan = 1 }) => colSpan > 1);
  const goesDown = first.some(({ rowSpan = 1 }) => rowSpan === 2) || plainText(first[0]!, marks) === '';
  return isGroup && goesDown && !second.some((each) => isValue(plainText(each, marks))) ? 2 : 0;
}

const isValue = (text: string): boolean => /\d/.test(text) && !/\p{L}|^(?:19|20)\d\d$/u.test(text);

function withOneHeading(grid: string[][], rows: number): string[][] {
  if (rows === 0) return grid;
  const headings = grid.slice(0, rows);
  const width = Math.max(...headings.map((row) => row.length));
  const one = Array.from({ length: width }, (_, at) =>
    [...new Set(headings.map((row) => row[at] ?? ''))].filter((each) => each !== '').join(BELOW),
  );
  return [one, ...grid.slice(rows)];
}

/** @param headings rows in which a merged cell is in all its positions */
function layOut(rows: WordElement[], headings: number, marks?: NoteMarks): string[][] {
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
          grid[rowAt + down]![column + right] = (down === 0 && right === 0) || rowAt + down < headings ? text : '';
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
