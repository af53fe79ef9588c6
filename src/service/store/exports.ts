import { refersToNothing } from './constraints';
import type { Database } from './database';
import { insertFiles, type NewFile } from './files';
import type { ExportRow } from './schema';

type NewExport = Pick<
  ExportRow,
  'task_key' | 'user_id' | 'design_id' | 'format' | 'edit' | 'files_to_zip' | 'created_at'
>;

/** Returns false, with nothing stored, if the design has been cleared in the meantime. */
export async function insertExport(db: Database, row: NewExport): Promise<boolean> {
  try {
    await db
      .insertInto('exports')
      .values({ ...row, status: 'running', reason: null, finished_at: null })
      .execute();
    return true;
  } catch (error) {
    if (refersToNothing(error)) return false;
    throw error;
  }
}

/** Returns the export; with a user, only if it belongs to that user. */
export async function findExport(db: Database, taskKey: string, userId?: number): Promise<ExportRow | undefined> {
  let query = db.selectFrom('exports').selectAll().where('task_key', '=', taskKey);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  return query.executeTakeFirst();
}

/**
 * Stores the finished files in one transaction. Returns false, with nothing stored, if the export is finished or
 * removed.
 */
export async function finishExport(db: Database, taskKey: string, files: NewFile[], now: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('exports')
      .set({ status: 'succeeded', finished_at: now })
      .where('task_key', '=', taskKey)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await insertFiles(transaction, files);
    return true;
  });
}

/** Removes an export that could not be started; no caller has its key. */
export async function removeExport(db: Database, taskKey: string): Promise<void> {
  await db.deleteFrom('exports').where('task_key', '=', taskKey).execute();
}
