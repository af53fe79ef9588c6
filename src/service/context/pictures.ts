/** The images of documents: kept when a document is uploaded, and read again for its slides. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Outline } from '../../outline/outline';
import { pictureHashes } from '../../outline/picture-line';
import type { PictureFile, Pictures } from '../../slides/render';
import { MissingFile } from '../files/file-store';
import { newPictures, picturesOfUser, savePictures } from '../store/pictures';
import type { PictureRow } from '../store/schema';
import type { Services } from './services';

type Stores = Pick<Services, 'db' | 'files'>;

/** Bytes that an export reads at most; the images after that are missing on their slides. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Keeps images for a user: first the files, then the rows, so that no row is without its file. */
export async function keepPictures(
  { db, files, now }: Stores & Pick<Services, 'now'>,
  userId: number,
  pictures: Pictures,
): Promise<void> {
  const rows: PictureRow[] = [];
  for (const hash of await newPictures(db, userId, [...pictures.keys()])) {
    const { bytes, type, width, height } = pictures.get(hash)!;
    const key = createHash('sha256').update(bytes).digest('hex');
    await files.write(key, bytes);
    rows.push({ user_id: userId, hash, file_key: key, type, width, height, size: bytes.length, needed_at: now() });
  }
  await savePictures(db, rows);
}

/**
 * The images of an outline that a user has. A name that the user does not have, and a lost file, is not in the
 * result.
 * @throws Error if the store cannot be reached
 */
export const picturesOf = (stores: Stores, userId: number, outline: Outline): Promise<Pictures> =>
  picturesNamed(stores, userId, pictureHashes(outline));

/** The same for the names of images. */
export async function picturesNamed(
  { db, files }: Stores,
  userId: number,
  hashes: readonly string[],
): Promise<Pictures> {
  if (hashes.length === 0) return new Map();
  const pictures = new Map<string, PictureFile>();
  let left = MOST_BYTES;
  for (const { hash, file_key: key, type, width, height } of await picturesOfUser(db, userId, hashes)) {
    const bytes = left > 0 ? await bytesOf(files, key) : undefined;
    if (bytes === undefined) continue;
    left -= bytes.length;
    pictures.set(hash, { type, bytes, width, height });
  }
  return pictures;
}

async function bytesOf(files: Services['files'], key: string): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await buffer(await files.read(key)));
  } catch (error) {
    if (error instanceof MissingFile) return undefined;
    throw error;
  }
}
