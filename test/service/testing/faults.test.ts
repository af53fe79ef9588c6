import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/base/io/package-root';
import { effectTypes } from '../../../src/service/testing/effects';
import type { TestService } from '../running-service';
import { grantToken, Session, textOf } from '../session';
import { addFault, administer, journal, startAdministeredService } from './administration';

let service: TestService;
let session: Session;

beforeAll(async () => {
  service = await startAdministeredService({ resume: { everyMs: 200, olderThanMs: 0 } });
  session = await Session.open(service.url, 'ada');
});
afterAll(() => service.close());
afterEach(() => administer(service, 'DELETE', '/faults'));

const outline = '/api/ai/chat/outline';
const count = async (): Promise<number> => (await administer(service, 'GET', '/overview')).data.counts.tasks;

describe('a rule', () => {
  it('strikes only its endpoint, from the nth call, the given number of times, and counts', async () => {
    const rule = await addFault(service, {
      endpoint: 'createTask',
      nth: 2,
      times: 2,
      effect: { type: 'code', code: 40007, msg: 'no balance' },
    });
    const codes: number[] = [];
    for (let call = 0; call < 5; call += 1) codes.push((await session.createTask('Tides')).code);
    expect(codes).toEqual([0, 40007, 40007, 0, 0]);
    expect((await administer(service, 'GET', '/faults')).data).toMatchObject([{ id: rule.id, seen: 5, struck: 2 }]);
  });

  it('strikes its user alone', async () => {
    await addFault(service, { uid: 'bob', effect: { type: 'code', code: 50000 } });
    const bob = await Session.open(service.url, 'bobby');
    expect((await bob.createTask('Tides')).code).toBe(0);
    expect((await grantToken(service.url, 'bob')).code).toBe(50000);
    await administer(service, 'DELETE', '/faults');
    const other = await Session.open(service.url, 'bob');
    await addFault(service, { uid: 'bob', endpoint: 'createTask', effect: { type: 'code', code: 50000 } });
    expect((await other.createTask('Tides')).code).toBe(50000);
    expect((await session.createTask('Tides')).code).toBe(0);
  });

  it('is drawn the same with the same seed', async () => {
    const draw = async (seed: number) => {
      await administer(service, 'DELETE', '/faults');
      await addFault(service, { endpoint: 'listDesigns', probability: 0.5, seed, effect: { type: 'code', code: 1 } });
      const codes: number[] = [];
      for (let call = 0; call < 20; call += 1) codes.push((await session.get('/api/design/list')).code);
      return codes.join('');
    };
    const first = await draw(7);
    expect(await draw(7)).toBe(first);
    expect(await draw(8)).not.toBe(first);
    expect(new Set(first)).toEqual(new Set(['0', '1']));
  });

  it('is removed by its id', async () => {
    const rule = await addFault(service, { effect: { type: 'code', code: 1 } });
    expect((await session.createTask('Tides')).code).toBe(1);
    await administer(service, 'DELETE', `/faults/${rule.id}`);
    expect((await session.createTask('Tides')).code).toBe(0);
  });
});

