import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { workflowIdOf } from '../core/deck-id';
import type { Document } from '../core/document';
import type { PresentationResult } from '../core/messages';
import { isRecord, overlay } from '../core/overlay';
import { CsvError, readCsv } from './csv';
import {
  type CheckedInput,
  documentFacts,
  type PresentationInput,
  presentationInput,
  storedText,
  type WorkflowSettings,
} from './input';

/** Names of the workflows around `presentation`, and of a batch's messages. */
export const BATCH = 'presentationBatch';
export const EXPORT_DESIGN = 'exportDesign';
export const SCHEDULED = 'scheduledPresentation';
export const batchMessages = {
  /** Query without argument: {@link BatchProgress}. */
  progress: 'progress',
  /** Update or signal `{by?, comment?}`: no more decks are started; those that run go on. */
  pause: 'pause',
  /** Update or signal `{by?}`. */
  resume: 'resume',
  /** Update or signal `{window, by?}`. */
  setWindow: 'setWindow',
  /** Update or signal `{cancelRunning}`: whether a cancellation of the batch cancels the decks that run. */
  cancelRunning: 'cancelRunning',
} as const;

export const WIDEST_WINDOW = 200;
const MOST_ITEMS = 50_000;
/** Bad lines that are told at once; somebody mends them and tries again. */
const FAULTS_TOLD = 20;
const CHECKED_AT_ONCE = 50;
/** Longest name of a column; fields and settings have shorter ones. */
const LONGEST_FIELD = 200;
/** Longest JSONL that travels inside the input; a longer one by its address. */
const INLINE_ITEMS = 100_000;

const key = (what: string, most: number) =>
  z
    .string(`${what} must be text`)
    .regex(
      new RegExp(`^[\\p{L}\\p{N}._@+=-]{1,${most}}$`, 'u'),
      `${what} may hold 1 to ${most} letters, digits and . _ @ + = -`,
    );

const items = z.union(
  [
    z.string().min(1).max(INLINE_ITEMS),
    z.strictObject({ ...documentFacts, text: z.string().min(1).max(INLINE_ITEMS) }),
    storedText,
  ],
  `items must be JSONL text of at most ${INLINE_ITEMS} characters, or the address of a stored one`,
);

/** What an input may say apart from whose deck it is. */
const defaults = z.strictObject(presentationInput.shape).omit({ uid: true, request: true }).partial();

/** Input of the workflow `presentationBatch`: one JSON object, from any client and from the Temporal UI's start form. */
export const batchInput = z.strictObject({
  // Room for "-<line>" behind it: together they are the request of a deck.
  batch: key('batch', 90).describe('Key of the batch; a batch that runs cannot be started twice.'),
  uid: key('uid', 100).optional().describe('User of the decks whose line names none.'),
  items: items.describe('JSONL: one input of the workflow `presentation` a line; uid and request may be left out.'),
  window: z
    .int('window must be a whole number')
    .min(1, 'window must be 1 or more')
    .max(WIDEST_WINDOW, `window must be at most ${WIDEST_WINDOW}`)
    .default(10)
    .describe('Most decks that are under way at once.'),
  onError: z
    .enum(['continue', 'stop'], 'onError must be continue or stop')
    .default('continue')
    .describe('stop: the first deck that fails is the last one that was started.'),
  cancelRunning: z.boolean().default(false).describe('True: a cancelled batch cancels its decks, too.'),
  slice: z.int().min(1).max(1000).default(200).describe('Decks started before the history is continued as a new one.'),
  defaults: defaults.optional().describe('What every line says that does not say it itself.'),
});

export type BatchInput = z.input<typeof batchInput>;

/** One deck of a batch, checked: what a slice of the items holds. */
export interface BatchItem {
  /** Line of the file that it came from. */
  line: number;
  /** What the deck is called, for lists. */
  title: string;
  input: PresentationInput;
  /** The id of its deck, where it has a channel. */
  workflowId?: string;
}

/** The input with every choice made, recorded once at the start of the history. */
export interface BatchPlan {
  batch: string;
  items: Document;
  total: number;
  window: number;
  onError: 'continue' | 'stop';
  cancelRunning: boolean;
  slice: number;
  report: BatchReport;
  settings: Pick<WorkflowSettings, 'retries' | 'timeouts'>;
}

/** Paths of the report on the worker's machine, a line for each deck that has ended, as they end. */
export interface BatchReport {
  csv: string;
  /** The same as JSON lines, values as they are. */
  jsonl: string;
}

export type DeckOutcome = 'delivered' | 'rejected' | 'failed' | 'cancelled';

/** A line of the report. */
export interface BatchRow {
  line: number;
  uid: string;
  request: string;
  workflowId: string;
  title: string;
  outcome: DeckOutcome;
  /** The deck had been started before this batch, or by an earlier run of it. */
  existing: boolean;
  /** Of what was not delivered. */
  reason?: string;
  files: string[];
  designId?: number;
  paidCalls: Record<string, number>;
  problems: string[];
  possibleDuplicates: string[];
}

export interface BatchCounts {
  total: number;
  /** Decks that this batch has started. */
  started: number;
  /** Decks that were there before; they count again under what became of them. */
  existing: number;
  delivered: number;
  rejected: number;
  failed: number;
  cancelled: number;
}

/** Answer of the query `progress`. */
export interface BatchProgress extends BatchCounts {
  workflowId: string;
  batch: string;
  state: 'preparing' | 'running' | 'paused' | 'stopping' | 'finished' | 'cancelled' | 'failed';
  /** One sentence: how far it is, or why it does not go on. */
  summary: string;
  /** Items that were not looked at yet. */
  waiting: number;
  running: number;
  window: number;
  /** The decks under way. */
  decks: { line: number; workflowId: string; existing: boolean }[];
  /** The last decks that failed. */
  failures: { line: number; workflowId: string; reason: string }[];
  /** Trouble of the batch itself, such as a report that cannot be written. */
  problems: string[];
  report?: BatchReport;
  startedAt: string;
  updatedAt: string;
}

