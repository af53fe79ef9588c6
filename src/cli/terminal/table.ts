import { oneLine } from '../../base/text/unprintable';
import { columnsOf, type Style, styled } from './terminal';
import { cut, padTo, textWidth } from './text-width';

export interface Column<Row> {
  name: string;
  text(row: Row): string;
  style?(row: Row): Style | undefined;
  /** Minimum width when the terminal is narrow (default: the column is not shortened). */
  minWidth?: number;
  /** Hidden if there is not enough room. The column with the highest number is hidden first. */
  hideOrder?: number;
}

const GAP = 2;

/** A header and one line per row, fitted to the width of a terminal. Other streams get the full width. */
export function tableLines<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  stream: NodeJS.WriteStream,
): string[] {
  const room = columnsOf(stream);
  const { shown, widths } = fitted(columns, rows, room);
  const line = (cells: string[], paint: (cell: string, at: number) => string) =>
    shown
      .map((_, at) => {
        const cell = cut(cells[at]!, widths[at]!);
        return paint(at === shown.length - 1 ? cell : padTo(cell, widths[at]!), at);
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  const head = line(
    shown.map(({ name }) => name),
    (cell) => styled('dim', cell, stream),
  );
  return [
    head,
    ...rows.map((row) =>
      line(
        shown.map((column) => oneLine(column.text(row))),
        (cell, at) => {
          const style = shown[at]!.style?.(row);
          return style === undefined ? cell : styled(style, cell, stream);
        },
      ),
    ),
  ];
}

function fitted<Row>(columns: readonly Column<Row>[], rows: readonly Row[], room: number) {
  const wanted = new Map(
    columns.map((column) => [
      column,
      Math.max(textWidth(column.name), ...rows.map((row) => textWidth(oneLine(column.text(row))))),
    ]),
  );
  let shown = [...columns];
  const floor = (column: Column<Row>) => Math.min(wanted.get(column)!, column.minWidth ?? Number.POSITIVE_INFINITY);
  const sum = (width: (column: Column<Row>) => number) =>
    shown.reduce((total, column) => total + width(column), GAP * (shown.length - 1));
  for (;;) {
    const hidden = shown.reduce<Column<Row> | undefined>(
      (last, column) => ((column.hideOrder ?? 0) > (last?.hideOrder ?? 0) ? column : last),
      undefined,
    );
    if (hidden === undefined || sum(floor) <= room) break;
    shown = shown.filter((column) => column !== hidden);
  }
  let over = sum((column) => wanted.get(column)!) - room;
  const widths = shown.map((column) => wanted.get(column)!);
  // Shortens the widest column first, so that two long columns end up equal.
  while (over > 0) {
    const at = shown.reduce<number>((best, column, index) => {
      if (widths[index]! <= floor(column)) return best;
      return best === -1 || widths[index]! > widths[best]! ? index : best;
    }, -1);
    if (at === -1) break;
    widths[at]! -= 1;
    over -= 1;
  }
  return { shown, widths };
}
