import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Context } from '@temporalio/activity';
import { makeFolderInside } from '../src/base/io/folder-inside';
import { cut } from '../src/base/text/cut';
import {
  type BatchDeck,
  type BatchProgress,
  type BatchReport,
  type BatchRow,
  type DeckOutcome,
  LONGEST_TITLE,
} from '../src/core/batch';
import { given } from '../src/core/given';
import type { PresentationResult } from '../src/core/progress';
import { nameOf } from '../src/core/reviewer-name';
import { csvLine } from '../src/decks/input/csv';
import { type SeenDeck, seeDeck } from './deck-ends';
import { type ActivityDependencies, perform } from './perform';

export interface ReportCall {
  report: BatchReport;
  /** Where the rows belong, in bytes: the end of the rows before them. */
  at: ReportEnd;
  decks: ReportedDeck[];
}

/** `titled`: an existing deck of this request must have this title. */
export interface ReportedDeck extends BatchDeck {
  titled: boolean;
}

/** Lengths of the two files. */
export interface ReportEnd {
  csv: number;
  jsonl: number;
}

export interface Reported {
  /** Where the next rows belong. */
  end: ReportEnd;
  /** Workflow ids of decks that are running. If there is one, nothing was written. */
  running: string[];
  outcomes: DeckOutcome[];
  /** Why decks failed or were cancelled. */
  failures: BatchProgress['failures'];
}

/** Next to the directories of users, whose names contain no space. */
export const REPORT_FOLDER = ['batch reports'];
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

export function batchReportActivities(deps: ActivityDependencies) {
  return {
    /**
     * Writes the ends of decks to the report. An end does not change, and nothing is written before all decks have one.
     * So a retried activity, or one that timed out and still runs, writes the same bytes at the same position, and no
     * row is duplicated.
     */
    reportDecks: ({ report, at, decks }: ReportCall): Promise<Reported> =>
      perform(deps, undefined, async (signal) => {
        const { client } = Context.current();
        const ends = await Promise.all(
          decks.map(async (deck) => ({ deck, end: endOf(deck, await seeDeck(client, deck.workflowId)) })),
        );
        const running = ends.flatMap(({ deck, end }) => (end === undefined ? [deck.workflowId] : []));
        if (running.length > 0) return { end: at, running, outcomes: [], failures: [] };
        const rows = ends.map(({ deck: { titled: _, ...deck }, end }): BatchRow => ({ ...deck, ...end! }));
        signal.throwIfAborted();
        return {
          end: await writeRows(report, at, rows),
          running,
          outcomes: rows.map(({ outcome }) => (outcome === 'unknown' ? 'failed' : outcome)),
          failures: rows.flatMap(({ line, workflowId, outcome, reason = outcome }) =>
            outcome === 'delivered' || outcome === 'rejected' ? [] : [{ line, workflowId, reason }],
          ),
        };
      }),
  };
}

type RowEnd = Omit<BatchRow, keyof BatchDeck>;
const nothing = { files: [], paidCalls: {}, problems: [], possibleDuplicates: [] };

/** The end of a deck for its row; undefined while it is running. */
function endOf({ title, titled, existing }: ReportedDeck, seen: SeenDeck): RowEnd | undefined {
  const { end, designId } = seen;
  if (existing && titled && seen.title !== undefined && cut(seen.title, LONGEST_TITLE) !== title) {
    const reason = `RequestTaken: this request is the deck “${seen.title}” already; give the line one of its own`;
    return { outcome: 'failed', reason: cut(reason), ...nothing };
  }
  if (end === undefined) return undefined;
  if ('result' in end) return endOfResult(end.result);
  const known = { ...nothing, ...given({ designId }) };
  if ('unknown' in end) return { outcome: 'unknown', reason: end.unknown, ...known };
  const { type, message, cancelled } = end.failure;
  if (cancelled) return { outcome: 'cancelled', reason: 'it was cancelled', ...known };
  return { outcome: 'failed', reason: cut(`${type}: ${message}`), ...known };
}

function endOfResult(result: PresentationResult): RowEnd {
  const { outcome, rejection, designId, files, paidCalls, problems, possibleDuplicates } = result;
  const comment = rejection?.comment === undefined ? '' : `: ${rejection.comment}`;
  const reason = rejection && cut(`rejected by ${nameOf(rejection)}${comment}`);
  return {
    outcome,
    ...given({ reason, designId }),
    files: files.map(({ path }) => path),
    paidCalls,
    problems: problems.map(({ stage, type, message }) => cut(`${stage} ${type}: ${message}`)),
    possibleDuplicates,
  };
}

/**
 * Writes rows at their position, which the workflow has decided.
 * @returns where the next rows belong
 */
export async function writeRows(report: BatchReport, at: ReportEnd, rows: readonly BatchRow[]): Promise<ReportEnd> {
  const header = at.csv === 0 ? csvLine(columns) : '';
  const csv = header + rows.map(csvOf).join('');
  const jsonl = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  // The path is from the output directory as of the start of the batch.
  const folder = dirname(report.csv);
  await makeFolderInside(resolve(folder, '..', ...REPORT_FOLDER.map(() => '..')), folder);
  return { csv: await writeAt(report.csv, at.csv, csv), jsonl: await writeAt(report.jsonl, at.jsonl, jsonl) };
}

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

/** @returns the end of the written bytes */
async function writeAt(path: string, at: number, text: string): Promise<number> {
  const bytes = Buffer.from(text, 'utf8');
  // Not append mode, which would duplicate rows on a retry. O_NOFOLLOW: a symbolic link leads to another file.
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0 } = constants;
  const file = await open(path, O_RDWR | O_NOFOLLOW | (at === 0 ? O_CREAT : 0));
  try {
    const { size } = await file.stat();
    if (size < at) {
      throw new Error(`${path} has ${size} of ${at} bytes; all workers of a batch need the same output.directory`);
    }
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, at);
    if (bytesWritten < bytes.length)
      throw new Error(`only ${bytesWritten} of ${bytes.length} bytes were written to ${path}`);
    await file.sync();
  } finally {
    await file.close();
  }
  return at + bytes.length;
}
