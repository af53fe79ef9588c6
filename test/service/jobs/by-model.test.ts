import { join } from 'node:path';
import { openSqliteFile, type SqliteFile } from '../../../src/base/io/sqlite';
import { quietTemporal } from '../../setup/quiet-temporal';
import { ChapterModel } from '../../writer/openai/chapter-model';
import { startTestService, type TestService } from '../running-service';
import { Session } from '../session';

quietTemporal();

describe('content jobs of a language model', () => {
  const model = new ChapterModel(6);
  const once = model.chapters.map(() => 1);
  let service: TestService;
  let session: Session;
  beforeAll(async () => {
    await model.start();
    const openai = { baseUrl: model.baseUrl, model: 'm', apiKey: { env: 'MODEL_KEY' } };
    const server = { generation: { default: 'openai', openai, budget: { callsAtOncePerUser: 10 } } };
    service = await startTestService({ server, env: { ...process.env, MODEL_KEY: 'never looked at' } });
    session = await Session.open(service.url, 'by-model');
    await restart(100);
  });
  beforeEach(() => model.begin());
  afterAll(async () => {
    await service.close();
    await model.close();
  });

  const store = <Result>(use: (db: SqliteFile) => Result): Result => {
    const db = openSqliteFile(join(service.dataDirectory, 'service.db'));
    try {
      return use(db);
    } finally {
      db.close();
    }
  };
  const failures = (ticket: string) =>
    store((db) => db.prepare('select provider_failures as n from content_jobs where ticket = ?').get(ticket).n);
  const kept = () => store((db) => db.prepare('select count(*) as n from written_chapters').get().n);
  const start = async (): Promise<string> => {
    const { data: task } = await session.createTask('Lanterns');
    return (await session.get('/api/ai/chat/v2/content', { task_id: task.id })).data;
  };
  const restart = async (shutdownGraceTime: number) => {
    const { settings } = service;
    await service.restart({ settings: { ...settings, worker: { ...settings.worker, shutdownGraceTime } } });
    // The port is another one.
    session = Object.assign(Object.create(Session.prototype), session, { url: service.url }) as Session;
  };
  const written = async (ticket: string): Promise<string[]> => {
    const { data } = await session.content(ticket);
    expect(data.status).toBe(2);
    expect(kept()).toBe(0);
    expect(data.content.match(/It keeps the wind out\./g)).toHaveLength(3 * model.chapters.length);
    return data.content.match(/^## .*$/gm).map((heading: string) => heading.slice(3));
  };

  it('a provider that fails in a late chapter gets a second request for that one, and for none before it', async () => {
    // As often as one attempt asks.
    model.trouble(5, { status: 500 }, { status: 500 }, { status: 500 });
    const ticket = await start();
    expect(await written(ticket)).toEqual(model.chapters);
    expect(model.asked()).toEqual([1, 1, 1, 1, 4, 1]);
    expect(failures(ticket)).toBe(1);
  });

  it('a provider that keeps failing fails the job; the next job begins where that one stopped', async () => {
    model.trouble(3, { waitMs: 1_000 });
    model.trouble(5, { status: 500 }, { status: 500 }, { status: 500 });
    const ticket = await start();
    await model.askedFor(3);
    // The waits before these would take minutes.
    store((db) => db.prepare('update content_jobs set provider_failures = 4 where ticket = ?').run(ticket));
    expect((await session.content(ticket)).data.status).toBe(3);
    expect(model.asked()).toEqual([1, 1, 1, 1, 3, 0]);

    const task = store((db) => db.prepare('select task_id from content_jobs where ticket = ?').get(ticket).task_id);
    const next = (await session.get('/api/ai/chat/v2/content', { task_id: task as number })).data;
    expect(next).not.toBe(ticket);
    expect(await written(next)).toEqual(model.chapters);
    expect(model.asked()).toEqual([1, 1, 1, 1, 4, 1]);
  });

  it('a stopped worker hands over the finished chapters, and the stop does not count as a failure of the provider', async () => {
    model.trouble(4, 'silence');
    const ticket = await start();
    await model.askedFor(4);
    await restart(100);
    expect(await written(ticket)).toEqual(model.chapters);
    expect(model.asked()).toEqual([1, 1, 1, 2, 1, 1]);
    expect(failures(ticket)).toBe(0);
  });

  it('a stopped worker gives its jobs the grace time: nothing is requested twice', async () => {
    await restart(60_000);
    model.trouble(5, { waitMs: 4_000 });
    const ticket = await start();
    await model.askedFor(5);
    await restart(100);
    expect(await written(ticket)).toEqual(model.chapters);
    expect(model.asked()).toEqual(once);
    const { historyLength } = await service.temporal.serviceClient.workflow.getHandle(`content/${ticket}`).describe();
    expect(historyLength).toBeLessThan(20);
  });

  it('a stream that breaks off is continued too', async () => {
    model.trouble(4, { status: 400 });
    const { data: task } = await session.createTask('Lanterns');
    const cut = await session.stream('/api/ai/chat/content', task.id);
    expect(cut).not.toContain('Chapter 4b');
    expect(await session.stream('/api/ai/chat/content', task.id)).toContain('Chapter 6c');
    expect(model.asked()).toEqual([1, 1, 1, 2, 1, 1]);
  });

  it('five that wait for the model hold up no export', async () => {
    const design = (await session.form('/api/design/v2/save', { task_id: await session.writtenTask('Lanterns') })).data;
    model.begin();
    model.trouble(1, 'silence', 'silence', 'silence', 'silence', 'silence');
    const tickets = await Promise.all([1, 2, 3, 4, 5].map(start));
    await model.askedFor(1, 5);
    const key = (await session.form('/api/download/export/file', { id: design.id, format: 'ppt' })).data;
    expect(await session.exported(key)).toMatchObject({ code: 0 });
    expect(model.asked()[0]).toBe(5);
    for (const ticket of tickets) await service.temporal.serviceClient.workflow.getHandle(`content/${ticket}`).cancel();
  });
});