describe('the effects on a call', () => {
  it('status: no envelope, headers as asked', async () => {
    await addFault(service, { effect: { type: 'status', status: 503, headers: { 'retry-after': '7' } } });
    const response = await session.fetch('/api/ai/chat/config/list');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
    expect(await response.text()).toContain('<h1>503</h1>');
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ])('reset %s the call: %d tasks made, no answer', async (when, made) => {
    const before = await count();
    await addFault(service, { endpoint: 'createTask', effect: { type: 'reset', when } });
    await expect(session.createTask('Tides')).rejects.toThrow();
    expect((await count()) - before).toBe(made);
    expect((await journal(service)).entries.at(-1)).toMatchObject({ endpoint: 'createTask', status: null, code: null });
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ])('hang %s the call: %d tasks made, nothing until the caller goes', async (when, made) => {
    const before = await count();
    await addFault(service, { endpoint: 'createTask', effect: { type: 'hang', when } });
    const body = new FormData();
    body.append('title', 'Tides');
    body.append('type', '1');
    const signal = AbortSignal.timeout(400);
    const { headers } = session;
    const path = `${service.url}/api/ai/chat/v2/task`;
    await expect(fetch(path, { method: 'POST', headers, body, signal })).rejects.toThrow(/timeout/);
    expect((await count()) - before).toBe(made);
  });

  it('delay: the right answer, later', async () => {
    await addFault(service, { endpoint: 'createTask', effect: { type: 'delay', time: '300ms' } });
    const started = performance.now();
    expect((await session.createTask('Tides')).code).toBe(0);
    expect(performance.now() - started).toBeGreaterThan(290);
  });

  it('dribble: the right answer, a few bytes at a time', async () => {
    await addFault(service, { endpoint: 'createTask', effect: { type: 'dribble', bytes: 20, every: '30ms' } });
    const started = performance.now();
    const answer = await session.createTask('Tides');
    expect(answer).toMatchObject({ code: 0, data: { title: 'Tides' } });
    const pieces = Math.ceil(Number(answer.headers.get('content-length')) / 20);
    expect(pieces).toBeGreaterThan(4);
    expect(performance.now() - started).toBeGreaterThan((pieces - 1) * 29);
    // A byte a second: the head is there at once, and a caller that goes is not waited for.
    await addFault(service, { endpoint: 'listPresetTopics', effect: { type: 'dribble', every: '1s' } });
    const signal = AbortSignal.timeout(300);
    const slow = await session.fetch('/api/ai/chat/config/list', {}, { signal });
    await expect(slow.text()).rejects.toThrow(/timeout/);
  });

  it('truncate: the head promises more than comes', async () => {
    await addFault(service, { endpoint: 'createTask', effect: { type: 'truncate', bytes: 10 } });
    await expect(session.createTask('Tides')).rejects.toThrow(/terminated/);
    const response = await session.fetch('/api/ai/chat/config/list');
    expect(response.status).toBe(200);
  });

  it('tokenInvalid: each token for a number of calls; a new one works again', async () => {
    await addFault(service, { effect: { type: 'tokenInvalid', after: 2 } });
    const codes: number[] = [];
    for (let call = 0; call < 4; call += 1) codes.push((await session.createTask('Tides')).code);
    session = await Session.open(service.url, 'ada');
    codes.push((await session.createTask('Tides')).code);
    expect(codes).toEqual([0, 0, 43103, 43103, 0]);
  });
});

describe('the effects on a stream', () => {
  const events = (stream: string) => stream.split('\n\n').map((event) => /^event:(\w+)/.exec(event)?.[1]);

  it('cutStream ends the connection after a number of events, and nothing is stored', async () => {
    const { data } = await session.createTask('Tides');
    await addFault(service, { times: 1, effect: { type: 'cutStream', events: 3 } });
    const response = await session.fetch(outline, { task_id: data.id });
    let text = '';
    const read = async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString('utf8');
    };
    await expect(read()).rejects.toThrow(/terminated/);
    expect(events(text).filter(Boolean)).toEqual(['message', 'message', 'message']);
    expect(textOf(await session.stream(outline, data.id))).toContain('#');
  });

  it('a clean cut ends the body without close', async () => {
    const { data } = await session.createTask('Tides');
    await addFault(service, { effect: { type: 'cutStream', events: 2, clean: true } });
    expect(events(await session.stream(outline, data.id))).toEqual(['message', 'message', undefined]);
  });

  it('stall: a number of events, then silence on an open connection; the next call is served', async () => {
    const { data } = await session.createTask('Tides');
    await addFault(service, { times: 1, effect: { type: 'stall', events: 3 } });
    const leaving = new AbortController();
    const response = await session.fetch(
      outline,
      { task_id: data.id },
      {
        headers: session.headers,
        signal: leaving.signal,
      },
    );
    const reader = response.body!.getReader();
    let text = '';
    const read = async (): Promise<'silence' | 'end'> => {
      for (;;) {
        const quiet = new Promise<undefined>((resolve) => setTimeout(resolve, 400, undefined));
        const step = await Promise.race([reader.read(), quiet]);
        if (step === undefined) return 'silence';
        if (step.done) return 'end';
        text += Buffer.from(step.value).toString('utf8');
      }
    };
    expect(await read()).toBe('silence');
    expect(events(text)).toEqual(['message', 'message', 'message', undefined]);
    // The work behind it was given up, so that no one waits for a silent stream.
    expect(textOf(await session.stream(outline, data.id))).toContain('#');
    leaving.abort();
    await expect(reader.read()).rejects.toThrow(/abort/);
  });

  it('dribble: the whole stream, a few bytes at a time', async () => {
    const { data } = await session.createTask('Tides');
    await addFault(service, { endpoint: 'streamOutline', effect: { type: 'dribble', bytes: 50, every: 2 } });
    const response = await session.fetch(outline, { task_id: data.id });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) chunks.push(chunk as Uint8Array);
    const bytes = Buffer.concat(chunks);
    expect(textOf(bytes.toString('utf8'))).toContain('#');
    // The network may join pieces, but not all of them.
    expect(chunks.length).toBeGreaterThan(bytes.length / 50 / 4);
    expect(chunks.some((chunk) => chunk.at(-1) !== 0x0a)).toBe(true);
  });

  it.each([
    ['errorEvent', 'error', 12100],
    ['filterEvent', 'filter', 12101],
  ])('%s ends it with %s and code %d', async (type, name, code) => {
    const { data } = await session.createTask('Tides');
    await addFault(service, { effect: { type, events: 2 } });
    const stream = await session.stream(outline, data.id);
    expect(events(stream)).toEqual(['message', 'message', name, undefined]);
    expect(stream).toContain(`"code":${code}`);
  });
});

