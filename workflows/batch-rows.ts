import type { BatchRow } from '../src/core/batch';
import { counted } from '../src/text/counted';

/**
 * Limits for unwritten report rows. They are part of the state that a batch carries into a new run, which Temporal
 * limits to 2 MB: these rows, plus one for each of the 200 decks that can run at the same time. A row's size decides
 * when decks start, so its texts must keep their length: a replay has to count the same bytes.
 */
export const MOST_UNWRITTEN_BYTES = 256_000;
export const MOST_ROW_BYTES = 6_000;

export const LONGEST_TITLE = 200;
const LONGEST_REASON = 500;
const SHORTEST_REASON = 100;

/** The lists that a row can be cut in, the most important first. The deck itself has all entries. */
const lists = ['possibleDuplicates', 'files', 'problems'] as const;
const names = { possibleDuplicates: 'possible duplicate', files: 'file', problems: 'problem' } as const;

/** The row within its size limit; its `problems` say what was left out. */
export function boundedRow(row: BatchRow): BatchRow {
  const whole = { ...row, title: cut(row.title, LONGEST_TITLE) };
  if (rowBytes(whole) <= MOST_ROW_BYTES) return whole;
  const { reason } = whole;
  const bounded: BatchRow = {
    ...whole,
    ...(reason === undefined ? {} : { reason: cut(reason, SHORTEST_REASON) }),
    problems: [],
    files: [],
    possibleDuplicates: [],
  };
  // Room for the note about missing entries.
  let left = MOST_ROW_BYTES - rowBytes(bounded) - 200;
  const lost: string[] = [];
  for (const list of lists) {
    const kept = fitting(whole[list], left);
    left -= kept.reduce((sum, text) => sum + entryBytes(text), 0);
    bounded[list] = kept;
    const missing = whole[list].length - kept.length;
    if (missing > 0) lost.push(counted(missing, names[list]));
  }
  if (lost.length > 0) bounded.problems.push(`left out for length: ${lost.join(', ')}; the deck itself has them`);
  return bounded;
}

/** The leading texts that fit completely. */
function fitting(texts: readonly string[], bytes: number): string[] {
  let left = bytes;
  const kept: string[] = [];
  for (const text of texts) {
    left -= entryBytes(text);
    if (left < 0) break;
    kept.push(text);
  }
  return kept;
}

const entryBytes = (text: string) => jsonBytes(text) + 1;

export function rowBytes(row: BatchRow): number {
  return jsonBytes(row);
}

export function rowsBytes(rows: readonly BatchRow[]): number {
  return rows.reduce((sum, row) => sum + rowBytes(row), 0);
}

/** Counted by hand, as the sandbox has no Buffer. Each half of a surrogate pair counts 2 of the pair's 4 bytes. */
function jsonBytes(value: unknown): number {
  const json = JSON.stringify(value);
  let bytes = 0;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800 || (unit >= 0xd800 && unit < 0xe000)) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}

export function cut(text: string, most = LONGEST_REASON): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
