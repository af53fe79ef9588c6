import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Context, log } from '@temporalio/activity';
import { type Client, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { placedId, startedChannel } from '../src/api/placed-deck';
import { channelIn } from '../src/core/deck-id';
import type { Document } from '../src/core/document';
import type { PresentationResult } from '../src/core/messages';
import {
  type BatchItem,
  type BatchPlan,
  type BatchReport,
  type BatchRow,
  batchInput,
  faultLines,
  itemsOfJsonl,
} from '../src/input/batch';
import { csvLine } from '../src/input/csv';
import { checkedDeck, invalidInput } from '../src/input/plan';
import { makeFolderInside } from '../src/io/folder-inside';
import { folderName } from './file-names';
import { type ActivityDependencies, perform } from './perform';

export interface PrepareBatchCall {
  input: unknown;
  /** ISO 8601; names the report of this start. */
  startedAt: string;
}

export interface ItemsCall {
  items: Document;
  /** Index of the first item. */
  from: number;
  count: number;
}

export interface ReportCall {
  report: BatchReport;
  /** Where the rows belong, in bytes: what was written before ends there. */
  at: ReportEnd;
  rows: BatchRow[];
}

/** Lengths of the two files. */
export interface ReportEnd {
  csv: number;
  jsonl: number;
}

export interface LookCall {
  /** With a title or channel, of a deck that was there before: whether it is the one that is meant. */
  decks: { workflowId: string; title?: string; channel?: string }[];
  /** How long to wait for the first of them to end; 0 looks once. */
  waitMs: number;
}

/** A deck that has ended, or that is another one than was meant. */
export interface SeenDeck {
  workflowId: string;
  result?: PresentationResult;
  failure?: { type: string; message: string; cancelled: boolean };
  /** The title of the deck that has this request; the id of one of another channel. */
  taken?: string;
}

/** What one answer carries at most, so that a window of 200 does not burst a history. */
const ANSWER_BYTES = 100_000;
/** Problems of one deck that are told to a batch; the deck itself has them all. */
const PROBLEMS_TOLD = 10;
const LOOKED_AT_ONCE = 20;
const columns = [
  'line',
  'uid',
  'request',
  'workflow id',
  'title',
  'outcome',
  'existing',
  'reason',
  'files',
  'design id',
  'paid calls',
  'problems',
  'possible duplicates',
];

export function batchActivities(deps: ActivityDependencies) {
  const { settings, documents } = deps;
  return {
    /**
     * Checks the batch and every line of it, before anything is started.
     * @throws `InvalidInput`, with the path of each wrong field, and the line where it is a line's.
     */
    prepareBatch: ({ input, startedAt }: PrepareBatchCall): Promise<BatchPlan> =>
      perform(deps, undefined, async () => {
        const parsed = batchInput.safeParse(input);
        if (!parsed.success) throw invalidInput(parsed.error);
        const { batch, uid, window, onError, cancelRunning, slice, defaults } = parsed.data;
        const text = await textOf(parsed.data.items);
        const check = (value: unknown) => checkedDeck(value, settings);
        const { items, faults } = await itemsOfJsonl(text, { batch, uid, defaults, check });
        if (faults.length > 0) {
          const message = `the items do not fit: ${faultLines(faults).join('; ')}`;
          throw ApplicationFailure.nonRetryable(message, 'InvalidInput');
        }
        const folder = join(resolve(settings.output.directory), ...REPORT_FOLDER, folderName(batch));
        const name = startedAt.replace(/[:.-]/g, '');
        const { retries, timeouts } = settings.workflow;
        return {
          batch,
          items: await documents.put(await jsonLines(items)),
          total: items.length,
          window,
          onError,
          cancelRunning,
          slice,
          report: { csv: join(folder, `${name}.csv`), jsonl: join(folder, `${name}.jsonl`) },
          settings: { retries, timeouts },
        };
      }),

    /** The items from an index on: as many as were asked for, or as fit an answer. At least one, while there are any. */
    readBatchItems: ({ items, from, count }: ItemsCall): Promise<{ items: BatchItem[] }> =>
      perform(deps, undefined, async () => {
        const lines = (await documents.get(items)).split('\n').slice(from, from + count);
        const slice: BatchItem[] = [];
        let bytes = 0;
        for (const line of lines.filter((text) => text !== '')) {
          bytes += Buffer.byteLength(line);
          if (slice.length > 0 && bytes > ANSWER_BYTES) break;
          slice.push(JSON.parse(line) as BatchItem);
        }
        return { items: await placed(slice) };
      }),

    /**
     * Writes rows at their place in the report. The place is the workflow's, so an activity that is repeated, or one
     * that was given up and still runs, writes the same bytes at the same place and no row stands there twice.
     * @returns where the next rows belong.
     */
    reportDecks: ({ report, at, rows }: ReportCall): Promise<ReportEnd> =>
      perform(deps, undefined, async () => {
        const header = at.csv === 0 ? csvLine(columns) : '';
        const csv = header + rows.map(csvOf).join('');
        const jsonl = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
        // The output directory as it was when the batch began.
        const folder = dirname(report.csv);
        await makeFolderInside(resolve(folder, '..', ...REPORT_FOLDER.map(() => '..')), folder);
        return { csv: await writeAt(report.csv, at.csv, csv), jsonl: await writeAt(report.jsonl, at.jsonl, jsonl) };
      }),

    /** Waits for decks that this run of the workflow has not started: for the first to end, or for the time to pass. */
    lookAtDecks: ({ decks, waitMs }: LookCall): Promise<{ decks: SeenDeck[] }> =>
      perform(deps, undefined, async () => {
        const context = Context.current();
        const until = Date.now() + waitMs;
        let listed = true;
        for (let pause = 200; ; pause = Math.min(pause * 1.5, 5000)) {
          // The last look of all asks for each deck, as lists are a little behind and may miss one.
          const last = Date.now() >= until;
          const some = last || decks.length <= FEW ? decks : listed ? await unlisted(context.client, decks) : [];
          // Without lists there is still the last look; the server is not asked for the same trouble every 5 s.
          if (some === undefined) listed = false;
          const seen = await lookAt(context, some ?? []);
          if (seen.length > 0 || last) return { decks: seen };
          await context.sleep(Math.min(pause, Math.max(1, until - Date.now())));
        }
      }),
  };

  async function textOf(items: string | { text: string } | { uri: string; sha256: string; bytes: number }) {
    if (typeof items === 'string') return items;
    return 'text' in items ? items.text : documents.get({ preview: '', ...items });
  }

  /** Long texts go to the store by themselves: one item has to fit an answer. */
  async function jsonLines(items: readonly BatchItem[]): Promise<string> {
    const lines: string[] = [];
    for (const item of items) {
      const { markdown } = item.input;
      const stored = typeof markdown === 'string' ? await documents.put(markdown) : undefined;
      const input = stored !== undefined && 'uri' in stored ? { ...item.input, markdown: stored } : item.input;
      lines.push(JSON.stringify({ ...item, input }));
    }
    return lines.join('\n');
  }
}

/** Beside the folders of the users, whose names hold no blank. */
const REPORT_FOLDER = ['batch reports'];

function csvOf(row: BatchRow): string {
  const paid = Object.entries(row.paidCalls).map(([call, count]) => `${call} ${count}`);
  return csvLine([
    row.line,
    row.uid,
    row.request,
    row.workflowId,
    row.title,
    row.outcome,
    row.existing,
    row.reason ?? '',
    row.files.join('; '),
    row.designId ?? '',
    paid.join('; '),
    row.problems.join('; '),
    row.possibleDuplicates.join('; '),
  ]);
}

/** @returns the end of what was written. */
async function writeAt(path: string, at: number, text: string): Promise<number> {
  const bytes = Buffer.from(text, 'utf8');
  // Not "a": appended bytes have no place of their own, and would come twice. A link is another file, and stays alone.
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0 } = constants;
  const file = await open(path, O_RDWR | O_NOFOLLOW | (at === 0 ? O_CREAT : 0));
  try {
    const { size } = await file.stat();
    if (size < at) {
      throw new Error(`${path} has ${size} of ${at} bytes; all workers of a batch need the same output.directory`);
    }
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, at);
    if (bytesWritten < bytes.length) throw new Error(`${path} took ${bytesWritten} of ${bytes.length} bytes`);
    await file.sync();
  } finally {
    await file.close();
  }
  return at + bytes.length;
}

