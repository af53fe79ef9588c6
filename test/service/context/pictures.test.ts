import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outline } from '../../../src/outline/outline';
import { keepPictures, picturesOf } from '../../../src/service/context/pictures';
import { createDirectoryStore } from '../../../src/service/files/directory-store';
import { type FileStore, pathOfKey } from '../../../src/service/files/file-store';
import { type Database, openDatabase } from '../../../src/service/store/database';
import { unknownFiles } from '../../../src/service/store/sweep';
import { ensureUser } from '../../../src/service/store/users';
import type { PictureFile } from '../../../src/slides/render/deck/pictures';
import { describeStores } from '../stores';
import { temporaryDirectory } from '../temporary-directory';

const hash = (digit: number): string => String(digit).repeat(64);
const file = (text: string): PictureFile => ({ type: 'png', bytes: Buffer.from(text), width: 64, height: 48 });

function outline(...hashes: string[]): Outline {
  const blocks = hashes.map((each) => ({ kind: 'picture' as const, hash: each, alt: '' }));
  return { title: 'T', language: 'en', chapters: [{ title: 'C', pages: [{ title: 'P', blocks }] }] };
}

describeStores('the images of documents', (store) => {
  let db: Database;
  let files: FileStore;
  let directory: string;
  const now = () => 7;
  const userOf = async (apiKey: string, uid = 'somebody') => (await ensureUser(db, { apiKey, uid, channel: '' }, 1)).id;
  const shown = async (user: number, ...hashes: string[]) => {
    const found = await picturesOf({ db, files }, user, outline(...hashes));
    return [...found].map(([name, { bytes, ...rest }]) => [name, Buffer.from(bytes).toString(), rest]);
  };
  const ONE = [hash(1), 'one', { type: 'png', width: 64, height: 48 }];

  beforeEach(async () => {
    db = await openDatabase(await store.address());
    directory = join(await temporaryDirectory(), 'files');
    files = await createDirectoryStore(directory);
    await keepPictures({ db, files, now }, await userOf('mine'), new Map([[hash(1), file('one')]]));
  });
  afterEach(() => db.destroy());

  it('are shown to their user, and to no other of the account or another one that knows their names', async () => {
    expect(await shown(await userOf('mine'), hash(1))).toEqual([ONE]);
    expect(await shown(await userOf('mine', 'somebody else'), hash(1), hash(1))).toEqual([]);
    expect(await shown(await userOf('theirs'), hash(1))).toEqual([]);
  });

  it('belong to two users that upload the same document, and their file is kept once', async () => {
    await keepPictures({ db, files, now }, await userOf('theirs'), new Map([[hash(1), file('one')]]));
    expect(await shown(await userOf('theirs'), hash(1))).toEqual([ONE]);
    const rows = await db.selectFrom('pictures').selectAll().execute();
    expect([rows.length, new Set(rows.map(({ file_key }) => file_key)).size]).toEqual([2, 1]);
  });

  it('cannot be replaced under a name that a user has', async () => {
    await keepPictures({ db, files, now }, await userOf('mine'), new Map([[hash(1), file('other')]]));
    expect(await shown(await userOf('mine'), hash(1))).toEqual([ONE]);
  });

  it('are missing where the outline names an unknown one or the file is lost', async () => {
    const user = await userOf('mine');
    expect(await shown(user, hash(2), hash(1))).toEqual([ONE]);
    const [row] = await db.selectFrom('pictures').selectAll().execute();
    await rm(join(directory, pathOfKey(row!.file_key)));
    expect(await shown(user, hash(1))).toEqual([]);
  });

  it('fail the export, which is retried, while the store cannot be read', async () => {
    const down: FileStore = { ...files, read: () => Promise.reject(new Error('the object store responded with 503')) };
    await expect(picturesOf({ db, files: down }, await userOf('mine'), outline(hash(1)))).rejects.toThrow('503');
  });

  it('are more than the parameters of one statement', async () => {
    const many = Array.from({ length: 250 }, (_, at) => [String(at).padStart(64, '0'), file(`${at}`)] as const);
    await keepPictures({ db, files, now }, await userOf('mine'), new Map(many));
    expect(await shown(await userOf('mine'), ...many.map(([name]) => name))).toHaveLength(250);
  });

  it('are not removed as files that nothing refers to', async () => {
    const [row] = await db.selectFrom('pictures').selectAll().execute();
    expect(await unknownFiles(db, [row!.file_key, 'f'.repeat(64)])).toEqual(['f'.repeat(64)]);
  });
});
