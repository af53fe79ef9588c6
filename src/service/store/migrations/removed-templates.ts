import type { Kysely } from 'kysely';

/** A removed template keeps its row and file, because the designs made with it can still be exported. */
export async function removedTemplates(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('brand_templates').addColumn('removed_at', 'bigint').execute();
}
