import type { Insertable } from 'kysely';
import type { Database } from './database';
import type { FileRow, Schema } from './schema';

export type NewFile = Insertable<Schema['files']>;

export async function insertFiles(db: Database, files: NewFile[]): Promise<void> {
  if (files.length > 0) await db.insertInto('files').values(files).execute();
}

export async function findFile(db: Database, key: string): Promise<FileRow | undefined> {
  return db.selectFrom('files').selectAll().where('file_key', '=', key).executeTakeFirst();
}

/** Returns the uid of the user who owns a file. */
export async function ownerOfFile(db: Database, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.user_id')
    .select('users.uid')
    .where('file_key', '=', key)
    .executeTakeFirst();
  return row?.uid;
}

/** Returns files by key, for the names in their URLs. */
export async function findFiles(db: Database, keys: readonly string[]): Promise<Map<string, FileRow>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('files')
    .selectAll()
    .where('file_key', 'in', [...keys])
    .execute();
  return new Map(rows.map((row) => [row.file_key, row]));
}

/** Returns the files of an export in order. */
export async function filesOfExport(db: Database, taskKey: string): Promise<FileRow[]> {
  return db.selectFrom('files').selectAll().where('export_key', '=', taskKey).orderBy('position').execute();
}
