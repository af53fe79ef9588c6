import { settingsSchema } from '../../../src/config';
import { defaultServiceProfile } from '../../../src/contract/profile';
import { parseOutline } from '../../../src/outline/outline-markdown';
import { Gate } from '../../../src/service/context/gate';
import { timings } from '../../../src/service/domain/timing';
import { completeContent, type Generation } from '../../../src/service/generation/generate';
import { type Database, openDatabase } from '../../../src/service/store/database';
import { GenerationLeases } from '../../../src/service/store/generation-leases';
import { takeLease } from '../../../src/service/store/leases';
import { findTask, insertTask, storeGeneratedOutline } from '../../../src/service/store/tasks';
import { ensureUser } from '../../../src/service/store/users';
import { Texts } from '../../../src/service/texts/texts';
import { createOfflineWriter } from '../../../src/service/writer/offline/offline-writer';
import type { Writer } from '../../../src/service/writer/writer';
import { describeStores } from '../stores';

const TIMES = { lifetimeMs: 5_000, renewEveryMs: 200, askEveryMs: 20 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const never = new AbortController().signal;

describeStores('the lease of a generation', (store) => {
  let first: Database;
  let second: Database;
  let task: { userId: number; taskId: number };
  beforeEach(async () => {
    const address = await store.address();
    // Two connections of their own: what two processes have.
    [first, second] = [await openDatabase(address), await openDatabase(address)];
    const user = await ensureUser(first, { apiKey: 'key', uid: 'somebody', channel: '' }, 1);
    const { id } = await insertTask(first, {
      userId: user.id,
      type: 1,
      title: 'Deck',
      options: [],
      now: 1,
    });
    task = { userId: user.id, taskId: id };
  });
  afterEach(async () => {
    await first.destroy();
    await second.destroy();
  });

  it('is held by one at a time, and goes to the next when it is given back', async () => {
    const held = await takeLease(first, task.taskId, never, TIMES);
    let taken = false;
    const waiting = takeLease(second, task.taskId, never, TIMES).then((lease) => {
      taken = true;
      return lease;
    });
    // Longer than its lifetime: a holder that is alive renews it.
    await pause(7_000);
    expect(taken).toBe(false);
    await held.release();
    const next = await waiting;
    expect(held.lost.aborted).toBe(false);
    await next.release();
  });

  it('is taken over from a holder that is not heard of any more, who hears that it is lost', async () => {
    const dead = await takeLease(first, task.taskId, never, { ...TIMES, lifetimeMs: 600, renewEveryMs: 6_000 });
    const next = await takeLease(second, task.taskId, never, TIMES);
    await new Promise((resolve) => dead.lost.addEventListener('abort', resolve));
    // Giving back what is lost takes nothing from the new holder.
    await dead.release();
    await pause(300);
    expect(next.lost.aborted).toBe(false);
    await next.release();
  });

  it('is not waited for by who has gone', async () => {
    const held = await takeLease(first, task.taskId, never, TIMES);
    const gone = new AbortController();
    const waiting = takeLease(second, task.taskId, gone.signal, TIMES);
    gone.abort(new Error('the caller has gone'));
    await expect(waiting).rejects.toThrow('the caller has gone');
    await held.release();
  });

  it('lets two processes write the content of one task once', async () => {
    const found = await findTask(first, task.userId, task.taskId);
    await storeGeneratedOutline(first, found!, parseOutline('# Deck\n\n## One\n\n### Page\n\n#### Point\n'));
    let written = 0;
    const offline = createOfflineWriter({ fragmentDelayMs: 5 });
    const writer: Writer = {
      ...offline,
      async *content(request) {
        written += 1;
        yield* offline.content(request);
      },
    };
    const process = (db: Database): Generation => ({
      db,
      writers: { default: writer, alternative: writer },
      timing: timings.instant,
      leases: new GenerationLeases(db),
      texts: new Texts(),
      profile: defaultServiceProfile,
      gate: new Gate({ limits: settingsSchema.parse({}).server.limits, db, directory: undefined, refused: () => {} }),
    });
    const asked = [first, second, first, second].map((db) => completeContent(process(db), task, { signal: never }));
    const finished = await Promise.all(asked);
    expect(written).toBe(1);
    expect(new Set(finished.map(({ content }) => JSON.stringify(content))).size).toBe(1);
  });
});
