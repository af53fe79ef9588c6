/** A CSV file that cannot be read, with the line that it stops at. */
export class CsvError extends Error {
  override name = 'CsvError';
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

export interface CsvRow {
  /** Line of the file that the row begins at, the first being 1: a quoted cell may hold line breaks. */
  line: number;
  cells: string[];
}

/**
 * Rows of a CSV file by RFC 4180: quoted cells with commas, doubled quotes and line breaks; CRLF, LF or CR; a byte order
 * mark is taken away; rows without any text are left out. No library of this project's reads CSV, and one for a page of
 * rules is not worth it.
 * @throws CsvError
 */
export function readCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  const end = text.length;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;

  function quoted(): string {
    const opened = line;
    let cell = '';
    for (at += 1; ; at += 1) {
      if (at >= end) throw new CsvError(opened, 'a quote is opened and never closed');
      const character = text[at]!;
      if (character === '"') {
        at += 1;
        if (text[at] !== '"') return cell;
      } else if (character === '\n' || (character === '\r' && text[at + 1] !== '\n')) {
        line += 1;
      }
      cell += character;
    }
  }

  function plain(): string {
    const from = at;
    while (at < end && !',\r\n'.includes(text[at]!)) {
      if (text[at] === '"') throw new CsvError(line, 'a quote stands inside a cell that does not begin with one');
      at += 1;
    }
    return text.slice(from, at);
  }

  while (at < end) {
    const row: CsvRow = { line, cells: [] };
    for (;;) {
      row.cells.push(text[at] === '"' ? quoted() : plain());
      if (text[at] !== ',') break;
      at += 1;
    }
    if (at < end && text[at] !== '\r' && text[at] !== '\n') {
      throw new CsvError(line, 'text follows a closing quote; a quote within a cell is written twice');
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
  }
  return rows;
}

/** One line of CSV, with its end. */
export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | boolean): string {
  // A spreadsheet would run what begins like a formula; titles and messages come from anybody.
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
