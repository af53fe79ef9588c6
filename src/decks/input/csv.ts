/** A syntax error in a CSV file, with its line. */
export class CsvError extends Error {
  override name = 'CsvError';
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

interface CsvRow {
  /** First line of the row, counted from 1. A row can span lines, because quoted cells can contain line breaks. */
  line: number;
  cells: string[];
}

/**
 * Reads the rows of a CSV file by RFC 4180: quoted cells can contain commas, doubled quotes and line breaks. Accepts
 * CRLF, LF and CR, ignores a byte order mark and skips empty rows. Not worth a dependency.
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
      if (at >= end) throw new CsvError(opened, 'unclosed quote');
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
      if (text[at] === '"') throw new CsvError(line, 'unexpected quote in an unquoted cell');
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
      throw new CsvError(line, 'unexpected text after a closing quote; double a quote inside a cell');
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
  }
  return rows;
}

/** One line of CSV, including the line break. */
export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | boolean): string {
  // A spreadsheet would execute a cell that starts like a formula, and anyone can write titles and messages.
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
