import { Writable } from 'node:stream';
import { pino } from 'pino';
import { startTestService } from '../running-service';
import { grantToken, reply, Session, signed } from '../session';

describe('the log of the service', () => {
  it('has one line a request, and nothing of headers, queries and bodies', async () => {
    const chunks: string[] = [];
    const destination = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(String(chunk));
        done();
      },
    });
    const service = await startTestService({ log: pino({ level: 'trace' }, destination) });
    const session = await Session.open(service.url, 'uid-in-query');
    const { data } = await grantToken(service.url, 'uid-in-query');
    const headers = signed('GET', '/api/grant/code/', { secret: 'wrong' });
    await reply(await fetch(`${service.url}/api/grant/code/?uid=uid-in-query`, { headers }));
    const task = await session.writtenTask('Title in a body');
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task })).data;
    await session.content(ticket);
    const design = (await session.form('/api/design/v2/save', { task_id: task })).data;
    const key = (await session.form('/api/download/export/file', { id: design.id, format: 'pdf' })).data;
    const links = (await session.exported(key)).data;
    await fetch(links[0]);
    await session.get('/api/unknown-path-in-log', { secret: 'query-value' });
    await service.close();

    const log = chunks.join('');
    const lines = log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'request', endpoint: 'createTask', status: 200, code: 0, ms: expect.any(Number) }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ endpoint: 'grantCode', status: 200, code: 43102 }));
    expect(lines).toContainEqual(expect.objectContaining({ endpoint: 'file', status: 200 }));
    expect(lines).toContainEqual(expect.objectContaining({ endpoint: 'none', status: 404, code: 40400 }));
    const signature = new URL(links[0]).searchParams.get('signature');
    for (const secret of [
      session.headers['x-token'],
      data.token,
      headers['x-signature'],
      signature,
      ticket,
      key,
      'uid-in-query',
      'Title in a body',
      'query-value',
      'unknown-path',
      'demo-secret-key',
    ]) {
      expect(secret).toBeTruthy();
      expect(log).not.toContain(secret);
    }
  });
});

describe('next to the interface', () => {
  it('are the health of the service and its description, for everyone', async () => {
    const service = await startTestService({ runJobs: false });
    expect(await reply(await fetch(`${service.url}/healthz`))).toMatchObject({
      status: 200,
      code: 0,
      data: { status: 'ok' },
    });
    const description = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      openapi: string;
      paths: object;
      servers: unknown;
    };
    expect(description).toMatchObject({ openapi: '3.1.0', servers: [{ url: service.url }] });
    expect(Object.keys(description.paths)).toHaveLength(31);
    await service.close();
  });
});
