import { setImmediate } from 'node:timers/promises';
import { counted } from '../../base/text/counted';
import { workflowIdOf } from '../../core/deck-id';
import { given } from '../../core/given';
import { isRecord, overlay } from '../../core/overlay';
import type { BatchItem } from './batch';
import { CsvError, readCsv } from './csv';
import { type CheckedInput, presentationInput } from './input';

const MOST_ITEMS = 50_000;
/** Maximum number of invalid lines in one error message. */
const FAULTS_LISTED = 20;
const CHECKED_AT_ONCE = 50;
/** Maximum length of a column name; fields and settings have shorter names. */
const LONGEST_FIELD = 200;

export interface ReadOptions {
  batch: string;
  uid?: string | undefined;
  defaults?: Record<string, unknown> | undefined;
  /** Validates an input like the first activity of the deck. @throws Error that names the invalid fields */
  check(input: unknown): { input: CheckedInput; plan: { title: string } };
}

/** An invalid line. */
export interface LineFault {
  line: number;
  message: string;
}

/** The items of a file. If there are faults, nothing may be started. */
export interface ReadItems {
  items: BatchItem[];
  faults: LineFault[];
}

interface RawItem {
  line: number;
  value: Record<string, unknown>;
}

/** Items of a JSONL text. A line can have a `line` field with its number in an original file. */
export async function itemsOfJsonl(text: string, options: ReadOptions): Promise<ReadItems> {
  const raw: RawItem[] = [];
  const faults: LineFault[] = [];
  for (const [index, content] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (content.trim() === '') continue;
    const fault = (message: string) => faults.push({ line: index + 1, message });
    let value: unknown;
    try {
      value = JSON.parse(content);
    } catch {
      fault('must be valid JSON');
      continue;
    }
    if (!isRecord(value)) {
      fault('must be a JSON object');
      continue;
    }
    const { line = index + 1, ...rest } = value;
    if (typeof line === 'number' && Number.isInteger(line) && line > 0) raw.push({ line, value: rest });
    else fault('line: line must be a positive whole number');
  }
  return checked(raw, faults, options);
}

/** Items of a CSV text: the header names the fields, as in `title,formats,template.id,options.tone`. */
export async function itemsOfCsv(text: string, options: ReadOptions): Promise<ReadItems> {
  const raw: RawItem[] = [];
  const faults: LineFault[] = [];
  try {
    const [header, ...rows] = readCsv(text);
    if (header === undefined) return checked([], [], options);
    const names = header.cells.map((cell) => cell.trim());
    for (const message of headerFaults(names)) faults.push({ line: header.line, message });
    if (faults.length > 0) return { items: [], faults };
    for (const { line, cells } of rows) {
      if (cells.length > names.length) {
        faults.push({ line, message: `the row has ${cells.length} cells, but the header has ${names.length}` });
      } else {
        raw.push({ line, value: recordOf(names, cells) });
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    faults.push({ line: error.line, message: error.message });
  }
  return checked(raw, faults, options);
}

/** The error message for invalid items, line by line. */
export function faultLines(faults: readonly LineFault[]): string[] {
  const listed = faults.slice(0, FAULTS_LISTED).map(({ line, message }) => `line ${line}: ${message}`);
  const more = faults.length - listed.length;
  return more === 0 ? listed : [...listed, `and ${counted(more, 'more line')}`];
}

async function checked(raw: readonly RawItem[], faults: LineFault[], options: ReadOptions): Promise<ReadItems> {
  const result: ReadItems = { items: [], faults };
  const lineOf = new Map<string, number>();
  if (raw.length > MOST_ITEMS) {
    faults.push({ line: raw[MOST_ITEMS]!.line, message: `a batch has at most ${MOST_ITEMS} decks` });
    return result;
  }
  for (const [index, { line, value }] of raw.entries()) {
    // Yield regularly, so that a long file does not delay heartbeats and other decks.
    if (index % CHECKED_AT_ONCE === 0) await setImmediate();
    try {
      const { input, plan } = options.check(inputOf(line, value, options));
      const id = workflowIdOf(input);
      const other = lineOf.get(id);
      if (other !== undefined)
        throw new Error(`request: “${input.request}” of ${input.uid} is already on line ${other}`);
      lineOf.set(id, line);
      result.items.push({ line, title: plan.title, input });
    } catch (error) {
      faults.push({ line, message: (error as Error).message.replace(/^invalid input: /, '') });
    }
  }
  if (raw.length === 0 && faults.length === 0) faults.push({ line: 1, message: 'the file contains no decks' });
  faults.sort((one, other) => one.line - other.line);
  return result;
}

/** A line merged with the defaults: it replaces fields, but settings and options are merged recursively. */
function inputOf(line: number, value: Record<string, unknown>, options: ReadOptions): Record<string, unknown> {
  const { batch, uid, defaults = {} } = options;
  const merged: Record<string, unknown> = { ...given({ uid }), request: `${batch}-${line}` };
  Object.assign(merged, defaults, value);
  for (const field of ['settings', 'options']) {
    if (isRecord(defaults[field]) && isRecord(value[field])) merged[field] = overlay(defaults[field], value[field]);
  }
  return merged;
}

function headerFaults(names: readonly string[]): string[] {
  const there = new Set(names);
  const before = new Set<string>();
  return names.flatMap((name, index) => {
    if (name === '') return [`column ${index + 1} has no name; the first line must name every field`];
    if (before.has(name)) return [`${name}: duplicate column`];
    before.add(name);
    const [first = ''] = name.split('.', 1);
    const within = name.length > LONGEST_FIELD ? undefined : sectionsOf(name).find((section) => there.has(section));
    if (within !== undefined) return [`${name}: conflicts with the column ${within}`];
    const known = name.length <= LONGEST_FIELD && Object.hasOwn(presentationInput.shape, first);
    return known ? [] : [`${name.slice(0, LONGEST_FIELD)}: unknown field`];
  });
}

/** `a` and `a.b` of `a.b.c`. */
function sectionsOf(name: string): string[] {
  const parts = name.split('.').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}

/** Fields of one row; empty cells are skipped. */
function recordOf(names: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [index, cell] of cells.entries()) {
    const name = names[index]!;
    if (cell.trim() === '') continue;
    const path = name.split('.');
    const last = path.pop()!;
    let target = record;
    for (const part of path) {
      if (!Object.hasOwn(target, part)) target[part] = {};
      target = target[part] as Record<string, unknown>;
    }
    Object.defineProperty(target, last, { value: cellValue(name, cell), enumerable: true, writable: true });
  }
  return record;
}

/** A cell is text unless its field expects a list, a number or a boolean. */
function cellValue(name: string, cell: string): unknown {
  const text = cell.trim();
  if (name === 'formats' || name === 'remember') {
    return text
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }
  if (/^(title|name|markdown|request|uid|channel|audience)$/.test(name)) return name === 'markdown' ? cell : text;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}