describe('the effects on jobs and files', () => {
  let task: number;
  beforeAll(async () => {
    task = await session.writtenTask('Tides');
  });

  const started = async (title: string): Promise<string> => {
    const { data } = await session.createTask(title);
    await session.stream(outline, data.id);
    return (await session.get('/api/ai/chat/v2/content', { task_id: data.id })).data;
  };

  it('failJob: accepted, and failed', async () => {
    await addFault(service, { effect: { type: 'failJob', reason: 'as asked' } });
    expect((await session.content(await started('Ebb'))).data.status).toBe(3);
    const design = (await session.form('/api/design/v2/save', { task_id: task })).data;
    const key = (await session.form('/api/download/export/file', { id: design.id, format: 'pdf' })).data;
    expect(await session.exported(key)).toMatchObject({ code: 12100, msg: 'the export failed: as asked' });
  });

  it('neverFinish: accepted, and always generating', async () => {
    await addFault(service, { effect: 'neverFinish' });
    const ticket = await started('Flood');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await session.get('/api/ai/chat/v2/content/check', { ticket })).data.status).toBe(1);
  });

  it('queueFull, linkExpired, and a file that is cut', async () => {
    const design = (await session.form('/api/design/v2/save', { task_id: task })).data;
    await addFault(service, { nth: 1, effect: 'queueFull' });
    const start = () => session.form('/api/download/export/file', { id: design.id, format: 'pdf' });
    expect((await start()).code).toBe(20003);
    const [link] = (await session.exported((await start()).data)).data;
    await addFault(service, { nth: 1, uid: 'ada', effect: 'linkExpired' });
    expect((await fetch(link)).status).toBe(410);
    await addFault(service, { nth: 1, endpoint: 'file', effect: { type: 'truncate', bytes: 100 } });
    await expect((await fetch(link)).arrayBuffer()).rejects.toThrow(/terminated/);
    expect((await (await fetch(link)).arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  });
});

it('every effect is explained in docs/internals/testing.md', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'internals', 'testing.md'), 'utf8');
  const explained = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(effectTypes.filter((type) => !explained.some((line) => line.includes(`\`${type}\``)))).toEqual([]);
});

describe('a stop of the service', () => {
  it.each([
    ['stall', { type: 'stall', events: 1 }],
    ['dribble', { type: 'dribble', every: '1h' }],
  ])('ends a connection that %s keeps open', async (_, effect) => {
    const stopped = await startAdministeredService();
    const user = await Session.open(stopped.url, 'ada');
    const { data } = await user.createTask('Tides');
    await addFault(stopped, { endpoint: 'streamOutline', effect });
    const response = await user.fetch(outline, { task_id: data.id });
    const body = response.text().catch((error: Error) => error.message);
    const started = performance.now();
    await stopped.close();
    expect(performance.now() - started).toBeLessThan(300_000);
    expect(await body).not.toContain('api-close');
  });
});
