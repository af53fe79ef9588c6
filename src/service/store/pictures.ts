import type { Database } from './database';
import type { PictureRow } from './schema';

/** Databases limit the number of parameters in one statement. */
const AT_ONCE = 100;

/** Those of the images that an account does not have yet. */
export async function newPictures(db: Database, apiKey: string, hashes: readonly string[]): Promise<string[]> {
  const known = new Set<string>();
  for (let at = 0; at < hashes.length; at += AT_ONCE) {
    const rows = await db
      .selectFrom('pictures')
      .select('hash')
      .where('api_key', '=', apiKey)
      .where('hash', 'in', hashes.slice(at, at + AT_ONCE))
      .execute();
    for (const { hash } of rows) known.add(hash);
  }
  return hashes.filter((hash) => !known.has(hash));
}

/** Adds images to an account. One that it has already stays as it is. */
export async function savePictures(db: Database, rows: readonly PictureRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await db
      .insertInto('pictures')
      .values(rows.slice(at, at + AT_ONCE))
      .onConflict((conflict) => conflict.columns(['api_key', 'hash']).doNothing())
      .execute();
  }
}

/** An account, by its key or by one of its users. */
export type PictureOwner = { apiKey: string } | { userId: number };

/** Those of the images that an account has. */
export async function picturesOfOwner(
  db: Database,
  owner: PictureOwner,
  hashes: readonly string[],
): Promise<PictureRow[]> {
  const found: PictureRow[] = [];
  for (let at = 0; at < hashes.length; at += AT_ONCE) {
    const rows = await db
      .selectFrom('pictures')
      .selectAll()
      .where('api_key', '=', ({ selectFrom, val }) =>
        'apiKey' in owner ? val(owner.apiKey) : selectFrom('users').select('api_key').where('id', '=', owner.userId),
      )
      .where('hash', 'in', hashes.slice(at, at + AT_ONCE))
      .execute();
    found.push(...rows);
  }
  return found;
}
