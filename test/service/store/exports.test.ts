import type { KyselyPlugin } from 'kysely';
import { defaultServiceProfile } from '../../../src/contract/profile';
import { parseOutline } from '../../../src/outline/outline-markdown';
import type { UserContext } from '../../../src/service/handlers/context';
import { exportEndpoints } from '../../../src/service/handlers/exports';
import { type Database, openDatabase } from '../../../src/service/store/database';
import { findDesign, insertDesign, removeDesign, trashDesign } from '../../../src/service/store/designs';
import { findExport, insertExport } from '../../../src/service/store/exports';
import type { DesignRow } from '../../../src/service/store/schema';
import { insertTask } from '../../../src/service/store/tasks';
import { ensureUser, type User } from '../../../src/service/store/users';
import { describeStores } from '../stores';

describeStores('an export of a design that is cleared just then', (store) => {
  let db: Database;
  let other: Database;
  let user: User;
  let design: DesignRow;
  beforeEach(async () => {
    const address = await store.address();
    // Two connections: what two calls, or two processes, have.
    [db, other] = [await openDatabase(address), await openDatabase(address)];
    user = await ensureUser(db, { apiKey: 'key', uid: 'somebody', channel: '' }, 1);
    const task = await insertTask(db, { userId: user.id, type: 1, title: 'Deck', options: [], now: 1 });
    const files = { cover_file: 'cover', canvas_file: 'canvas', data_file: 'data' };
    const content = JSON.stringify(parseOutline('# Deck\n\n## One\n\n### Page\n\n#### Point\n'));
    const numbers = { suit_id: 1, layout_type: null, layout_task_id: null, width: 960, height: 540, version: 1 };
    const times = { storage_time: 1, created_at: 1, updated_at: 1, deleted_at: null };
    const owned = { user_id: user.id, task_id: task.id, name: 'Deck', content };
    design = await insertDesign(db, { ...owned, ...numbers, ...files, ...times }, []);
  });
  afterEach(async () => {
    await db.destroy();
    await other.destroy();
  });

  const clear = async (): Promise<void> => {
    await trashDesign(other, design.id, 2);
    const deleted = await findDesign(other, user.id, design.id, { in: 'trash', deletedAfter: 0 });
    expect(await removeDesign(other, deleted!)).toEqual(['cover', 'canvas', 'data']);
  };
  const row = (task_key: string) => {
    const options = { format: 'ppt' as const, edit: 1, files_to_zip: 0, created_at: 1 };
    return { task_key, user_id: user.id, design_id: design.id, ...options };
  };

  it('is not stored, and any other database error is still reported', async () => {
    expect(await insertExport(db, row('first'))).toBe(true);
    await expect(insertExport(db, row('first'))).rejects.toMatchObject({ code: expect.any(String) });
    await clear();
    expect(await insertExport(db, row('second'))).toBe(false);
    expect([await findExport(db, 'first'), await findExport(db, 'second')]).toEqual([undefined, undefined]);
  });

  it('is answered like one of a design that is not there, and no job is started', async () => {
    let started = 0;
    let reads = 0;
    const clearing: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      // Between the reading of the design, before that of the user's other exports, and the writing of this one.
      async transformResult({ result }) {
        reads += 1;
        if (reads === 2) await clear();
        return result;
      },
    };
    const context = {
      db: db.withPlugin(clearing),
      user,
      profile: defaultServiceProfile,
      gate: { requireJob: () => {} },
      now: () => 3,
      jobs: {
        startExport: async () => {
          started += 1;
        },
      },
    } as unknown as UserContext;
    const call = () => exportEndpoints.startExport({ id: design.id, format: 'ppt' }, context);
    const refusal = await call().catch((error: Error) => error);
    expect(reads).toBe(2);
    expect(await call().catch((error: Error) => error)).toEqual(refusal);
    expect(refusal).toMatchObject({ kind: 'not-found', message: expect.stringMatching(/this design does not exist/) });
    expect(started).toBe(0);
  });
});