/** With a channel, the items name their decks: one may be there under the id that 0.1.0 gave it. */
async function placed(items: readonly BatchItem[]): Promise<BatchItem[]> {
  const all: BatchItem[] = [];
  for (let from = 0; from < items.length; from += LOOKED_AT_ONCE) {
    const some = items.slice(from, from + LOOKED_AT_ONCE).map(async (item) => {
      if (!item.input.channel) return item;
      return { ...item, workflowId: await placedId(Context.current().client, item.input) };
    });
    all.push(...(await Promise.all(some)));
  }
  return all;
}

/** So few are asked for one by one: that is exact, and as cheap as a list. */
const FEW = 4;
/** Ids in one query; with the longest of them it has some 80 KB. */
const LISTED_AT_ONCE = 100;

/**
 * Those of the decks that are not listed as running: one count for a hundred of them as long as all are, then a list. A deck
 * that has just ended is listed for a moment longer; it is found by a later look. Undefined when there are no lists just now.
 */
async function unlisted(client: Client, decks: LookCall['decks']): Promise<LookCall['decks'] | undefined> {
  const ended: LookCall['decks'] = [];
  try {
    for (let from = 0; from < decks.length; from += LISTED_AT_ONCE) {
      const some = decks.slice(from, from + LISTED_AT_ONCE);
      // No part of a deck's id may hold a quote.
      const ids = some.map(({ workflowId }) => `'${workflowId}'`).join(', ');
      const query = `ExecutionStatus = 'Running' AND WorkflowId IN (${ids})`;
      const { count } = await client.workflow.count(query);
      if (count === some.length) continue;
      const running = new Set<string>();
      for await (const { workflowId } of client.workflow.list({ query })) running.add(workflowId);
      ended.push(...some.filter(({ workflowId }) => !running.has(workflowId)));
    }
    return ended;
  } catch (error) {
    log.warn('decks cannot be listed', { error });
    return undefined;
  }
}

