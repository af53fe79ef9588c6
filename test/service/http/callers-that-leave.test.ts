import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { madeBefore } from '../../setup/made-before';
import { serviceForTests, startTestService } from '../running-service';
import { type Json, Session } from '../session';
import { envelopeOf, exchange, rawRequest } from './raw';

/** What services of this file have logged since the test began. */
const lines: Json[] = [];
const log = pino(
  { level: 'info' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  }),
);
const service = serviceForTests({
  runJobs: false,
  log,
  timing: { outlineFragmentMs: 1 },
  server: { limits: { requestTime: '1s' } },
});
const session = madeBefore(() => Session.open(service.url, 'leaving'));
beforeEach(() => {
  lines.length = 0;
});

/** Sends bytes and goes away without an answer. */
async function leave(bytes: string | Buffer, afterMs = 100): Promise<void> {
  const socket = connect(service.port, '127.0.0.1', () => socket.write(bytes));
  socket.on('error', () => {});
  await sleep(afterMs);
  socket.destroy();
}

async function lineOf(endpoint: string): Promise<Json> {
  for (const end = Date.now() + 300_000; ; await sleep(20)) {
    const line = lines.find((one) => one.msg === 'request' && one.endpoint === endpoint);
    if (line !== undefined) return line;
    if (Date.now() > end) throw new Error(`no line of ${endpoint}: ${JSON.stringify(lines)}`);
  }
}

/** Files of the service's store that this process has open. */
function openFiles(): string[] {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target.startsWith(`${service.dataDirectory}/files/`));
}

describe('a caller that leaves', () => {
  it('in the middle of an upload is not a failure of the service', async () => {
    const head = rawRequest('POST /api/ai/chat/v2/task', { ...session.headers, 'Content-Length': '100000' });
    await leave(Buffer.concat([head, Buffer.from('title=Half')]));
    expect(await lineOf('createTask')).toMatchObject({ status: 499, level: 30 });
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  });

  it('in the middle of a chunked upload neither', async () => {
    const head = rawRequest('POST /api/generate/data', { ...session.headers, 'Transfer-Encoding': 'chunked' });
    await leave(Buffer.concat([head, Buffer.from('a\r\ntask_id=12\r\n')]));
    expect(await lineOf('readOutlineTree')).toMatchObject({ status: 499 });
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  });

  it('before a stream has begun neither', async () => {
    const slow = await startTestService({
      runJobs: false,
      timing: { outlineFragmentMs: 60_000 },
      log,
    });
    const user = await Session.open(slow.url, 'leaving');
    const { data } = await user.createTask('Nobody waits');
    lines.length = 0;
    await expect(
      fetch(`${slow.url}/api/ai/chat/outline?task_id=${data.id}`, {
        headers: user.headers,
        signal: AbortSignal.timeout(300),
      }),
    ).rejects.toThrow();
    expect(await lineOf('streamOutline')).toMatchObject({ status: 499 });
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
    await slow.close();
  });
});

describe('a file', () => {
  let path: string;
  beforeAll(async () => {
    const task = await session.writtenTask('Open files');
    const { data } = await session.form('/api/design/v2/save', { task_id: task });
    path = data.cover_url.slice(service.url.length);
  });

  it('is described to HEAD and not opened', async () => {
    for (let time = 0; time < 50; time++) {
      const answer = await fetch(service.url + path, { method: 'HEAD' });
      expect(answer.status).toBe(200);
      expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1_000);
      expect(answer.headers.get('content-type')).toBe('image/png');
    }
    expect(openFiles()).toEqual([]);
  });

  it('is closed when its reader goes', async () => {
    const request = rawRequest(`GET ${path}`, {});
    await Promise.all(Array.from({ length: 50 }, (_, at) => leave(request, at % 10)));
    while (openFiles().length > 0) await sleep(20);
    expect(openFiles()).toEqual([]);
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  });
});

describe('a request that comes slowly', () => {
  it('is cut with an envelope, and is not a failure of the service', async () => {
    const head = rawRequest('POST /api/ai/chat/v2/task', { ...session.headers, 'Content-Length': '100000' });
    const answer = await exchange(service.port, Buffer.concat([head, Buffer.from('title=Slow')]));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(envelopeOf(answer)).toEqual({ code: 40000, data: [], msg: 'the request took too long to arrive' });
    expect(await lineOf('createTask')).toMatchObject({ status: 499 });
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  });

  it('does not limit how long an answer takes', async () => {
    const slow = await startTestService({
      runJobs: false,
      timing: { outlineFragmentMs: 40 },
      server: { limits: { requestTime: '1s' } },
    });
    const user = await Session.open(slow.url, 'patient');
    const { data } = await user.createTask('Patience');
    const began = Date.now();
    expect(await user.stream('/api/ai/chat/outline', data.id)).toMatch(/event:close\ndata:api-close\n\n$/);
    expect(Date.now() - began).toBeGreaterThan(2_500);
    await slow.close();
  });
});
