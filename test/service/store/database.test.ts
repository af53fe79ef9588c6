import { sql } from 'kysely';
import { parseOutline } from '../../../src/outline/outline-markdown';
import { findContentJob, openContentJob } from '../../../src/service/store/content-jobs';
import { SCHEMA } from '../../../src/service/store/create-schema';
import { findToken, forgetTokens, storeToken } from '../../../src/service/store/credentials';
import { type Database, openDatabase, type StoreAddress } from '../../../src/service/store/database';
import { failJob, unfinishedJobs } from '../../../src/service/store/jobs';
import {
  findTask,
  insertTask,
  storeContent,
  storeEditedOutline,
  storeGeneratedOutline,
  type Task,
} from '../../../src/service/store/tasks';
import { countOutlines, ensureUser, type User } from '../../../src/service/store/users';
import { describeStores } from '../stores';

describeStores('the database', (store) => {
  let address: StoreAddress;
  let db: Database;
  let user: User;
  beforeEach(async () => {
    address = await store.address();
    db = await openDatabase(address);
    user = await ensureUser(db, { apiKey: 'key', uid: 'somebody', channel: '' }, 1);
  });
  afterEach(() => db.destroy());

  const outline = parseOutline('# Deck\n\n## One\n\n### Page\n\n#### Point\n');
  const newTask = async (): Promise<Task> =>
    insertTask(db, { userId: user.id, type: 1, title: 'Deck', options: [3], now: 1 });
  const again = async (task: Task): Promise<Task> => (await findTask(db, user.id, task.id)) as Task;

  const numbers = () => sql`select number from schema_number`.execute(db);

  it('keeps its rows and the number of its schema when it is opened again', async () => {
    await db.destroy();
    db = await openDatabase(address);
    expect((await numbers()).rows).toEqual([{ number: SCHEMA }]);
    expect(await ensureUser(db, { apiKey: 'key', uid: 'somebody', channel: '' }, 2)).toEqual(user);
  });

  if (store.kind === 'postgres') {
    it('loses only what was under way when the server ends a connection', async () => {
      const other = await openDatabase(address);
      const broken = db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await sql`select pg_terminate_backend(${rows[0]!.pid}, 5000)`.execute(other);
        // Between two queries, only the listener of the pool hears of it.
        await new Promise((resolve) => setTimeout(resolve, 200));
        await sql`select 1`.execute(trx);
      });
      await expect(broken).rejects.toMatchObject({ message: expect.any(String) });
      expect((await numbers()).rows).toEqual([{ number: SCHEMA }]);
      await other.destroy();
    });
  }

  it.each([
    ['of a later number', `update schema_number set number = ${SCHEMA + 1}`, `schema ${SCHEMA + 1}`],
    ['without a number', 'drop table schema_number', 'an unknown schema'],
    ['whose number was removed', 'delete from schema_number', 'an unknown schema'],
  ])('of another schema is refused and stays as it is: one %s', async (_, change, found) => {
    await sql.raw(change).execute(db);
    await expect(openDatabase(address)).rejects.toThrow(
      `The service's database has ${found}, but this version of deck needs schema ${SCHEMA}; use the version that created ` +
        'it, or an empty database.',
    );
    expect(await db.selectFrom('users').select('uid').execute()).toEqual([{ uid: 'somebody' }]);
  });

  it('tells what refers to nothing, and what is there twice', async () => {
    // By its text: the driver's errors come from a native module, whose `Error` may be another one.
    const refused = (error: RegExp) => ({ message: expect.stringMatching(error) });
    const task = { userId: user.id + 1, type: 1, title: 'Deck', options: [3], now: 1 };
    await expect(insertTask(db, task)).rejects.toMatchObject(refused(/foreign key/i));
    const same = db.insertInto('users').values({ api_key: 'key', uid: 'somebody', channel: '', created_at: 3 });
    await expect(same.execute()).rejects.toMatchObject(refused(/unique/i));
  });

  it('restored from a backup, or deleted, issues no id a second time', async () => {
    const clock = jest.spyOn(Date, 'now');
    const start = Date.UTC(2030, 0, 1);
    /** The id of the first task after a start at this second. */
    const first = async (second: number, at: StoreAddress) => {
      clock.mockReturnValue(start + second * 1000);
      const opened = await openDatabase(at);
      const { id: userId } = await ensureUser(opened, { apiKey: 'key', uid: 'somebody', channel: '' }, 1);
      const { id } = await insertTask(opened, { userId, type: 1, title: 'Deck', options: [], now: 1 });
      await opened.destroy();
      return id;
    };
    const lost = await first(0, address);
    const restored = await first(60, await store.address());
    expect(restored - lost).toBeGreaterThanOrEqual(60 * 10);
    // One that is ahead of the clock continues.
    expect(await first(0, address)).toBe(lost + 1);
    expect(Number.isSafeInteger(restored)).toBe(true);
    clock.mockRestore();
  });

  it('is shared by processes that start at the same time on an empty store', async () => {
    const empty = await store.address();
    const opened = await Promise.all([openDatabase(empty), openDatabase(empty), openDatabase(empty)]);
    const users = await Promise.all(
      opened.map((each) => ensureUser(each, { apiKey: 'key', uid: 'u', channel: '' }, 1)),
    );
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    for (const each of opened) await each.destroy();
  });

  it('has one user for an api key, uid and channel, and never one for two of them', async () => {
    const many = { apiKey: 'key', uid: 'many', channel: 'web' };
    const same = await Promise.all(Array.from({ length: 20 }, () => ensureUser(db, many, 1)));
    expect(new Set(same.map(({ id }) => id)).size).toBe(1);
    const others = [{ apiKey: 'other' }, { uid: 'other' }, { channel: 'other' }, { channel: '' }];
    const ids = await Promise.all(others.map(async (other) => (await ensureUser(db, { ...many, ...other }, 1)).id));
    expect(new Set([same[0]!.id, ...ids]).size).toBe(5);
  });

  describe('a grant', () => {
    const expiresAt = Date.now() + 60_000;
    const grants = async (token: string) => {
      await storeToken(db, token, { user, expiresAt }, 1);
      return () => findToken(db, token);
    };
    const removeRows = () => db.deleteFrom('tokens').execute();

    it('is found by its own token alone, with its user and end', async () => {
      const find = await grants('one');
      await grants('two');
      expect(await find()).toMatchObject({ user, expiresAt });
      expect(await findToken(db, 'three')).toBeUndefined();
    });

    it('that another process removed is gone within a second or so', async () => {
      const find = await grants('one');
      expect(await find()).toBeDefined();
      await removeRows();
      while ((await find()) !== undefined) await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await find()).toBeUndefined();
    });

    it('that this process removed is gone at once', async () => {
      const find = await grants('one');
      expect(await find()).toBeDefined();
      await removeRows();
      forgetTokens(db);
      expect(await find()).toBeUndefined();
    });

    it('that was not there yet is found as soon as it is', async () => {
      expect(await findToken(db, 'late')).toBeUndefined();
      expect(await (await grants('late'))()).toBeDefined();
    });
  });

  it('a query outside a transaction sees what is committed, and nothing of what is not', async () => {
    await db.transaction().execute(async (inside) => {
      await storeToken(inside, 'in the making', { user, expiresAt: 2 }, 1);
      expect(await findToken(inside, 'in the making')).toBeDefined();
      expect(await findToken(db, 'in the making')).toBeUndefined();
    });
    expect(await findToken(db, 'in the making')).toBeDefined();
  });

  it('gives an outline a revision, and forgets the content of the one before', async () => {
    const task = await newTask();
    await storeGeneratedOutline(db, task, outline);
    await storeContent(db, task.id, 1, outline);
    expect(await again(task)).toMatchObject({ outlineRevision: 1, outlineVariants: 1, contentRevision: 1 });
    await storeGeneratedOutline(db, await again(task), outline);
    expect(await again(task)).toMatchObject({
      outlineRevision: 2,
      outlineVariants: 2,
      contentRevision: 0,
      content: undefined,
    });
    expect(await countOutlines(db, 'key', '', ['somebody'])).toEqual([{ uid: 'somebody', count: 2 }]);
  });

  it('does not take content for an outline that has moved on', async () => {
    const task = await newTask();
    await storeGeneratedOutline(db, task, outline);
    await storeGeneratedOutline(db, task, outline);
    await storeContent(db, task.id, 1, outline);
    expect(await again(task)).toMatchObject({ content: undefined, contentRevision: 0 });
  });

  it('refuses an edit of an outline that has changed since it was read', async () => {
    const task = await newTask();
    await storeGeneratedOutline(db, task, outline);
    const read = await again(task);
    const edit = { outline, content: outline, complete: true };
    expect(await storeEditedOutline(db, read, edit)).toBe(true);
    expect(await storeEditedOutline(db, read, edit)).toBe(false);
    expect(await again(task)).toMatchObject({ outlineRevision: 2, contentRevision: 2, outlineVariants: 1 });
  });

  it('opens one job for an outline, until that one has failed', async () => {
    const task = await newTask();
    const opened = await Promise.all(['a', 'b', 'c'].map((ticket) => openContentJob(db, task, ticket, 1)));
    const ticket = opened[0]!.ticket;
    expect(opened.map((job) => job.ticket)).toEqual([ticket, ticket, ticket]);
    const page = { before: 1, after: '', limit: 10 };
    expect(await unfinishedJobs(db, 'content', page)).toEqual([{ key: ticket, apiKey: 'key' }]);
    expect(await unfinishedJobs(db, 'content', { ...page, before: 0 })).toEqual([]);
    expect(await unfinishedJobs(db, 'content', { ...page, after: ticket })).toEqual([]);
    await failJob(db, 'content', ticket, 'no words', 2);
    expect(await findContentJob(db, ticket, user.id)).toMatchObject({ status: 'failed', reason: 'no words' });
    expect(await findContentJob(db, ticket, user.id + 1)).toBeUndefined();
    expect((await openContentJob(db, task, 'd', 3)).ticket).toBe('d');
  });
});