async function lookAt(context: Context, decks: LookCall['decks']): Promise<SeenDeck[]> {
  const found: SeenDeck[] = [];
  let bytes = 0;
  for (let from = 0; from < decks.length; from += LOOKED_AT_ONCE) {
    const some = await Promise.all(decks.slice(from, from + LOOKED_AT_ONCE).map((deck) => look(context.client, deck)));
    if (context.cancellationSignal.aborted) throw new CancelledFailure('cancelled');
    for (const seen of some) {
      if (seen === undefined) continue;
      bytes += JSON.stringify(seen).length;
      // The rest is found by the next look.
      if (found.length > 0 && bytes > ANSWER_BYTES) return found;
      found.push(seen);
    }
  }
  return found;
}

async function look(
  client: Client,
  { workflowId, title, channel }: LookCall['decks'][number],
): Promise<SeenDeck | undefined> {
  const handle = client.workflow.getHandle(workflowId);
  try {
    const { memo, status, runId } = await handle.describe();
    // Only an id without a channel leaves it open whose deck it is.
    if (channel !== undefined && channelIn(workflowId) === '') {
      if ((await startedChannel(client, { workflowId, runId })) !== channel.trim())
        return { workflowId, taken: workflowId };
    }
    const other = memo?.title;
    if (title !== undefined && typeof other === 'string' && other !== title) return { workflowId, taken: other };
    if (status.name === 'RUNNING') return undefined;
    const result = (await handle.result()) as PresentationResult;
    return { workflowId, result: { ...result, problems: result.problems.slice(-PROBLEMS_TOLD) } };
  } catch (error) {
    if (error instanceof WorkflowFailedError) {
      const { cause } = error;
      const cancelled = cause instanceof CancelledFailure;
      const type = cause instanceof ApplicationFailure ? (cause.type ?? 'Unexpected') : (cause?.name ?? 'Unexpected');
      return { workflowId, failure: { type, message: cause?.message ?? error.message, cancelled } };
    }
    if (error instanceof WorkflowNotFoundError) {
      const message = 'its history is not on the server any more';
      return { workflowId, failure: { type: 'NotFound', message, cancelled: false } };
    }
    throw error;
  }
}
