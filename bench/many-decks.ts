import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSqliteFile, type SqliteFile } from '../src/base/io/sqlite';
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
import { Cluster } from './cluster/cluster';
import type { PostgresServer } from './cluster/postgres';
import { clusterPrograms } from './cluster/programs';
import { measurePairs, type Paired, secondsOf } from './pairs';
import { benchDirectory, benchServer } from './stack';

const OPEN = 10_000;
const CLOSED = 100_000;
const BOUND_S = 1;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const USERS = 100;

/** A row of a visibility store. */
type Row = Record<string, unknown>;

/** A visibility store whose rows can be written without the server. */
interface Store {
  pattern(workflowId: string): Promise<Row>;
  insert(rows: readonly Row[]): Promise<void>;
}

/** Everything that reads lists of decks, with 10,000 open and 100,000 closed ones in a visibility store on disk. */
export async function manyDecks(): Promise<Paired[]> {
  const directory = benchDirectory();
  const dbFile = join(directory, 'temporal.db');
  const settingsOf = (address: string) => settingsSchema.parse({ temporal: { mode: 'existing', address } });
  let server = await benchServer({ dbFile });
  try {
    await startPatterns(settingsOf(server.address));
    await server.stop();
    const db = openSqliteFile(dbFile);
    db.exec('begin');
    await writeDecks(inSqlite(db));
    db.exec('commit');
    db.exec('pragma wal_checkpoint(TRUNCATE)');
    db.close();
    server = await benchServer({ dbFile });
    return await measured(settingsOf(server.address), 'SQLite');
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The same with the nodes of a cluster and PostgreSQL with its default settings. */
export async function manyDecksInPostgres(): Promise<Paired[]> {
  const shape = { frontend: 1, history: 1, matching: 1, shards: 4, workers: 0, services: 0, keep: '' };
  const cluster = await Cluster.start(shape, await clusterPrograms(console.error));
  try {
    await startPatterns(cluster.settings);
    await writeDecks(inPostgres(cluster.postgres));
    // As its own maintenance does within a minute.
    await cluster.postgres.ask('temporal_visibility', 'vacuum analyze executions_visibility');
    return await measured(cluster.settings, 'PostgreSQL');
  } finally {
    await cluster.temporal.close();
    await cluster.close();
  }
}

async function measured(settings: Settings, store: string): Promise<Paired[]> {
  const temporal = await connectTemporal(settings);
  try {
    const results: Paired[] = [];
    for (const [what, read] of Object.entries(readers(temporal, settings))) {
      const name = `${what}, ${OPEN} open and ${CLOSED} closed decks in ${store} / ${BOUND_S} s`;
      const sides = { ours: () => secondsOf(read), other: BOUND_S };
      results.push(await measurePairs({ name, target: '≤ 1', unit: 's' }, sides, { pairs: 5 }));
    }
    return results;
  } finally {
    await temporal.close();
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
    'page of decks with the counts of all stages': async () => must(20, (await lists().list({})).decks),
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

/** Copies the patterns within the visibility store, in seconds instead of an hour. Only lists and counts know the copies. */
async function writeDecks(store: Store): Promise<void> {
  for (const [at, { status, count }] of kinds.entries()) {
    const pattern = await store.pattern(`${PATTERN}/${at}`);
    for (let first = 0; first < count; first += 1_000) {
      const copies = Array.from({ length: Math.min(1_000, count - first) }, (_, copy) => first + copy);
      await store.insert(copies.map((copy) => ({ ...pattern, ...copyOf(pattern, status, at, copy, count) })));
    }
  }
}

/** Of a server that is stopped. */
function inSqlite(db: SqliteFile): Store {
  const columns = (db.prepare('pragma table_info(executions_visibility)').all() as { name: string }[]).map(
    ({ name }) => name,
  );
  const values = columns.map((name) => `@${name}`).join();
  const insert = db.prepare(`insert into executions_visibility (${columns.join()}) values (${values})`);
  const where = 'from executions_visibility where workflow_id = ?';
  return {
    async pattern(id) {
      const row = db.prepare(`select ${columns.join()} ${where}`).get(id) as Row;
      db.prepare(`delete ${where}`).run(id);
      return { ...row, search_attributes: JSON.parse(String(row.search_attributes)) };
    },
    async insert(rows) {
      for (const row of rows) insert.run({ ...row, search_attributes: JSON.stringify(row.search_attributes) });
    },
  };
}

function inPostgres(postgres: PostgresServer): Store {
  const ask = <Answer extends object>(text: string) => postgres.ask<Answer>('temporal_visibility', text);
  let columns = '';
  return {
    async pattern(id) {
      // The others are generated from these.
      const written = await ask<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = 'executions_visibility' and is_generated = 'NEVER'`,
      );
      columns = written.map(({ name }) => name).join();
      const [row] = await ask<{ row: Row }>(
        `delete from executions_visibility e where workflow_id = '${id}' returning to_jsonb(e) as row`,
      );
      return row!.row;
    },
    async insert(rows) {
      const json = JSON.stringify(rows);
      await ask(
        `insert into executions_visibility (${columns}) select ${columns} from jsonb_populate_recordset(null::executions_visibility, $json$${json}$json$)`,
      );
    },
  };
}

/** What the server knows only at the end. */
const OPEN_ROW = {
  ...{ close_time: null, history_length: null, history_size_bytes: null },
  ...{ execution_duration: null, state_transition_count: null },
};

/** What differs in a copy. The copies of a kind were started evenly over a week, and ended half an hour later. */
function copyOf(pattern: Row, status: number, kind: number, copy: number, count: number): object {
  const start = Date.now() - ((copy + 1) / count) * WEEK_MS;
  const uid = `u${copy % USERS}`;
  const id = `${PRESENTATION}/${uid}/${kind}-${copy}`;
  const run = randomUUID();
  const times = { start_time: rowTime(start), execution_time: rowTime(start) };
  return {
    ...{ run_id: run, root_run_id: run, workflow_id: id, root_workflow_id: id, status, ...times },
    ...(status === RUNNING ? OPEN_ROW : { close_time: rowTime(start + DAY_MS / 48) }),
    search_attributes: JSON.parse(
      JSON.stringify(pattern.search_attributes)
        .replace(MARKS.uid, uid)
        .replace(MARKS.due, new Date(start + WEEK_MS).toISOString())
        .replace(MARKS.since, new Date(start + 5_000).toISOString()),
    ),
  };
}

/** As the server writes a time into a row. */
const rowTime = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '+00:00');
