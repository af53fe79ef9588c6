import { randomUUID } from 'node:crypto';
import { readdirSync, utimesSync, watch } from 'node:fs';
import { join } from 'node:path';
import { isSqliteError, openSqliteFile, type SqliteFile } from '../../src/base/io/sqlite';
import type { Settings } from '../../src/config';
import { type Json, type Reply, reply, Session } from '../service/session';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { prepareProcesses } from './processes';

export type Row = Record<string, unknown>;

/** The service as a process on a port, a database and a folder of its own, which all stay when it is killed. */
export interface KillableService {
  url: string;
  settings: Settings;
  start(): Promise<void>;
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Kills it and starts it again over the same data; with other delays where they are given. */
  restart(timing?: Record<string, string>): Promise<void>;
  session(uid: string): Promise<Session>;
  /** Adds a fault rule, which a restart forgets. */
  fault(rule: object): Promise<void>;
  /** How many calls the rules in force have struck. */
  struck(): Promise<number>;
  /** What a query finds in the database, on a connection separate from the service. */
  rows(sql: string, ...values: unknown[]): Row[];
  /** Every row of every table that outlives a process. */
  everything(): Record<string, Row[]>;
  /** Keys of the files in its folder, whether a row knows them or not. */
  fileKeys(): string[];
  /** Names of files that were being written when a process was killed. */
  halfWritten(): string[];
  /** Kills it while it writes its n-th file from now on; resolves when the process is gone. */
  killAtFile(nth: number): Promise<void>;
  /** Makes files look as if they had been written that long ago. */
  age(keys: readonly string[], ms: number): void;
  /**
   * Makes the service hang indefinitely at a statement of its own, inside its transaction.
   * @param event as triggers name it, such as `after insert on tasks`.
   */
  stallAt(event: string): Stall;
  close(): Promise<void>;
}

export interface Stall {
  /** Resolves when the service hangs there. */
  reached(): Promise<void>;
  /** For the next process; the one that hangs does not continue. */
  lift(): void;
}

/** How the service names files that are not whole yet. */
const WRITING = 'writing-';
const ADMIN_KEY = 'the-admin-key-of-the-killing-tests';
/** Leases belong to running processes, and expire automatically. */
const PASSING = ['generation_leases'];

export async function startKillableService({
  timing = {},
  server,
  worker,
  temporalAddress = process.env[TEST_TEMPORAL]!,
}: {
  timing?: Record<string, string>;
  server?: Record<string, unknown>;
  worker?: Record<string, unknown>;
  temporalAddress?: string;
} = {}): Promise<KillableService> {
  const processes = await prepareProcesses({
    temporalAddress,
    own: randomUUID().slice(0, 8),
    timing,
    env: { DECK_TEST_CONTROLS_KEY: ADMIN_KEY },
    ...(server ? { server } : {}),
    ...(worker ? { worker } : {}),
  });
  const { settings } = processes;
  const url = `http://127.0.0.1:${settings.server.port}`;
  const directory = join(settings.data.directory, 'service');
  const database = join(directory, 'service.db');
  const files = join(directory, 'files');
  const administer = async (method: string, path: string, body?: object) => {
    const headers = { 'x-admin-key': ADMIN_KEY };
    const json = body ? { body: JSON.stringify(body) } : {};
    const answer = await reply(await fetch(`${url}/_admin${path}`, { method, headers, ...json }));
    if (answer.code !== 0) throw new Error(answer.msg);
    return answer.data;
  };
  const beside = <Result>(use: (db: SqliteFile) => Result): Result => {
    const db = openSqliteFile(database);
    try {
      return use(db);
    } finally {
      db.close();
    }
  };
  const service: KillableService = {
    url,
    settings,
    start: () => processes.start('service'),
    kill: () => processes.kill('service'),
    async restart(changed) {
      await service.kill();
      if (changed) processes.pace(changed);
      await service.start();
    },
    session: (uid) => Session.open(url, uid),
    fault: (rule) => administer('POST', '/faults', rule),
    struck: async () =>
      ((await administer('GET', '/faults')) as { struck: number }[]).reduce((sum, { struck }) => sum + struck, 0),
    rows: (sql, ...values) => beside((db) => db.prepare(sql).all(...values) as Row[]),
    everything: () =>
      beside((db) => {
        const tables = db.prepare("select name from sqlite_master where type = 'table' order by name").all();
        const names = (tables as { name: string }[]).map(({ name }) => name);
        const kept = names.filter((name) => !/^(sqlite_|kysely_)/.test(name) && !PASSING.includes(name));
        return Object.fromEntries(kept.map((name) => [name, db.prepare(`select * from ${name}`).all() as Row[]]));
      }),
    fileKeys: () =>
      readdirSync(files, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith(WRITING))
        .map((entry) => entry.name)
        .sort(),
    halfWritten: () => readdirSync(files).filter((name) => name.startsWith(WRITING)),
    async killAtFile(nth) {
      const seen = new Set<string>();
      await new Promise<void>((resolve) => {
        const watcher = watch(files, { persistent: false }, (_, name) => {
          if (name?.startsWith(WRITING)) seen.add(name);
          if (seen.size < nth) return;
          watcher.close();
          resolve(service.kill());
        });
      });
    },
    age(keys, ms) {
      const then = new Date(Date.now() - ms);
      for (const key of keys) utimesSync(join(files, key.slice(0, 2), key), then, then);
    },
    stallAt: (event) => stallAt(database, event),
    async close() {
      await processes.close();
    },
  };
  await service.start();
  return service;
}

function stallAt(database: string, event: string): Stall {
  const db = openSqliteFile(database);
  // A trigger may not count indefinitely itself, but it may ask a view that does.
  db.exec(`
    create view endless as with recursive n(n) as (select 1 union all select n + 1 from n) select n from n;
    create trigger standstill ${event} begin select count(*) from endless; end;
  `);
  return {
    reached: async () => {
      db.exec('pragma busy_timeout = 0');
      // Ordinary writes hold the lock for moments, and some of these questions would find it free.
      let inARow = 0;
      const stands = () => {
        inARow = isWriting(db) ? inARow + 1 : 0;
        return inARow === 20 || undefined;
      };
      await until('the service stands still', stands, 20);
    },
    lift() {
      db.exec('pragma busy_timeout = 5000');
      db.exec('drop trigger standstill; drop view endless');
      db.close();
    },
  };
}

function isWriting(db: SqliteFile): boolean {
  try {
    db.exec('begin immediate; rollback');
    return false;
  } catch (error) {
    if (isSqliteError(error, 'busy')) return true;
    throw error;
  }
}

/** `data` of an answer that must say yes. */
export async function dataOf(asked: Promise<Reply>): Promise<Json> {
  const { status, code, msg, data } = await asked;
  expect({ status, code, msg }).toEqual({ status: 200, code: 0, msg: expect.any(String) });
  return data;
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Long enough for a machine that is ten times slower and does other work too. */
const PATIENCE_MS = 300_000;

/** Asks again and again until there is an answer other than undefined. */
export async function until<Value>(
  what: string,
  ask: () => Value | undefined | Promise<Value | undefined>,
  everyMs = 25,
): Promise<Value> {
  for (const end = Date.now() + PATIENCE_MS; ; await pause(everyMs)) {
    const value = await ask();
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
  }
}
