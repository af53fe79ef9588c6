import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSqliteFile } from '../src/base/io/sqlite';
import { type Settings, settingsSchema } from '../src/config/settings';
import { PRESENTATION } from '../src/core/messages';
import {
  PresentationAttention,
  PresentationReviewDue,
  PresentationStage,
  PresentationUid,
  PresentationWaitingSince,
} from '../src/core/search-attributes';
import { listInbox } from '../src/decks/inbox';
import { countDecks, findDecks, listDecks } from '../src/decks/list';
import { connectTemporal, type TemporalConnection } from '../src/temporal';
import { savedViews } from '../src/temporal/saved-views';
import { DeckLists } from '../src/web/deck-list';
import { openWorkflows } from '../src/worker/open-workflows';
import { measurePairs, type Paired, secondsOf } from './pairs';
import { benchDirectory, benchServer } from './stack';

const OPEN = 10_000;
const CLOSED = 100_000;
const BOUND_S = 1;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const USERS = 100;

/** Everything that reads lists of decks, with 10,000 open and 100,000 closed ones in a visibility store on disk. */
export async function manyDecks(): Promise<Paired[]> {
  const directory = benchDirectory();
  const dbFile = join(directory, 'temporal.db');
  const settingsOf = (address: string) => settingsSchema.parse({ temporal: { mode: 'existing', address } });
  let server = await benchServer({ dbFile });
  try {
    const first = settingsOf(server.address);
    await startPatterns(first);
    await server.stop();
    writeDecks(dbFile);
    server = await benchServer({ dbFile });
    const settings = settingsOf(server.address);
    const temporal = await connectTemporal(settings);
    try {
      const results: Paired[] = [];
      for (const [what, read] of Object.entries(readers(temporal, settings))) {
        const name = `${what}, ${OPEN} open and ${CLOSED} closed decks / ${BOUND_S} s`;
        const sides = { ours: () => secondsOf(read), other: BOUND_S };
        results.push(await measurePairs({ name, target: '≤ 1', unit: 's' }, sides, { pairs: 5 }));
      }
      return results;
    } finally {
      await temporal.close();
    }
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function readers(temporal: TemporalConnection, settings: Settings): Record<string, () => Promise<unknown>> {
  const page = { attention: false, limit: 20 };
  // Each has empty caches.
  const lists = () => new DeckLists(temporal, settings, 'bench');
  const views = savedViews({ overdueAfter: DAY_MS });
  return {
    'deck list': async () => must(20, await listDecks(temporal, page)),
    'deck list --status delivered': async () => must(20, await listDecks(temporal, { ...page, status: 'delivered' })),
    'deck list --overdue': async () => must(20, await listDecks(temporal, { ...page, overdueAfter: DAY_MS })),
    'deck list --search of a title that no deck has': async () => {
      const { searched } = await findDecks(temporal, { ...page, search: 'no such deck' });
      if (searched === undefined) throw new Error('all decks were searched');
    },
    'deck list --views': async () => {
      for (const { query } of views) await countDecks(temporal, query);
    },
    'deck inbox': async () => must(50, (await listInbox(temporal, { limit: 50 })).items),
    'page of decks with the counts of all stages': async () => must(50, (await lists().list({})).decks),
    'page of decks, search of a title that no deck has': () => lists().list({ search: 'no such deck' }),
    'list of all open decks for deck move --all': async () =>
      must(OPEN, await openWorkflows(temporal.lists, { taskQueue: settings.temporal.taskQueue })),
  };
}

function must(count: number, { length }: readonly unknown[]): void {
  if (length !== count) throw new Error(`listed ${length} decks instead of ${count}`);
}

/** Kinds of decks: how many of all there are, what lists show of them, and Temporal's number of their status. */
const RUNNING = 1;
const kinds = [
  { stage: 'review', status: RUNNING, count: 0.45 * OPEN, due: true },
  { stage: 'review', status: RUNNING, count: 0.45 * OPEN },
  { stage: 'contentReview', status: RUNNING, count: 0.05 * OPEN },
  { stage: 'export', status: RUNNING, count: 0.05 * OPEN, attention: 'QuotaExhausted' },
  { stage: 'delivered', status: 2, count: 0.8 * CLOSED },
  { stage: 'rejected', status: 2, count: 0.1 * CLOSED },
  { stage: 'failed', status: 3, count: 0.05 * CLOSED },
  { stage: 'cancelled', status: 4, count: 0.05 * CLOSED },
];
const PATTERN = `${PRESENTATION}/pattern`;
/** Replaced in the copies. */
const MARKS = { uid: 'mark-uid', due: '2031-01-01T00:00:00Z', since: '2032-01-01T00:00:00Z' };

/** Starts and ends a deck of each kind on the server, whose rows in its visibility store are the patterns of all others. */
async function startPatterns(settings: Settings): Promise<void> {
  const temporal = await connectTemporal(settings);
  const { workflow } = temporal.client;
  for (const [at, { stage, due, attention }] of kinds.entries()) {
    const handle = await workflow.start(PRESENTATION, {
      taskQueue: settings.temporal.taskQueue,
      workflowId: `${PATTERN}/${at}`,
      args: [{}],
      memo: { title: 'One of many decks' },
      typedSearchAttributes: [
        { key: PresentationUid, value: MARKS.uid },
        { key: PresentationStage, value: stage },
        { key: PresentationWaitingSince, value: new Date(MARKS.since) },
        ...(due ? [{ key: PresentationReviewDue, value: new Date(MARKS.due) }] : []),
        ...(attention ? [{ key: PresentationAttention, value: attention }] : []),
      ],
    });
    await handle.terminate();
  }
  while ((await workflow.count("ExecutionStatus = 'Terminated'")).count < kinds.length) await delay(50);
  await temporal.close();
}

/**
 * Copies the patterns within the visibility store of the stopped server, in seconds instead of an hour. Only lists and
 * counts know the copies: they have no history.
 */
function writeDecks(file: string): void {
  const db = openSqliteFile(file);
  const columns = (db.prepare('pragma table_info(executions_visibility)').all() as { name: string }[]).map(
    ({ name }) => name,
  );
  const values = columns.map((name) => `@${name}`).join();
  const insert = db.prepare(`insert into executions_visibility (${columns.join()}) values (${values})`);
  db.exec('begin');
  for (const [at, { status, count }] of kinds.entries()) {
    const pattern = db.prepare('select * from executions_visibility where workflow_id = ?').get(`${PATTERN}/${at}`);
    for (let copy = 0; copy < count; copy += 1) {
      insert.run({ ...only(columns, pattern), ...copyOf(pattern, status, at, copy, count) });
    }
  }
  db.prepare('delete from executions_visibility where workflow_id like ?').run(`${PATTERN}/%`);
  db.exec('commit');
  db.exec('pragma wal_checkpoint(TRUNCATE)');
  db.close();
}

/** What the server knows only at the end. */
const OPEN_ROW = {
  ...{ close_time: null, history_length: null, history_size_bytes: null },
  ...{ execution_duration: null, state_transition_count: null },
};

function only(columns: readonly string[], row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(columns.map((name) => [name, row[name]]));
}

/** What differs in a copy. The copies of a kind were started evenly over a week, and ended half an hour later. */
function copyOf(pattern: Record<string, unknown>, status: number, kind: number, copy: number, count: number): object {
  const start = Date.now() - ((copy + 1) / count) * WEEK_MS;
  const uid = `u${copy % USERS}`;
  const id = `${PRESENTATION}/${uid}/${kind}-${copy}`;
  const run = randomUUID();
  const times = { start_time: rowTime(start), execution_time: rowTime(start) };
  return {
    ...{ run_id: run, root_run_id: run, workflow_id: id, root_workflow_id: id, status, ...times },
    ...(status === RUNNING ? OPEN_ROW : { close_time: rowTime(start + DAY_MS / 48) }),
    search_attributes: String(pattern.search_attributes)
      .replace(MARKS.uid, uid)
      .replace(MARKS.due, new Date(start + WEEK_MS).toISOString())
      .replace(MARKS.since, new Date(start + 5_000).toISOString()),
  };
}

/** As the server writes a time into a row. */
const rowTime = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '+00:00');
