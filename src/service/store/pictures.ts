import type { Database } from './database';
import type { PictureRow } from './schema';

/** Databases limit the number of parameters in one statement. */
const AT_ONCE = 100;

/** Those of the images that a user does not have yet. */
export async function newPictures(db: Database, userId: number, hashes: readonly string[]): Promise<string[]> {
  const known = new Set<string>();
  for (let at = 0; at < hashes.length; at += AT_ONCE) {
    const rows = await db
      .selectFrom('pictures')
      .select('hash')
      .where('user_id', '=', userId)
      .where('hash', 'in', hashes.slice(at, at + AT_ONCE))
      .execute();
    for (const { hash } of rows) known.add(hash);
  }
  return hashes.filter((hash) => !known.has(hash));
}

/** Adds images to a user. One that it has already stays as it is. */
export async function savePictures(db: Database, rows: readonly PictureRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await db
      .insertInto('pictures')
      .values(rows.slice(at, at + AT_ONCE))
      .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doNothing())
      .execute();
  }
}

/** Those of the images that a user has. */
export async function picturesOfUser(db: Database, userId: number, hashes: readonly string[]): Promise<PictureRow[]> {
  const found: PictureRow[] = [];
  for (let at = 0; at < hashes.length; at += AT_ONCE) {
    const rows = await db
      .selectFrom('pictures')
      .selectAll()
      .where('user_id', '=', userId)
      .where('hash', 'in', hashes.slice(at, at + AT_ONCE))
      .execute();
    found.push(...rows);
  }
  return found;
}
