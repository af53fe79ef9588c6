import type { Insertable } from 'kysely';
import type { Database } from './database';
import { insertFiles, type NewFile } from './files';
import type { DesignRow, Schema } from './schema';

export type NewDesign = Omit<Insertable<Schema['designs']>, 'id'>;

/** Stores a design with its files in one step. */
export async function insertDesign(db: Database, design: NewDesign, files: NewFile[]): Promise<DesignRow> {
  return db.transaction().execute(async (transaction) => {
    await insertFiles(transaction, files);
    return transaction.insertInto('designs').values(design).returningAll().executeTakeFirstOrThrow();
  });
}

/** Where a design stands in its life: in the normal list or in the trash. */
export type DesignPlace = 'normal' | 'trash';

/** The design, if it is the user's and in that place. */
export async function findDesign(
  db: Database,
  userId: number,
  id: number,
  place: DesignPlace = 'normal',
): Promise<DesignRow | undefined> {
  return db
    .selectFrom('designs')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', place === 'normal' ? 'is' : 'is not', null)
    .executeTakeFirst();
}

export interface DesignPage {
  place: DesignPlace;
  order: 'created_at' | 'updated_at' | 'deleted_at';
  page: number;
  pageSize: number;
}

/** One page of the user's designs, newest first by the given time, and how many there are. */
export async function listDesigns(
  db: Database,
  userId: number,
  { place, order, page, pageSize }: DesignPage,
): Promise<{ total: number; designs: DesignRow[] }> {
  const mine = db
    .selectFrom('designs')
    .where('user_id', '=', userId)
    .where('deleted_at', place === 'normal' ? 'is' : 'is not', null);
  const { total } = await mine.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const designs = await mine
    .selectAll()
    .orderBy(order, 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { total: Number(total), designs };
}

export async function renameDesign(db: Database, id: number, name: string, now: number): Promise<void> {
  await db
    .updateTable('designs')
    .set((row) => ({ name, updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Moves a design to the trash, or back. */
export async function moveDesign(db: Database, id: number, deletedAt: number | null): Promise<void> {
  await db.updateTable('designs').set({ deleted_at: deletedAt }).where('id', '=', id).execute();
}

/** Removes a design with its exports for ever; answers the keys of the files that nobody needs now. */
export async function removeDesign(db: Database, design: DesignRow): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    const exported = await transaction
      .deleteFrom('files')
      .where('export_key', 'in', (query) =>
        query.selectFrom('exports').select('task_key').where('design_id', '=', design.id),
      )
      .returning('file_key')
      .execute();
    const own = [design.cover_file, design.canvas_file, design.data_file];
    await transaction.deleteFrom('designs').where('id', '=', design.id).execute();
    await transaction.deleteFrom('files').where('file_key', 'in', own).execute();
    return [...exported.map((row) => row.file_key), ...own];
  });
}
