import {
  closeSync,
  copyFileSync,
  constants as files,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { openSqliteFile, type SqliteFile } from '../base/io/sqlite';
import { startDevServer } from './dev-server';
import { isOlderServer, numberOf, versionOf } from './server-version';
import { TemporalError } from './temporal-error';

/** What is done to a database, in this order; `table` once for each table. */
export type DatabaseStep = 'start' | 'schema' | 'table' | 'rows' | 'verified' | 'marked' | 'kept' | 'replaced';

interface DatabaseOptions {
  /** The file of the embedded server. Nothing may have it open. */
  file: string;
  executable: { path: string; server: string };
  /** Where an empty database of this server is kept for the next installation, which spares it a start of the server. */
  empty?: string;
  onProgress?: ((line: string) => void) | undefined;
  /** Called after each step; tests kill the process there. */
  onStep?: (step: DatabaseStep) => void;
}

/** The first bytes of an SQLite file. `PRAGMA user_version`, which the Temporal server does not use, is in them. */
const HEADER = { bytes: 100, magic: 'SQLite format 3\0', userVersion: 60 };

/** The version of the server that last wrote a database; `0.0.0` if it is not recorded, undefined if there is no file. */
export function serverOf(file: string): string | undefined {
  if (!((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0)) return undefined;
  const header = Buffer.alloc(HEADER.bytes);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, HEADER.bytes, 0);
  } finally {
    closeSync(descriptor);
  }
  const isDatabase = header.toString('latin1').startsWith(HEADER.magic);
  return versionOf(isDatabase ? header.readUInt32BE(HEADER.userVersion) : 0);
}

/**
 * Makes the database one that this server can use. The dev server has no migrations: it creates its schema only in a file
 * that does not exist, and fails with any other schema. So a new server creates a new file, into which all rows are copied.
 * The file is replaced at the end, atomically; a process that dies before that leaves it as it was, and the next one begins
 * again. The old file stays next to it.
 * @throws {TemporalError} `database` if the server is older than the database, or the rows cannot be copied
 */
export async function prepareDatabase(options: DatabaseOptions): Promise<void> {
  const { file, executable, empty, onProgress, onStep } = options;
  const { path, server } = executable;
  const written = serverOf(file);
  if (written !== undefined && isOlderServer(server, written)) {
    throw new TemporalError(
      'database',
      `${file} was written by Temporal server ${written}, and ${path} contains server ${server}, which cannot read it. ` +
        `Use a Temporal CLI with server ${written} or newer, on PATH or named by TEMPORAL_CLI.`,
    );
  }
  if (written !== undefined && numberOf(written) >= numberOf(server)) return;
  const fresh = `${file}.new`;
  const step = onStep ?? (() => {});
  remove(fresh);
  step('start');
  try {
    if (written !== undefined) onProgress?.(progressOf(file, written, server));
    const isKept = empty !== undefined && serverOf(empty) === server;
    if (isKept) copyFileSync(empty, fresh, files.COPYFILE_FICLONE);
    else await createSchema(fresh, path);
    step('schema');
    const copied = written !== undefined && (await copyRows(file, fresh, step));
    mark(fresh, server);
    step('marked');
    if (empty !== undefined && !isKept && !copied) keep(fresh, empty);
    if (copied) {
      const kept = `${file}.before-${server}`;
      copyAtomically(file, kept);
      step('kept');
      onProgress?.(`Upgraded the Temporal database; the old one is ${kept} ...`);
    }
    // A log of the old file would be applied to the new one.
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    renameSync(fresh, file);
    flush(dirname(file));
    step('replaced');
  } catch (error) {
    remove(fresh);
    if (error instanceof TemporalError) throw error;
    throw new TemporalError(
      'database',
      `${file} cannot be prepared for Temporal server ${server}: ${(error as Error).message}. The file is unchanged. ` +
        'Make sure that no other process uses it and that the disk has room for a second copy, then start again.',
      { cause: error },
    );
  }
}

function progressOf(file: string, written: string, server: string): string {
  const from = numberOf(written) === 0 ? 'an earlier server' : `server ${written}`;
  const megabytes = Math.ceil(statSync(file).size / 1024 ** 2);
  return `Upgrading the Temporal database from ${from} to ${server} (${megabytes} MB, once) ...`;
}

