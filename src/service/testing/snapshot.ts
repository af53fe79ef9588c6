import { buffer } from 'node:stream/consumers';
import { SqliteAdapter, sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../context/services';
import { forgetTokens } from '../store/credentials';
import type { Database } from '../store/database';
import { fileTables, numberedTables, type Schema, tableNames } from '../store/schema';
import { badRequest } from './body';

type Kept = Exclude<keyof Schema, 'generation_leases'>;
/** Every table but the leases, which belong to running processes; referenced tables first. */
const TABLES = tableNames.filter((table): table is Kept => table !== 'generation_leases');

const cell = z.union([z.string(), z.number(), z.null()]);
const rows = z.array(z.record(z.string(), cell)).default([]);

/** All rows and the files that they refer to. Credentials are included only as hashes. */
export const snapshotSchema = z.strictObject({
  /** Version 1 stored the channel separately from the user. */
  version: z.literal(2, { error: 'must be 2: restore a snapshot with the release that created it' }),
  tables: z.strictObject(Object.fromEntries(TABLES.map((table) => [table, rows])) as Record<Kept, typeof rows>),
  /** File contents in base64, by file key. */
  files: z.record(z.string().regex(/^[a-z0-9]{8,64}$/, 'must be a file key'), z.base64()),
});
type Snapshot = z.output<typeof snapshotSchema>;

/** The rows that refer to files. */
const referringTo = (rowsOf: Snapshot['tables']) => fileTables.flatMap((table) => rowsOf[table]);

type Held = Pick<Services, 'db' | 'files' | 'jobs'>;

export async function takeSnapshot({ db, files }: Held): Promise<Snapshot> {
  const tables = await db.transaction().execute(async (transaction) => {
    const all = {} as Snapshot['tables'];
    for (const table of TABLES) all[table] = (await transaction.selectFrom(table).selectAll().execute()) as never;
    return all;
  });
  const bytes: Snapshot['files'] = {};
  for (const { file_key } of referringTo(tables)) {
    bytes[String(file_key)] = (await buffer(await files.read(String(file_key)))).toString('base64');
  }
  return { version: 2, tables, files: bytes };
}

/**
 * Replaces all data of the service in one transaction, then restarts the snapshot's unfinished jobs.
 * @throws ServiceError when the rows are inconsistent; nothing is changed then.
 */
export async function restoreSnapshot({ db, files, jobs }: Held, snapshot: Snapshot): Promise<void> {
  const referring = referringTo(snapshot.tables);
  const missing = referring.find(({ file_key }) => snapshot.files[String(file_key)] === undefined);
  if (missing) throw badRequest(`files: the bytes of ${missing.file_key} are missing`);
  const wanted = new Set(referring.map(({ file_key }) => String(file_key)));
  const before = await fileKeys(db);
  for (const key of wanted) await files.write(key, Buffer.from(snapshot.files[key] ?? '', 'base64'));
  try {
    await db.transaction().execute(async (transaction) => {
      await removeRows(transaction);
      for (const table of TABLES) await insertRows(transaction, table, snapshot.tables[table]);
    });
  } catch (error) {
    const kept = new Set(before);
    for (const key of wanted) if (!kept.has(key)) await files.remove(key);
    throw badRequest(`the rows are inconsistent: ${error instanceof Error ? error.message : String(error)}`);
  }
  forgetTokens(db);
  for (const key of before) if (!wanted.has(key)) await files.remove(key);
  await jobs.resume(db);
}

/** Removes all data but continues the id sequences: a job that still runs must not find a new task under its old id. */
export async function removeEverything({ db, files }: Held): Promise<void> {
  const keys = await fileKeys(db);
  await db.transaction().execute(removeRows);
  forgetTokens(db);
  for (const key of keys) await files.remove(key);
}

export async function countRecords(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['users', 'tasks', 'designs', 'exports'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select((rows) => rows.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  return counts;
}

async function fileKeys(db: Database): Promise<string[]> {
  const keys = new Set<string>();
  for (const table of fileTables)
    for (const { file_key } of await db.selectFrom(table).select('file_key').execute()) keys.add(file_key);
  return [...keys];
}

async function removeRows(db: Database): Promise<void> {
  await db.deleteFrom('generation_leases').execute();
  for (const table of [...TABLES].reverse()) await db.deleteFrom(table).execute();
}

/** Databases limit the number of parameters in one statement. */
const ROWS_AT_ONCE = 100;

async function insertRows(db: Database, table: Kept, values: Snapshot['tables'][Kept]): Promise<void> {
  for (let at = 0; at < values.length; at += ROWS_AT_ONCE) {
    await db
      .insertInto(table)
      // The database adds up the bytes of the rows again.
      .values(values.slice(at, at + ROWS_AT_ONCE).map(({ bytes: _, ...row }) => row) as never)
      .execute();
  }
  // SQLite follows the largest id automatically.
  if (db.getExecutor().adapter instanceof SqliteAdapter || !numberedTables.includes(table)) return;
  const sequence = sql`pg_get_serial_sequence(${sql.lit(table)}, 'id')`;
  const largest = sql`greatest(nextval(${sequence}), (select coalesce(max(id), 1) from ${sql.table(table)}))`;
  await sql`select setval(${sequence}, ${largest})`.execute(db);
}
