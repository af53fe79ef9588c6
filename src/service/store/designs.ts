import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import type { Database } from './database';
import { insertFiles, type NewFile } from './files';
import { prepared, type Value } from './prepared';
import { type DesignRow, type Schema, tables } from './schema';

type NewDesign = Omit<Insertable<Schema['designs']>, 'id'>;

const COLUMNS = Object.keys(tables.designs).filter((name) => name !== 'content') as (keyof DesignRow)[];

/** Stores a design with its files in one transaction. */
export async function insertDesign(db: Database, design: NewDesign, files: NewFile[]): Promise<DesignRow> {
  return db.transaction().execute(async (transaction) => {
    await insertFiles(transaction, files);
    return transaction.insertInto('designs').values(design).returning(COLUMNS).executeTakeFirstOrThrow();
  });
}

/** The lifecycle state of a design: in the normal list, or in the trash since a time that is recent enough. */
export type DesignPlace = { in: 'normal' } | { in: 'trash'; deletedAfter: number };

/** Returns the design if it belongs to the user and is in that state. */
export async function findDesign(
  db: Database,
  userId: number,
  id: number,
  place: DesignPlace = { in: 'normal' },
): Promise<DesignRow | undefined> {
  return db
    .selectFrom('designs')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((row) => isIn(row, place))
    .executeTakeFirst();
}

/** Returns the deck of a design as JSON; undefined if the design has been cleared in the meantime. */
export async function designContent(db: Database, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('designs').select('content').where('id', '=', id).executeTakeFirst();
  return row?.content;
}

function isIn(row: ExpressionBuilder<Schema, 'designs'>, place: DesignPlace) {
  return place.in === 'normal' ? row('deleted_at', 'is', null) : row('deleted_at', '>', place.deletedAfter);
}

interface DesignPage {
  place: DesignPlace;
  order: 'created_at' | 'updated_at' | 'deleted_at';
  page: number;
  pageSize: number;
}

/** Returns one page of the user's designs, sorted by the given time in descending order, and the total. */
export async function listDesigns(
  db: Database,
  userId: number,
  { place, order, page, pageSize }: DesignPage,
): Promise<{ total: number; designs: DesignRow[] }> {
  const mine = { userId, deletedAfter: place.in === 'trash' ? place.deletedAfter : 0 };
  const slice = { limit: pageSize, offset: (page - 1) * pageSize };
  const designs = await sliceOfMine(db, { ...mine, ...slice }, place.in, order);
  // A page that is not full is the last one, and the total follows from it; an empty page beyond the last says nothing.
  const isLast = designs.length < pageSize && (designs.length > 0 || page === 1);
  if (isLast) return { total: slice.offset + designs.length, designs };
  const [counted] = await countMine(db, mine, place.in);
  return { total: Number(counted!.total), designs };
}

interface Mine {
  userId: number;
  deletedAfter: number;
}

const countMine = prepared((db, value: Value<Mine>, place: DesignPlace['in']) =>
  mine(db, value, place).select((row) => row.fn.countAll<number>().as('total')),
);

const sliceOfMine = prepared(
  (db, value: Value<Mine & { limit: number; offset: number }>, place: DesignPlace['in'], order: DesignPage['order']) =>
    mine(db, value, place)
      .select(COLUMNS)
      .orderBy(order, 'desc')
      .orderBy('id', 'desc')
      // An expression instead of the bare value, for which SQLite would plan the query again each time.
      .limit(sql<number>`${value('limit')} + 0`)
      .offset(value('offset')),
);

function mine(db: Database, value: Value<Mine>, place: DesignPlace['in']) {
  return db
    .selectFrom('designs')
    .where('user_id', '=', value('userId'))
    .where((row) => isIn(row, place === 'normal' ? { in: place } : { in: place, deletedAfter: value('deletedAfter') }));
}

export async function renameDesign(db: Database, id: number, name: string, now: number): Promise<void> {
  await db
    .updateTable('designs')
    .set((row) => ({ name, updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Moves a design to the trash. Returns false if it is already there or no longer exists. */
export async function trashDesign(db: Database, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('designs')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Restores a design from the trash. Returns false if it has left the trash in the meantime. */
export async function restoreDesign(db: Database, { id, deleted_at }: DesignRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('designs')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '=', deleted_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Designs of all users that have been in the trash since that time or longer. */
export async function expiredDesigns(db: Database, deletedUntil: number, most: number): Promise<DesignRow[]> {
  return db
    .selectFrom('designs')
    .select(COLUMNS)
    .where('deleted_at', '<=', deletedUntil)
    .orderBy('deleted_at')
    .limit(most)
    .execute();
}

/**
 * Permanently removes a design in the trash with its exports, and returns the keys of the unreferenced files. Returns
 * undefined, with nothing removed, if it has left the trash in the meantime.
 */
export async function removeDesign(db: Database, design: DesignRow): Promise<string[] | undefined> {
  return db.transaction().execute(async (transaction) => {
    const exported = await transaction
      .selectFrom('files')
      .innerJoin('exports', 'exports.task_key', 'files.export_key')
      .select('files.file_key')
      .where('exports.design_id', '=', design.id)
      .execute();
    // Exports and their files are deleted by cascade.
    const { numDeletedRows } = await transaction
      .deleteFrom('designs')
      .where('id', '=', design.id)
      .where('deleted_at', '=', design.deleted_at)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return undefined;
    const own = [design.cover_file, design.canvas_file, design.data_file];
    await transaction.deleteFrom('files').where('file_key', 'in', own).execute();
    return [...exported.map((row) => row.file_key), ...own];
  });
}