/** Starts the server once on a file that does not exist. */
async function createSchema(file: string, executable: string): Promise<void> {
  const server = await startDevServer({
    executable,
    headless: true,
    dbFile: file,
    namespaces: [],
    searchAttributes: [],
  });
  // What it has written is safe in its log, and its own shutdown takes seconds.
  process.kill(server.pid, 'SIGKILL');
  await server.ended;
  settle(file);
}

/** @returns whether there was anything to copy */
async function copyRows(old: string, fresh: string, step: (step: DatabaseStep) => void): Promise<boolean> {
  settle(old);
  const db = openSqliteFile(fresh);
  try {
    db.prepare('attach ? as old').run(old);
    const tables = tablesOf(db, 'old');
    if (tables.length === 0) return false;
    const known = new Set(tablesOf(db, 'main'));
    db.exec('begin immediate');
    for (const table of tables) {
      // A table that the new server does not have may still matter to a later one.
      if (!known.has(table)) db.exec(definitionOf(db, table));
      copyTable(db, table);
      step('table');
      await new Promise(setImmediate);
    }
    db.exec('commit');
    step('rows');
    verify(db, tables);
    step('verified');
    return true;
  } finally {
    db.close();
  }
}

/**
 * Moves the content of the log into the file and leaves the file without one, which only works if no other process has
 * it open. The driver closes a connection late if it had statements; without a log, that connection holds no lock.
 */
function settle(file: string): void {
  // A server that was killed may need a moment to end.
  const db = openSqliteFile(file, { timeout: 10_000 });
  try {
    db.exec('pragma journal_mode = delete');
    db.exec('begin exclusive');
    db.exec('commit');
  } finally {
    db.close();
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

type Schema = 'main' | 'old';

/** Ordinary tables. Triggers fill the virtual ones, which index the text of others. */
function tablesOf(db: SqliteFile, schema: Schema): string[] {
  const query = `select name from pragma_table_list where schema = ? and type = 'table' and name not like 'sqlite_%'`;
  return (db.prepare(query).all(schema) as { name: string }[]).map(({ name }) => name);
}

function definitionOf(db: SqliteFile, table: string): string {
  return (db.prepare('select sql from old.sqlite_master where name = ?').get(table) as { sql: string }).sql;
}

function copyTable(db: SqliteFile, table: string): void {
  // Hidden columns are generated ones, which cannot be written.
  const columnsOf = (schema: Schema) => {
    const rows = db.prepare('select name from pragma_table_xinfo(?, ?) where hidden = 0').all(table, schema);
    return (rows as { name: string }[]).map(({ name }) => name);
  };
  const had = new Set(columnsOf('old'));
  const columns = columnsOf('main')
    .filter((name) => had.has(name))
    .map(quoted)
    .join(', ');
  db.exec(`delete from main.${quoted(table)}`);
  db.exec(`insert into main.${quoted(table)} (${columns}) select ${columns} from old.${quoted(table)}`);
}

/** @throws TemporalError if a table has lost rows, or an index of text does not fit its table */
function verify(db: SqliteFile, tables: string[]): void {
  for (const table of tables) {
    const count = (schema: Schema) =>
      (db.prepare(`select count(*) as rows from ${schema}.${quoted(table)}`).get() as { rows: number }).rows;
    const [before, after] = [count('old'), count('main')];
    if (before !== after) throw new Error(`table ${table} has ${after} rows instead of ${before}`);
  }
  const virtual = `select name from pragma_table_list where schema = 'main' and type = 'virtual'`;
  for (const { name } of db.prepare(virtual).all() as { name: string }[])
    db.exec(`insert into main.${quoted(name)} (${quoted(name)}, rank) values ('integrity-check', 1)`);
}

/** Records the server that writes the database, and has all of it on the disk. */
function mark(file: string, server: string): void {
  const db = openSqliteFile(file);
  db.exec(`pragma user_version = ${numberOf(server)}`);
  db.close();
  flush(file);
}

/** Only spares time, so a cache that cannot be written stops nothing. */
function keep(fresh: string, empty: string): void {
  try {
    mkdirSync(dirname(empty), { recursive: true, mode: 0o700 });
    copyAtomically(fresh, empty);
  } catch {}
}

function copyAtomically(from: string, to: string): void {
  const part = `${to}.${process.pid}.part`;
  copyFileSync(from, part, files.COPYFILE_FICLONE);
  flush(part);
  renameSync(part, to);
}

function flush(path: string): void {
  // Windows cannot open a directory.
  if (process.platform === 'win32' && statSync(path).isDirectory()) return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function remove(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}
