import type { TestService } from '../running-service';
import { Session } from '../session';
import { describeStores } from '../stores';
import { addFault, administer, journal, startAdministeredService } from './administration';

describeStores('snapshot and reset', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startAdministeredService({ store });
  });
  afterAll(() => service.close());

  const withDesign = async (uid: string): Promise<{ session: Session; designId: number }> => {
    const session = await Session.open(service.url, uid);
    const { data } = await session.form('/api/design/v2/save', { task_id: await session.writtenTask('Tides') });
    return { session, designId: data.id };
  };
  const listed = (session: Session) => session.get('/api/design/list');

  it('a snapshot put back brings everything back, and nothing else; new ids are new', async () => {
    const carol = await withDesign('carol');
    const { data: snapshot } = await administer(service, 'GET', '/snapshot');
    const counts = (await administer(service, 'GET', '/overview')).data.counts;
    const dave = await withDesign('dave');
    // Used a moment before, so that its grant is one that counts without another look.
    expect((await listed(dave.session)).data.list).toHaveLength(1);
    expect(await administer(service, 'POST', '/reset')).toMatchObject({ code: 0 });
    expect((await administer(service, 'GET', '/overview')).data.counts).toEqual({
      users: 0,
      tasks: 0,
      designs: 0,
      exports: 0,
    });
    expect(await listed(dave.session)).toMatchObject({ code: 43103 });
    expect((await administer(service, 'PUT', '/snapshot', snapshot)).data).toEqual(counts);
    const [design] = (await listed(carol.session)).data.list;
    const cover = await fetch(design.cover_url);
    expect(
      Buffer.from(await cover.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const erin = await withDesign('erin');
    expect(erin.designId).toBeGreaterThan(carol.designId);
    expect(await listed(dave.session)).toMatchObject({ code: 43103 });
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
});
