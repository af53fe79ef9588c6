import type { TestService } from '../running-service';
import { Session } from '../session';
import { describeStores } from '../stores';
import { addFault, administer, journal, startAdministeredService } from './administration';

describeStores('seed, snapshot and reset', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startAdministeredService({ store });
  });
  afterAll(() => service.close());

  const seeded = async (users: object[]) => (await administer(service, 'POST', '/seed', { users })).data;
  const session = (token: string) => ({ 'x-api-key': 'demo-access-key', 'x-channel': '', 'x-token': token });
  const designsOf = async (token: string) => {
    const response = await fetch(`${service.url}/api/design/list`, { headers: session(token) });
    return ((await response.json()) as { data: { list: { id: number; cover_url: string }[] } }).data.list;
  };

  it('a seed makes users with decks that their tokens open', async () => {
    const [ada, bob] = await seeded([
      { uid: 'ada', decks: 2 },
      { uid: 'bob', decks: ['茶的历史'] },
    ]);
    expect((await designsOf(ada.token)).map(({ id }) => id).sort()).toEqual(
      ada.decks.map(({ designId }: { designId: number }) => designId),
    );
    const [design] = await designsOf(bob.token);
    expect((await fetch(design!.cover_url)).status).toBe(200);
  });

  it('a snapshot put back brings everything back, and nothing else; new ids are new', async () => {
    const [carol] = await seeded([{ uid: 'carol', decks: 1 }]);
    const { data: snapshot } = await administer(service, 'GET', '/snapshot');
    const counts = (await administer(service, 'GET', '/overview')).data.counts;
    const [dave] = await seeded([{ uid: 'dave', decks: 1 }]);
    // Used a moment before, so that its grant is one that counts without another look.
    expect(await designsOf(dave.token)).toHaveLength(1);
    expect(await administer(service, 'POST', '/reset')).toMatchObject({ code: 0 });
    expect((await administer(service, 'GET', '/overview')).data.counts).toEqual({
      users: 0,
      tasks: 0,
      designs: 0,
      exports: 0,
    });
    const refused = await fetch(`${service.url}/api/design/list`, { headers: session(dave.token) });
    expect(await refused.json()).toMatchObject({ code: 43103 });
    expect((await administer(service, 'PUT', '/snapshot', snapshot)).data).toEqual(counts);
    const [design] = await designsOf(carol.token);
    const cover = await fetch(design!.cover_url);
    expect(
      Buffer.from(await cover.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const [erin] = await seeded([{ uid: 'erin', decks: 1 }]);
    expect(erin.decks[0].designId).toBeGreaterThan(carol.decks[0].designId);
    const daves = await fetch(`${service.url}/api/design/list`, { headers: session(dave.token) });
    expect(await daves.json()).toMatchObject({ code: 43103 });
    expect((await administer(service, 'GET', '/snapshot')).data.tables.tasks).toHaveLength(counts.tasks + 1);
  });

  it('a job that was unfinished in the snapshot is done after it has been put back', async () => {
    const frank = await Session.open(service.url, 'frank');
    const { data: task } = await frank.createTask('Tides');
    await frank.stream('/api/ai/chat/outline', task.id);
    await addFault(service, { effect: 'neverFinish' });
    const ticket = (await frank.get('/api/ai/chat/v2/content', { task_id: task.id })).data;
    const { data: snapshot } = await administer(service, 'GET', '/snapshot');
    await administer(service, 'POST', '/reset');
    await administer(service, 'PUT', '/snapshot', snapshot);
    expect((await frank.content(ticket)).data.status).toBe(2);
  });

  it('rows that do not fit together are refused, and everything stays', async () => {
    const { data: snapshot } = await administer(service, 'GET', '/snapshot');
    for (const broken of [
      { ...snapshot, version: 1 },
      { ...snapshot, tables: { ...snapshot.tables, users: [] } },
      { ...snapshot, tables: { ...snapshot.tables, tasks: [{ id: 1, colour: 'red' }] } },
      { ...snapshot, files: {} },
      {},
    ]) {
      expect(await administer(service, 'PUT', '/snapshot', broken)).toMatchObject({ status: 400, code: 40000 });
    }
    expect((await administer(service, 'GET', '/snapshot')).data).toEqual(snapshot);
  });

  it('reset empties the journal, removes the rules and sets the clock right', async () => {
    await addFault(service, { effect: 'hang', endpoint: 'createTask' });
    await administer(service, 'POST', '/clock', { advance: '1h' });
    await administer(service, 'POST', '/reset');
    expect((await journal(service)).entries).toEqual([]);
    expect((await administer(service, 'GET', '/faults')).data).toEqual([]);
    expect((await administer(service, 'GET', '/clock')).data.offsetMs).toBe(0);
  });

  it.each([
    [{ users: [] }, /users/],
    [{ users: [{ uid: '' }] }, /uid is missing/],
    [{ users: [{ uid: 'x', decks: 201 }] }, /at most 200 decks/],
    [{ users: [{ uid: 'x', apiKey: 'nobody' }] }, /is not an account/],
  ])('a seed of %j is refused', async (body, sentence) => {
    const { code, msg } = await administer(service, 'POST', '/seed', body);
    expect(code).toBe(40000);
    expect(msg).toMatch(sentence);
  });
});
