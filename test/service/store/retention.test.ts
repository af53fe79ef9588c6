import type { Outline } from '../../../src/outline/outline';
import { type Database, openDatabase } from '../../../src/service/store/database';
import { insertDesign } from '../../../src/service/store/designs';
import { savePictures } from '../../../src/service/store/pictures';
import { removedKinds, removeOld } from '../../../src/service/store/retention';
import { storedBytes } from '../../../src/service/store/stored-bytes';
import { insertTask } from '../../../src/service/store/tasks';
import { ensureUser, type User } from '../../../src/service/store/users';
import { describeStores } from '../stores';

const hash = (digit: number): string => String(digit).repeat(64);
const never = new AbortController().signal;

function showing(...hashes: string[]): Outline {
  const blocks = hashes.map((each) => ({ kind: 'picture' as const, hash: each, alt: '' }));
  return { title: 'T', language: 'en', chapters: [{ title: 'C', pages: [{ title: 'P', blocks }] }] };
}

describeStores('what is older than its retention', (store) => {
  let db: Database;
  let user: User;
  beforeEach(async () => {
    db = await openDatabase(await store.address());
    user = await ensureUser(db, { apiKey: 'key', uid: 'somebody', channel: '' }, 1);
  });
  afterEach(() => db.destroy());

  const clear = async (until: number): Promise<string[]> => {
    const files: string[] = [];
    for (const kind of removedKinds) await removeOld(db, kind, until, async (key) => void files.push(key), never);
    return files;
  };
  const task = (now: number, content?: Outline) =>
    insertTask(db, { userId: user.id, type: 1, title: 'T', options: [], now, ...(content ? { content } : {}) });
  const design = (taskId: number, content: Outline, suit = 1) => {
    const files = { cover_file: 'cover', canvas_file: 'canvas', data_file: 'data' };
    const numbers = { suit_id: suit, layout_type: null, layout_task_id: null, width: 960, height: 540, version: 1 };
    const times = { storage_time: 1, created_at: 1, updated_at: 1, deleted_at: null };
    const owned = { user_id: user.id, task_id: taskId, name: 'Deck', content: JSON.stringify(content) };
    return insertDesign(db, { ...owned, ...numbers, ...files, ...times }, []);
  };
  const count = async (table: 'tasks' | 'pictures' | 'users' | 'brand_templates') =>
    (await db.selectFrom(table).selectAll().execute()).length;

  it('images go when no task and no design of their user names them', async () => {
    const picture = { user_id: user.id, type: 'png' as const, width: 1, height: 1, size: 5, needed_at: 1 };
    const rows = [1, 2, 3, 4].map((digit) => ({ ...picture, hash: hash(digit), file_key: `file${digit}file` }));
    await savePictures(
      db,
      rows.map((row, at) => (at === 3 ? { ...row, needed_at: 50 } : row)),
    );
    const kept = await task(99, showing(hash(1)));
    await design(kept.id, showing(hash(2)));
    await clear(10);
    const left = await db.selectFrom('pictures').select('hash').orderBy('hash').execute();
    expect(left.map((row) => row.hash)).toEqual([hash(1), hash(2), hash(4)]);
  });

  it('tasks without a design go, more than one step of them, and users without anything after them', async () => {
    for (let at = 0; at < 130; at += 1) await task(1, showing());
    const saved = await task(1, showing());
    await design(saved.id, showing());
    await task(20, showing());
    await ensureUser(db, { apiKey: 'key', uid: 'nobody', channel: '' }, 1);
    await ensureUser(db, { apiKey: 'key', uid: 'new', channel: '' }, 20);
    await clear(10);
    expect([await count('tasks'), await count('users')]).toEqual([2, 2]);
  });

  it('removed templates go when no design uses them', async () => {
    const row = { api_key: 'key', name: 'Acme', roles: '{}', look: '{}', created_at: 1, removed_at: 1 };
    const add = (file_key: string, removed_at: number | null = 1) =>
      db
        .insertInto('brand_templates')
        .values({ ...row, file_key, removed_at })
        .returning('id')
        .executeTakeFirstOrThrow();
    const [used] = [await add('used'), await add('unused'), await add('offered', null), await add('recent', 50)];
    await design((await task(1)).id, showing(), 10_000 + used!.id);
    await clear(10);
    const left = await db.selectFrom('brand_templates').select('file_key').orderBy('id').execute();
    expect(left.map(({ file_key }) => file_key)).toEqual(['used', 'offered', 'recent']);
  });

  it('is no longer counted as stored', async () => {
    const before = (await storedBytes(db, user)).user;
    await task(1, showing(hash(1)));
    const stored = (await storedBytes(db, user)).user;
    expect(stored).toBeGreaterThan(100);
    await clear(10);
    expect((await storedBytes(db, user)).user).toBe(before);
  });
});
