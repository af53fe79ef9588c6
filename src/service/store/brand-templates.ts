import type { Insertable } from 'kysely';
import type { Database } from './database';
import type { BrandTemplateRow, Schema } from './schema';

/** On the wire, their ids follow those of the project's own templates. */
export const FIRST_SUIT = 10_000;

export const suitOf = ({ id }: Pick<BrandTemplateRow, 'id'>): number => FIRST_SUIT + id;

type NewBrandTemplate = Omit<Insertable<Schema['brand_templates']>, 'id' | 'removed_at'>;

/** Adds a template. The same file of the same account keeps its id, gets the new name and roles, and is offered again. */
export async function saveBrandTemplate(db: Database, row: NewBrandTemplate): Promise<BrandTemplateRow> {
  const { name, roles, look } = row;
  return db
    .insertInto('brand_templates')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['api_key', 'file_key']).doUpdateSet({ name, roles, look, removed_at: null }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The templates that an account offers, in the order in which they were added. */
export function brandTemplatesOf(db: Database, apiKey: string): Promise<BrandTemplateRow[]> {
  return db
    .selectFrom('brand_templates')
    .selectAll()
    .where('api_key', '=', apiKey)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** No longer offers a template of an account. Returns whether it was offered until now. */
export async function removeBrandTemplate(db: Database, apiKey: string, suitId: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('brand_templates')
    .set({ removed_at: now })
    .where('api_key', '=', apiKey)
    .where('id', '=', suitId - FIRST_SUIT)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether an account removed a template only after a point in time. */
export async function offeredAt(db: Database, apiKey: string, suitId: number, time: number): Promise<boolean> {
  const row = await findBrandTemplate(db, suitId);
  return row?.api_key === apiKey && row.removed_at !== null && row.removed_at >= time;
}

/** The template with this id on the wire, of any account, also when it is removed. */
export async function findBrandTemplate(db: Database, suitId: number): Promise<BrandTemplateRow | undefined> {
  if (suitId <= FIRST_SUIT) return undefined;
  return db
    .selectFrom('brand_templates')
    .selectAll()
    .where('id', '=', suitId - FIRST_SUIT)
    .executeTakeFirst();
}
