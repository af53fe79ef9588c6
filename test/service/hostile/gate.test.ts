import { connect, type Socket } from 'node:net';
import { serviceForTests, startTestService, type TestService } from '../running-service';
import { reply, Session } from '../session';

const TASK = '/api/ai/chat/v2/task';
const SAVE = '/api/design/v2/save';
const KB = 1024;

/** An upload that stops after its first bytes. */
function stalled(service: TestService, headers: Record<string, string>, bytes: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(service.port, '127.0.0.1', () => {
      const all = Object.entries({ ...headers, host: '127.0.0.1', 'content-length': String(1_000 * KB) });
      socket.write(`POST ${TASK} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
      socket.write(Buffer.alloc(bytes), () => resolve(socket));
    });
    socket.on('error', reject);
  });
}
const firstLine = (socket: Socket): Promise<string> =>
  new Promise((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));

describe('one user who sends without end', () => {
  const service = serviceForTests({ runJobs: false });

  it('has 4 uploads and 20 that wait, whose bodies are not read; others are served', async () => {
    const greedy = await Session.open(service.url, 'greedy');
    const other = await Session.open(service.url, 'other');
    const sockets: Socket[] = [];
    for (let at = 0; at < 24; at += 1) sockets.push(await stalled(service, greedy.headers, 10 * KB));
    // Short calls have turns of their own.
    expect(await greedy.get('/api/design/list')).toMatchObject({ code: 0 });
    expect(await other.createTask('Harbours')).toMatchObject({ code: 0 });
    const refused = await stalled(service, greedy.headers, 10 * KB);
    expect(await firstLine(refused)).toMatch(/^HTTP\/1.1 429[\s\S]*20 calls of this user are already waiting/);
    for (const socket of [...sockets, refused]) socket.destroy();
    // Those who left are not served, and leave no trace.
    expect(await greedy.createTask('Harbours')).toMatchObject({ code: 0 });
  });

  it('has 4 saves at a time and 50 that wait: further ones are refused, not queued', async () => {
    const greedy = await Session.open(service.url, 'saver');
    const task = (await greedy.multipart(TASK, { type: 7, content: '# Deck\n\n## One\n\n### Page\n\n#### Point\n' }))
      .data;
    const body = new URLSearchParams({ task_id: String(task.id) });
    const saves = Array.from({ length: 120 }, async () =>
      reply(await fetch(`${service.url}${SAVE}`, { method: 'POST', headers: greedy.headers, body })),
    );
    const codes = (await Promise.all(saves)).map(({ code }) => code);
    expect(codes.filter((code) => code === 0).length).toBeGreaterThanOrEqual(54);
    expect(codes.filter((code) => code === 42900).length).toBeGreaterThan(0);
    expect(codes.every((code) => code === 0 || code === 42900)).toBe(true);
  });
});

describe('storage', () => {
  let service: TestService;
  afterEach(() => service.close());
  const deck = async (session: Session) => {
    const { data } = await session.multipart(TASK, {
      type: 7,
      content: '# Deck\n\n## One\n\n### Page\n\n#### Point\n',
    });
    return (name: string) => session.form(SAVE, { task_id: data.id, name });
  };

  it('has an end for a user and for an account, and grows again after clearing', async () => {
    service = await startTestService({
      runJobs: false,
      server: { limits: { storagePerUser: '30 KB', storagePerAccount: '1 GB' } },
    });
    const session = await Session.open(service.url, 'greedy');
    const save = await deck(session);
    const saved: number[] = [];
    for (;;) {
      const answer = await save(`Deck ${saved.length}`);
      if (answer.code !== 0) {
        expect(answer).toMatchObject({
          code: 40007,
          msg: expect.stringMatching(/storage of this user is full \(30 KB\)/),
        });
        break;
      }
      saved.push(answer.data.id);
    }
    expect(saved.length).toBeGreaterThan(0);
    expect(await (await Session.open(service.url, 'other')).createTask('Harbours')).toMatchObject({ code: 0 });
    for (const id of saved) {
      await session.form('/api/design/delete', { user_design_id: id });
      await session.form('/api/design/clear', { user_design_id: id });
    }
    expect(await save('Again')).toMatchObject({ code: 0 });
  });

  it('of an account is full for all of its users', async () => {
    service = await startTestService({ runJobs: false, server: { limits: { storagePerAccount: '1 KB' } } });
    expect(await (await deck(await Session.open(service.url, 'one')))('Deck')).toMatchObject({ code: 0 });
    // The sum of an account is kept for some seconds.
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    expect(await (await Session.open(service.url, 'two')).createTask('Harbours')).toMatchObject({
      code: 40007,
      msg: expect.stringContaining('storage of this account is full'),
    });
  });

  it('keeps a reserve of the disk: nothing is stored, the service is not ready, reading is possible', async () => {
    service = await startTestService({ runJobs: false, server: { limits: { freeSpace: '999999 GB' } } });
    const session = await Session.open(service.url, 'greedy');
    const response = await session.fetch(
      TASK,
      {},
      { method: 'POST', body: new URLSearchParams({ type: '1', title: 'A' }) },
    );
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await reply(response)).toMatchObject({
      code: 42900,
      msg: expect.stringContaining('are free on the disk of the service'),
    });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect(await service.healthCheck()).toContain('are free on the disk of the service');
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await session.get('/api/design/list')).toMatchObject({ code: 0 });
  });
});
