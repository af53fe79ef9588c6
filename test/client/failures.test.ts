import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { LONGEST_RETRY_AFTER_MS } from '../../src/client/index';
import { defaultServiceProfile } from '../../src/contract/profile';
import {
  CANARIES,
  clientFor,
  clientWithToken,
  endAll,
  everythingOf,
  failureOf,
  granting,
  httpServer,
  IMPATIENT,
  json,
  rawServer,
  USER,
} from './misbehaving';

afterEach(endAll);

const task = { title: 'Tea', type: 1 };
const createTask = (address: string, more = {}) =>
  failureOf(clientWithToken(address, more).call('createTask', task, USER));
const answers = (text: string) => rawServer((socket) => socket.end(text));
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe('nothing was sent', () => {
  test('when nothing listens', async () => {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const error = await createTask(`http://127.0.0.1:${port}`);
    expect(error.data).toEqual({ kind: 'unreachable', endpoint: 'createTask', sent: 'no' });
    expect(error.message).toBe('createTask: the service could not be reached (ECONNREFUSED); nothing was sent');
  });

  test('when the host has no address', async () => {
    expect((await createTask('http://missing.invalid')).data).toMatchObject({ kind: 'unreachable', sent: 'no' });
  });

  test('when TLS is spoken to a server that never takes part, at the connect deadline', async () => {
    const server = await answers('no TLS here');
    expect((await createTask(server.address.replace('http:', 'https:'), IMPATIENT)).data).toMatchObject({
      kind: 'unreachable',
      sent: 'no',
    });
  });

  test('when the call was cancelled before', async () => {
    const server = await answers(`${OK}\r\n`);
    const call = clientWithToken(server.address).call('createTask', task, { ...USER, signal: AbortSignal.abort() });
    expect((await failureOf(call)).data).toEqual({ kind: 'aborted', endpoint: 'createTask', sent: 'no' });
    expect(server.connections()).toBe(0);
  });

  test('when the request is not valid', async () => {
    const server = await answers(`${OK}\r\n`);
    const call = clientWithToken(server.address).call('readDesign', { user_design_id: -1 }, USER);
    const error = await failureOf(call);
    expect(error.data).toMatchObject({ kind: 'invalid-request', sent: 'no' });
    expect(error.message).toContain('user_design_id');
    expect(server.connections()).toBe(0);
  });

  test('when the channel cannot travel in a header', async () => {
    const server = await answers(`${OK}\r\n`);
    const call = clientWithToken(server.address).call(
      'readDesign',
      { user_design_id: 1 },
      { uid: 'u', channel: 'a\r\nb' },
    );
    expect((await failureOf(call)).data).toMatchObject({ kind: 'invalid-request', sent: 'no' });
  });

  test('when the token could not be granted', async () => {
    const server = await httpServer((_request, response) =>
      json(response, { code: 40007, msg: 'no balance', data: [] }),
    );
    const error = await failureOf(clientFor(server.address).call('createTask', task, USER));
    expect(error.data).toMatchObject({
      kind: 'refused',
      endpoint: 'createTask',
      sent: 'no',
      during: 'grant',
      code: 40007,
      meaning: 'quota',
    });
  });
});

describe('whether it was applied is unknown', () => {
  test('when the connection is reset before the answer', async () => {
    const server = await rawServer((socket) => socket.resetAndDestroy());
    expect((await createTask(server.address)).data).toMatchObject({ kind: 'connection-lost', sent: 'unknown' });
  });

  test('when the connection is closed before the answer', async () => {
    const server = await rawServer((socket) => socket.end());
    expect((await createTask(server.address)).data).toMatchObject({ kind: 'connection-lost', sent: 'unknown' });
  });

  test('when no answer comes in time', async () => {
    const server = await rawServer(() => undefined);
    expect((await createTask(server.address, IMPATIENT)).data).toEqual({
      kind: 'timeout',
      endpoint: 'createTask',
      sent: 'unknown',
    });
  });

  test('when the head of the answer drips beyond the deadline for all', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      const timer = setInterval(() => socket.write('x'), 100);
      socket.on('close', () => clearInterval(timer));
    });
    expect((await createTask(server.address, IMPATIENT)).data).toMatchObject({ kind: 'timeout', sent: 'unknown' });
  });

  test('when the call is cancelled on its way', async () => {
    const control = new AbortController();
    const server = await rawServer(() => control.abort());
    const call = clientWithToken(server.address).call('createTask', task, { ...USER, signal: control.signal });
    expect((await failureOf(call)).data).toEqual({ kind: 'aborted', endpoint: 'createTask', sent: 'unknown' });
  });

  test('when the client is closed meanwhile', async () => {
    const server = await rawServer(() => void client.close());
    const client = clientWithToken(server.address);
    expect((await failureOf(client.call('createTask', task, USER))).data).toMatchObject({ kind: 'aborted' });
  });

  test('when the answer is not HTTP', async () => {
    const server = await answers('SSH-2.0-OpenSSH_9.6\r\n\r\n');
    expect((await createTask(server.address)).data).toMatchObject({ kind: 'malformed', sent: 'unknown' });
  });
});

