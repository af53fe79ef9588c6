import type { Database } from './database';

/** Returns those of the given file keys that no row refers to. */
export async function unknownFiles(db: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('files')
    .select('file_key')
    .where('file_key', 'in', [...keys])
    .execute();
  const templates = await db
    .selectFrom('brand_templates')
    .select('file_key')
    .where('file_key', 'in', [...keys])
    .execute();
  const pictures = await db
    .selectFrom('pictures')
    .select('file_key')
    .where('file_key', 'in', [...keys])
    .execute();
  const known = new Set([...rows, ...templates, ...pictures].map((row) => row.file_key));
  return keys.filter((key) => !known.has(key));
}
