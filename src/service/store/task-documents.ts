import type { Database } from './database';
import type { WordTreatment } from './schema';

/** An imported document as parsed from the upload. */
export interface TaskDocument {
  fileName: string;
  treatment: WordTreatment;
  /** `ImportedDocument` as JSON. It may be long, so only a thread parses it. */
  document: string;
}

/** Must be called inside the transaction that creates the task. */
export async function insertTaskDocument(
  db: Database,
  task: { id: number; user_id: number },
  source: TaskDocument,
): Promise<void> {
  await db
    .insertInto('task_documents')
    .values({
      task_id: task.id,
      user_id: task.user_id,
      file_name: source.fileName,
      treatment: source.treatment,
      document: source.document,
    })
    .execute();
}

export async function findTaskDocument(db: Database, taskId: number): Promise<TaskDocument | undefined> {
  const row = await db.selectFrom('task_documents').selectAll().where('task_id', '=', taskId).executeTakeFirst();
  return (
    row && {
      fileName: row.file_name,
      treatment: row.treatment,
      document: row.document,
    }
  );
}
