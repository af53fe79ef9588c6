import type { Outline } from '../../../src/outline/outline';
import { storeToken } from '../../../src/service/store/credentials';
import { type Database, openDatabase } from '../../../src/service/store/database';
import { insertDesign } from '../../../src/service/store/designs';
import { insertFiles } from '../../../src/service/store/files';
import { addSpend } from '../../../src/service/store/model-spend';
import { eraseUser, filesOfUser, rowsOfUser, storedByUser, usersOf } from '../../../src/service/store/people';
import { savePictures } from '../../../src/service/store/pictures';
import { insertTask } from '../../../src/service/store/tasks';
import { ensureUser, type User } from '../../../src/service/store/users';
import { describeStores } from '../stores';

const outline: Outline = { title: 'Secret plan', language: 'en', chapters: [] };

describeStores('what is kept about a person', (store) => {
  let db: Database;
  beforeEach(async () => {
    db = await openDatabase(await store.address());
  });
  afterEach(() => db.destroy());

  /** A user with rows in every table. */
  async function person(uid: string, channel = ''): Promise<User> {
    const user = await ensureUser(db, { apiKey: 'key', uid, channel }, 1);
    const task = await insertTask(db, { userId: user.id, type: 1, title: 'T', options: [], now: 1, content: outline });
    const files = { cover_file: `${user.id}cover`, canvas_file: `${user.id}canvas`, data_file: `${user.id}data` };
    const numbers = { suit_id: 1, layout_type: null, layout_task_id: null, width: 960, height: 540, version: 1 };
    const times = { storage_time: 1, created_at: 1, updated_at: 1, deleted_at: null };
    const owned = { user_id: user.id, task_id: task.id, name: 'Deck', content: JSON.stringify(outline) };
    const file = { user_id: user.id, export_key: null, position: 0, name: 'cover.png', media_type: 'x', created_at: 1 };
    await insertDesign(db, { ...owned, ...numbers, ...files, ...times }, [
      { ...file, file_key: files.cover_file, size: 10 },
    ]);
    const { id: designId } = await db
      .selectFrom('designs')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    const exported = { task_key: `${user.id}export`, user_id: user.id, design_id: designId, format: 'ppt' as const };
    await db
      .insertInto('exports')
      .values({
        ...exported,
        edit: 1,
        files_to_zip: 0,
        status: 'running',
        reason: null,
        created_at: 1,
        finished_at: null,
      })
      .execute();
    await insertFiles(db, [
      { ...file, file_key: `${user.id}pptx`, export_key: `${user.id}export`, name: 'd.pptx', size: 500 },
    ]);
    const job = { ticket: `${user.id}ticket`, task_id: task.id, user_id: user.id, outline_revision: 1, reason: null };
    await db
      .insertInto('content_jobs')
      .values({ ...job, status: 'running', content: null, created_at: 1, finished_at: null })
      .execute();
    const document = { task_id: task.id, user_id: user.id, file_name: 'a.docx', treatment: 'keep' as const };
    await db
      .insertInto('task_documents')
      .values({ ...document, document: '{}' })
      .execute();
    await db.insertInto('layout_tasks').values({ user_id: user.id, task_id: task.id, created_at: 1 }).execute();
    const picture = { user_id: user.id, type: 'png' as const, width: 1, height: 1, size: 5, needed_at: 1 };
    await savePictures(db, [
      { ...picture, hash: 'a'.repeat(64), file_key: 'shared' },
      { ...picture, hash: 'b'.repeat(64), file_key: `${user.id}image` },
    ]);
    await storeToken(db, `token of ${uid} ${channel}`, { user, expiresAt: Date.now() + 60_000 }, Date.now());
    await addSpend(db, user.id, '2026-01-31', { calls: 1, tokens: 7 });
    await db.insertInto('outline_counts').values({ user_id: user.id, count: 3 }).execute();
    return user;
  }
  const everything = async () => {
    const rows: Record<string, number> = {};
    for (const { id } of await db.selectFrom('users').select('id').execute())
      for await (const { table, rows: found } of rowsOfUser(db, id)) rows[table] = (rows[table] ?? 0) + found.length;
    return rows;
  };

  it('is counted by user, with the bytes of texts and files', async () => {
    await person('ann');
    const [{ kinds, ...user }] = (await storedByUser(db)) as [Awaited<ReturnType<typeof storedByUser>>[number]];
    expect(user).toEqual({ apiKey: 'key', uid: 'ann', channel: '' });
    const text = JSON.stringify(outline).length;
    expect(kinds).toMatchObject({
      designs: { rows: 1, bytes: text },
      files: { rows: 1, bytes: 10 },
      exports: { rows: 1, bytes: 500 },
      images: { rows: 2, bytes: 10 },
      tokens: { rows: 1, bytes: 0 },
    });
  });

  it('is removed whole, and nothing of another user', async () => {
    const [ann] = [await person('ann'), await person('bob')];
    await person('ann', 'web');
    const before = await everything();
    const removed: string[] = [];
    await eraseUser(db, ann, async (key) => void removed.push(key));
    expect(removed.sort()).toEqual([`${ann.id}cover`, `${ann.id}image`, `${ann.id}pptx`]);
    expect(await usersOf(db, { apiKey: 'key', uid: 'ann' })).toMatchObject([{ channel: 'web' }]);
    const after = await everything();
    for (const [table, rows] of Object.entries(before)) expect([table, after[table]]).toEqual([table, (rows / 3) * 2]);
    for (const table of ['tasks', 'files', 'content_jobs', 'pictures', 'tokens', 'task_documents'] as const) {
      const left = await db.selectFrom(table).select('user_id').execute();
      expect(left.map(({ user_id }) => user_id)).not.toContain(ann.id);
    }
  });

  it('is found again after an erasure that was killed between its files and its rows', async () => {
    const ann = await person('ann');
    const removed: string[] = [];
    const killed = eraseUser(db, ann, async (key) => {
      if (removed.length === 1) throw new Error('killed');
      removed.push(key);
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await usersOf(db, { apiKey: 'key', uid: 'ann' })).toHaveLength(1);
    expect(await filesOfUser(db, ann.id)).toHaveLength(4);
    await eraseUser(db, ann, async (key) => void removed.push(key));
    expect([...new Set(removed)].sort()).toEqual(
      [`${ann.id}cover`, `${ann.id}image`, `${ann.id}pptx`, 'shared'].sort(),
    );
    expect(await storedByUser(db)).toEqual([]);
  });

  it('has no hash of a credential in an export', async () => {
    const ann = await person('ann');
    let text = '';
    for await (const { rows } of rowsOfUser(db, ann.id)) text += JSON.stringify(rows);
    expect(text).toContain('Secret plan');
    expect(text).not.toContain('token_hash');
  });
});
