import { settingsSchema } from '../../../src/config';
import { ModelGate } from '../../../src/service/context/model-gate';
import { type Database, openDatabase } from '../../../src/service/store/database';
import { spendSince } from '../../../src/service/store/model-spend';
import { ensureUser } from '../../../src/service/store/users';
import { describeStores } from '../stores';

const DAY = Date.UTC(2026, 0, 31, 12);

describeStores('calls of the language model', (store) => {
  let db: Database;
  let now = DAY;
  const refused: string[] = [];
  beforeEach(async () => {
    db = await openDatabase(await store.address());
    now = DAY;
    refused.length = 0;
  });
  afterEach(() => db.destroy());

  const gateOf = (budget: Record<string, number>, patienceMs = 50) =>
    new ModelGate({
      db,
      budget: settingsSchema.parse({ server: { generation: { budget } } }).server.generation.budget,
      now: () => now,
      refused: (limit) => refused.push(limit),
      patienceMs,
    });
  const ownerOf = async (apiKey: string, uid: string) =>
    `${apiKey}/${(await ensureUser(db, { apiKey, uid, channel: '' }, 1)).id}`;
  const begin = (gate: ModelGate, owner: string, patient = false) =>
    gate.begin({ owner, patient, signal: new AbortController().signal });

  it('are open 2 at a time for a user: a stream is refused after a while, a job waits', async () => {
    const gate = gateOf({});
    const [ann, bo] = [await ownerOf('a', 'ann'), await ownerOf('a', 'bo')];
    const open = [await begin(gate, ann), await begin(gate, ann)];
    await expect(begin(gate, ann)).rejects.toMatchObject({ kind: 'rate-limit', headers: { 'retry-after': '10' } });
    const job = begin(gate, ann, true);
    (await begin(gate, bo)).end();
    open[0]!.end();
    (await job).end();
    expect(refused).toEqual(['model']);
  });

  it('are open 20 at a time for all', async () => {
    const gate = gateOf({});
    const owners = await Promise.all(Array.from({ length: 11 }, (_, at) => ownerOf(`account ${at}`, 'u')));
    const open = await Promise.all(owners.slice(0, 10).flatMap((owner) => [begin(gate, owner), begin(gate, owner)]));
    await expect(begin(gate, owners[10]!)).rejects.toMatchObject({ kind: 'rate-limit' });
    open[0]!.end();
    (await begin(gate, owners[10]!)).end();
  });

  it('have a budget of one day, of a user and of an account', async () => {
    const gate = gateOf({ callsPerUser: 2, callsPerAccount: 3 });
    const [ann, bo] = [await ownerOf('a', 'ann'), await ownerOf('a', 'bo')];
    for (const owner of [ann, ann, bo]) (await begin(gate, owner)).end();
    await expect(begin(gate, ann)).rejects.toMatchObject({
      kind: 'quota',
      message: expect.stringMatching(/budget of 2026-01-31 is used up: 2 calls of this user .*callsPerUser/),
    });
    await expect(begin(gate, bo)).rejects.toMatchObject({ message: expect.stringMatching(/3 calls of this account/) });
    (await begin(gate, await ownerOf('b', 'ann'))).end();
    now += 86_400_000;
    (await begin(gate, ann)).end();
    expect(await spendSince(db, '2026-01-31')).toMatchObject([
      { uid: 'ann', day: '2026-02-01', calls: 1 },
      { uid: 'ann', day: '2026-01-31', calls: 2 },
      { uid: 'bo', day: '2026-01-31', calls: 1 },
      { apiKey: 'b', uid: 'ann', day: '2026-01-31', calls: 1 },
    ]);
  });

  it('count the tokens that the provider reports', async () => {
    const gate = gateOf({ tokensPerUser: 100 });
    const ann = await ownerOf('a', 'ann');
    const call = await begin(gate, ann);
    call.used(120);
    call.end();
    while ((await spendSince(db, '2026-01-31'))[0]?.tokens !== 120) await new Promise((done) => setTimeout(done, 5));
    await expect(begin(gate, ann)).rejects.toMatchObject({ message: expect.stringMatching(/100 tokens of this user/) });
  });
});
