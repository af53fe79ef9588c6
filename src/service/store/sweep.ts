import type { Database } from './database';
import { fileTables } from './schema';

/** Returns those of the given file keys that no row refers to. */
export async function unknownFiles(db: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const known = new Set<string>();
  for (const table of fileTables) {
    const rows = await db
      .selectFrom(table)
      .select('file_key')
      .where('file_key', 'in', [...keys])
      .execute();
    for (const { file_key } of rows) known.add(file_key);
  }
  return keys.filter((key) => !known.has(key));
}
