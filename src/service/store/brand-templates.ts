import type { Insertable } from 'kysely';
import type { Database } from './database';
import type { BrandTemplateRow, Schema } from './schema';

/** On the wire, their ids follow those of the project's own templates. */
const FIRST_SUIT = 10_000;

export const suitOf = ({ id }: Pick<BrandTemplateRow, 'id'>): number => FIRST_SUIT + id;

export type NewBrandTemplate = Omit<Insertable<Schema['brand_templates']>, 'id'>;

/** Adds a template. The same file of the same account keeps its id and gets the new name and roles. */
export async function saveBrandTemplate(db: Database, row: NewBrandTemplate): Promise<BrandTemplateRow> {
  const { name, roles, look } = row;
  return db
    .insertInto('brand_templates')
    .values(row)
    .onConflict((conflict) => conflict.columns(['api_key', 'file_key']).doUpdateSet({ name, roles, look }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The templates of an account, in the order in which they were added. */
export function brandTemplatesOf(db: Database, apiKey: string): Promise<BrandTemplateRow[]> {
  return db.selectFrom('brand_templates').selectAll().where('api_key', '=', apiKey).orderBy('id').execute();
}

/** The template with this id on the wire, of any account. */
export async function findBrandTemplate(db: Database, suitId: number): Promise<BrandTemplateRow | undefined> {
  if (suitId <= FIRST_SUIT) return undefined;
  return db
    .selectFrom('brand_templates')
    .selectAll()
    .where('id', '=', suitId - FIRST_SUIT)
    .executeTakeFirst();
}