/** What the workflow returns; a deck that failed is no failure of the batch. */
export interface BatchResult extends BatchCounts {
  /** `stopped`: after a failure, with `onError: stop`. */
  outcome: 'finished' | 'stopped';
  batch: string;
  /** Items that were not started because the batch was stopped. */
  notStarted: number;
  report: BatchReport;
}

/** Input of the workflow `exportDesign`. */
export interface ExportDesignInput {
  uid: string;
  request: string;
  channel?: string;
  designId: number;
  formats: NonNullable<PresentationInput['formats']>;
  edit?: boolean;
  zip?: boolean;
  name?: string;
}

export type ExportDesignResult = Pick<PresentationResult, 'uid' | 'request' | 'files' | 'problems'> & {
  designId: number;
  /** The deck that was run for it, for `deck status`. */
  workflowId: string;
};

/** Input of the workflow `scheduledPresentation`: a deck without its request, which the scheduled time makes. */
export interface ScheduledInput {
  schedule: string;
  input: Omit<PresentationInput, 'request'>;
}

export interface ScheduledResult {
  workflowId: string;
  request: string;
  /** The scheduled time had its deck already. */
  existing: boolean;
}

export const batchIdOf = (batch: string) => `batch/${batch}`;
export const SCHEDULE_PREFIX = 'presentation/';

export interface ReadOptions {
  batch: string;
  uid?: string | undefined;
  defaults?: Record<string, unknown> | undefined;
  /** Reads a whole input, as the deck's own first activity will. @throws Error that names the wrong fields */
  check(input: unknown): { input: CheckedInput; plan: { title: string } };
}

/** Something wrong with a line. */
export interface LineFault {
  line: number;
  message: string;
}

/** What a file says, line by line; nothing of it is to be started while there is a fault. */
export interface ReadItems {
  items: BatchItem[];
  faults: LineFault[];
}

interface RawItem {
  line: number;
  value: Record<string, unknown>;
}

/** Items of a JSONL text. A line may carry its own number as `line`, when it was another file's before. */
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
      fault('this is no JSON');
      continue;
    }
    if (!isRecord(value)) {
      fault('this is no JSON object');
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
        faults.push({ line, message: `there are ${cells.length} cells for the ${names.length} fields of the header` });
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

/** The lines that a person reads when items are refused. */
export function faultLines(faults: readonly LineFault[]): string[] {
  const told = faults.slice(0, FAULTS_TOLD).map(({ line, message }) => `line ${line}: ${message}`);
  const more = faults.length - told.length;
  return more === 0 ? told : [...told, `and ${more} more line${more === 1 ? '' : 's'}`];
}

async function checked(raw: readonly RawItem[], faults: LineFault[], options: ReadOptions): Promise<ReadItems> {
  const result: ReadItems = { items: [], faults };
  const lineOf = new Map<string, number>();
  if (raw.length > MOST_ITEMS) {
    faults.push({ line: raw[MOST_ITEMS]!.line, message: `a batch has at most ${MOST_ITEMS} decks` });
    return result;
  }
  for (const [index, { line, value }] of raw.entries()) {
    // A long file must keep neither heartbeats nor other decks waiting.
    if (index % CHECKED_AT_ONCE === 0) await setImmediate();
    try {
      const { input, plan } = options.check(inputOf(line, value, options));
      const id = workflowIdOf(input);
      const other = lineOf.get(id);
      if (other !== undefined) throw new Error(`request: “${input.request}” of ${input.uid} is line ${other} already`);
      lineOf.set(id, line);
      result.items.push({ line, title: plan.title, input });
    } catch (error) {
      faults.push({ line, message: (error as Error).message.replace(/^the input does not fit: /, '') });
    }
  }
  if (raw.length === 0 && faults.length === 0) faults.push({ line: 1, message: 'there is no deck in it' });
  faults.sort((one, other) => one.line - other.line);
  return result;
}

/** The line laid over the defaults: a field replaces a field, settings and options are merged. */
function inputOf(line: number, value: Record<string, unknown>, options: ReadOptions): Record<string, unknown> {
  const { batch, uid, defaults = {} } = options;
  const merged: Record<string, unknown> = { ...(uid === undefined ? {} : { uid }), request: `${batch}-${line}` };
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
    if (name === '') return [`column ${index + 1} has no name; the first line names the fields`];
    if (before.has(name)) return [`${name}: there are two columns of this name`];
    before.add(name);
    const [first = ''] = name.split('.', 1);
    const within = name.length > LONGEST_FIELD ? undefined : sectionsOf(name).find((section) => there.has(section));
    if (within !== undefined) return [`${name}: there is a column ${within} already`];
    const known = name.length <= LONGEST_FIELD && Object.hasOwn(presentationInput.shape, first);
    return known ? [] : [`${name.slice(0, LONGEST_FIELD)}: there is no such field`];
  });
}

/** `a` and `a.b` of `a.b.c`. */
function sectionsOf(name: string): string[] {
  const parts = name.split('.').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}

/** Fields of one row; an empty cell says nothing. */
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

/** A cell is text; where the field is none, it is read as a list, a number, or yes or no. */
function cellValue(name: string, cell: string): unknown {
  const text = cell.trim();
  if (name === 'formats') {
    return text
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }
  if (/^(title|name|markdown|request|uid|channel)$/.test(name)) return name === 'markdown' ? cell : text;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}