describe('an answer that cannot be used', () => {
  const body = (text: string) =>
    answers(`${OK}Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`);

  test.each([
    ['HTML', '<!doctype html><html><body>Bad gateway</body></html>'],
    ['broken JSON', '{"code":0,"data":{"id":1,'],
    ['nothing', ''],
    ['a bare value', '17'],
    ['an envelope without a code', '{"data":[],"msg":""}'],
    ['a code that is not an integer', '{"code":"zero","data":[],"msg":""}'],
    ['data without the id', '{"code":0,"msg":"","data":{"id":"one"}}'],
    ['data missing', '{"code":0,"msg":""}'],
    ['brackets nested a hundred thousand deep', '['.repeat(100_000)],
    ['a data tree nested fifty thousand deep', `{"code":0,"msg":"","data":${'{"children":['.repeat(50_000)}`],
  ])('%s is malformed', async (_what, text) => {
    const error = await createTask((await body(text)).address);
    expect(error.data).toEqual({ kind: 'malformed', endpoint: 'createTask', sent: 'yes', httpStatus: 200 });
  });

  test('is reported by its path, never by its value', async () => {
    const error = await createTask((await body('{"code":0,"msg":"","data":{"id":"hidden value"}}')).address);
    expect(error.message).toContain('id:');
    expect(everythingOf(error)).not.toContain('hidden value');
  });

  test('has unknown fields dropped when it is good', async () => {
    const data = { id: 1, name: 'x', cover_url: '', size: '1x1', surprise: { a: 1 }, __proto__: {} };
    const server = await body(JSON.stringify({ code: 0, msg: '', data, more: true }));
    await expect(clientWithToken(server.address).call('saveDesign', { task_id: 1 }, USER)).resolves.toEqual({
      id: 1,
      name: 'x',
      cover_url: '',
      size: '1x1',
    });
  });

  test('announced too large is not read', async () => {
    const server = await answers(`${OK}Content-Length: 1073741824\r\n\r\n{`);
    expect((await createTask(server.address)).data).toMatchObject({ kind: 'too-large', sent: 'yes' });
  });

  test('that never ends is read to the limit only', async () => {
    let written = 0;
    const server = await rawServer((socket) => {
      socket.write(`${OK}\r\n`);
      const block = Buffer.alloc(64 * 1024, ' ');
      const more = () => {
        while (!socket.destroyed && socket.write(block)) written += block.length;
        if (!socket.destroyed) socket.once('drain', more);
      };
      more();
    });
    expect((await createTask(server.address)).data.kind).toBe('too-large');
    expect(written).toBeLessThan(64_000_000);
  });

  test('that stands still is given up', async () => {
    const server = await rawServer((socket) => socket.write(`${OK}Content-Length: 100\r\n\r\n{"code":`));
    expect((await createTask(server.address, IMPATIENT)).data).toEqual({
      kind: 'timeout',
      endpoint: 'createTask',
      sent: 'yes',
    });
  });

  test('that drips is given up at the deadline for all', async () => {
    const server = await rawServer((socket) => {
      socket.write(`${OK}Content-Length: 100000\r\n\r\n`);
      const timer = setInterval(() => socket.write(' '), 50);
      socket.on('close', () => clearInterval(timer));
    });
    const error = await createTask(server.address, IMPATIENT);
    expect(error.data).toMatchObject({ kind: 'timeout', sent: 'yes' });
    expect(error.message).toContain('not completed within 4 s');
  });

  test('that is cut is lost', async () => {
    const server = await answers(`${OK}Content-Length: 100\r\n\r\n{"code":`);
    expect((await createTask(server.address)).data).toMatchObject({ kind: 'connection-lost', sent: 'yes' });
  });

  test('whose head is too large is not read', async () => {
    const server = await answers(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`);
    expect((await createTask(server.address)).data).toMatchObject({ kind: 'too-large' });
  });
});

describe('a failing HTTP status', () => {
  const status = (line: string, headers = '', text = '') =>
    answers(
      `HTTP/1.1 ${line}\r\n${headers}Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
    );

  test.each([301, 404, 418, 500, 502, 503, 504])('%d is reported unchanged', async (code) => {
    const error = await createTask((await status(`${code} Whatever`, '', '<html>')).address);
    expect(error.data).toEqual({ kind: 'http-status', endpoint: 'createTask', sent: 'yes', httpStatus: code });
    expect(error.message).toBe(`createTask: the service responded with HTTP ${code}`);
  });

  test('brings code and words along where the body has them', async () => {
    const error = await createTask((await status('500 X', '', '{"code":50000,"msg":"out of order"}')).address);
    expect(error.data).toMatchObject({
      kind: 'http-status',
      httpStatus: 500,
      code: 50000,
      meaning: 'internal',
      msg: 'out of order',
    });
  });

  test.each([
    ['120', 120_000],
    ['0', 0],
    ['99999999999', LONGEST_RETRY_AFTER_MS],
    ['Wed, 01 Jan 2025 00:01:30 GMT', 90_000],
    ['Tue, 31 Dec 2024 23:59:00 GMT', 0],
    ['Wed, 01 Jan 2099 00:00:00 GMT', LONGEST_RETRY_AFTER_MS],
    ['soon', undefined],
    ['-5', undefined],
    ['1e9', undefined],
  ])('429 with Retry-After %s asks for %p ms', async (value, expected) => {
    const headers = `Date: Wed, 01 Jan 2025 00:00:00 GMT\r\nRetry-After: ${value}\r\n`;
    expect((await createTask((await status('429 X', headers)).address)).data.retryAfterMs).toBe(expected);
  });

  test('429 without Retry-After asks for nothing', async () => {
    expect((await createTask((await status('429 X')).address)).data).not.toHaveProperty('retryAfterMs');
  });
});

describe('a refusal', () => {
  const codes = Object.entries(defaultServiceProfile.failures)
    .filter(([meaning]) => !['authentication', 'token-expired', 'signature'].includes(meaning))
    .flatMap(([meaning, { codes }]) => codes.map((code) => [code, meaning] as const));

  test.each([...codes, [98765, 'unknown'] as const])('with code %d is %s', async (code, meaning) => {
    const server = await httpServer((_request, response) => json(response, { code, msg: 'because', data: [] }));
    const error = await createTask(server.address);
    expect(error.data).toEqual({
      kind: 'refused',
      endpoint: 'createTask',
      sent: 'yes',
      httpStatus: 200,
      code,
      meaning,
      msg: 'because',
    });
    const named = meaning === 'unknown' ? `${code}, which profile.failures does not list` : `${code}, ${meaning}`;
    expect(error.message).toContain(`because (${named})`);
  });

  test('keeps its code when its msg is not a string', async () => {
    const server = await httpServer((_request, response) => json(response, { code: 50000, msg: null, data: null }));
    expect((await createTask(server.address)).data).toMatchObject({ kind: 'refused', code: 50000, msg: '' });
  });

  test('has its words cut, cleaned and masked', async () => {
    const { apiKey, secretKey, token } = CANARIES;
    const msg = `\u001b[31m${token.slice(0, 6)}\u0000${token.slice(6)} ${apiKey.toUpperCase()} ${encodeURIComponent(secretKey)}\n${'x'.repeat(900)}`;
    const server = await httpServer((_request, response) => json(response, { code: 1, msg, data: [] }));
    const { data, message } = await createTask(server.address);
    expect(data.msg).toHaveLength(500);
    expect(data.msg).toMatch(/^\[31m\*\*\* \*\*\* \*\*\*x+…$/);
    expect(message.length).toBeLessThan(600);
  });

  test.each([
    ['a code', 200, { code: 43102, msg: 'signature error', data: [] }],
    ['HTTP 401', 401, {}],
  ])('of a signature by %s tells how far our clock is off', async (_how, status, body) => {
    const server = await httpServer((_request, response) => {
      json(response, body, { date: new Date(Date.now() - 3_600_000).toUTCString() }, status);
    });
    const error = await failureOf(clientFor(server.address).call('grantCode', { uid: 'u' }, USER));
    expect(error.data.kind).toBe('signature');
    expect(Math.round(error.data.clockOffsetMs! / 60_000)).toBe(60);
    expect(error.message).toMatch(/this host.s clock is 36\d\d s ahead of the service's/);
  });

  test('never repeats the signature that it was given', async () => {
    let signature = '';
    const server = await httpServer((request, response) => {
      signature = String(request.headers['x-signature']);
      json(response, { code: 43102, msg: `bad ${signature} or ${encodeURIComponent(signature)}`, data: [] });
    });
    const error = await failureOf(clientFor(server.address).call('grantCode', { uid: 'u' }, USER));
    expect(error.data.msg).toBe('bad *** or ***');
    expect(everythingOf(error)).not.toContain(signature);
  });
});

test('the search for secrets finds them where they are', () => {
  const leaking = Object.assign(new Error('x', { cause: { deep: [{ token: CANARIES.token }] } }), {
    key: CANARIES.apiKey,
  });
  expect(everythingOf(leaking)).toContain(CANARIES.token);
  expect(everythingOf(leaking)).toContain(CANARIES.apiKey);
});

test('a 3 MB file arrives whole, and one attempt is one request', async () => {
  const bytes = Buffer.alloc(3_000_000, 'Deck');
  const digest = (value: Buffer) => createHash('sha256').update(value).digest('hex');
  const bodies: Buffer[] = [];
  const server = await httpServer(
    granting(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      bodies.push(Buffer.concat(chunks));
      json(response, { code: 50000, msg: 'no', data: [] });
    }),
  );
  const file = { filename: 'a.docx', mediaType: 'application/msword', bytes };
  await failureOf(clientFor(server.address).call('createTask', { type: 3, file }, USER));
  expect(bodies).toHaveLength(1);
  const start = bodies[0]!.indexOf('\r\n\r\n', bodies[0]!.indexOf('filename=')) + 4;
  expect(digest(bodies[0]!.subarray(start, start + bytes.length))).toBe(digest(bytes));
});
