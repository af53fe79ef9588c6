import { escapeInline, plainInline } from './markdown-inline';
import type { Link } from './outline';

/**
 * Returns the cells of a `| a | b |` row as plain text; the outer bars are optional.
 * @param links receives the links of the row
 */
export function splitRow(line: string, links?: Link[]): string[] {
  const row = line.trim();
  const cells: string[] = [];
  let start = row.startsWith('|') ? 1 : 0;
  let at = start;
  for (; at < row.length; at += 1) {
    if (row[at] === '\\') {
      at += 1;
    } else if (row[at] === '|') {
      cells.push(row.slice(start, at));
      start = at + 1;
    }
  }
  if (start < row.length) cells.push(row.slice(start));
  return cells.map((cell) => plainInline(cell.trim(), links).trim());
}

/** `| --- | :-: |`: the line below the column headings that marks a table. */
export function isDelimiterRow(line: string | undefined): boolean {
  if (line === undefined || !line.includes('|') || !line.includes('-')) return false;
  return /^[\s|:-]*$/.test(line);
}

/** Escapes the text of a cell. */
export function escapeCell(text: string): string {
  return escapeInline(text).replaceAll('|', '\\|');
}
