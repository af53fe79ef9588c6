import type { Socket } from 'node:net';
import {
  clientFor,
  clientWithToken,
  endAll,
  failureOf,
  granting,
  httpServer,
  IMPATIENT,
  json,
  rawServer,
  textOf,
  USER,
} from './misbehaving';

afterEach(endAll);

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n';
const event = (content: string) => `event:message\ndata:${JSON.stringify({ content })}\n\n`;
const CLOSE = 'event:close\ndata:api-close\n\n';
const GOOD = event('```\n# Tea ') + event('茶 and 🍵') + event('\n```') + CLOSE;
const TEXT = '```\n# Tea 茶 and 🍵\n```';

const outline = (address: string, more = {}) =>
  clientWithToken(address, more).stream('streamOutline', { task_id: 1 }, USER);
const streaming = (bytes: string | Buffer) =>
  rawServer((socket) => {
    socket.write(HEAD);
    socket.end(bytes);
  });
const failing = async (bytes: string, more = {}) => failureOf(textOf(outline((await streaming(bytes)).address, more)));

describe('a stream is read to its text', () => {
  test.each([
    ['as the service writes it', GOOD],
    ['with a space after each colon', GOOD.replaceAll('event:', 'event: ').replaceAll('data:', 'data: ')],
    ['with CRLF', GOOD.replaceAll('\n', '\r\n')],
    ['with CR alone', GOOD.replaceAll('\n', '\r')],
    ['with a byte order mark', `\ufeff${GOOD}`],
    ['with comments, ids, retry and unknown fields', `:hello\n\nid:1\nretry:oops\nfoo:bar\n${GOOD}`],
    ['with events of other names', `event:ping\ndata:{}\n\n${GOOD}`],
    ['without the name of message events', GOOD.replaceAll('event:message\n', '')],
    ['with other fields next to content', GOOD.replaceAll('{"content"', '{"x":1,"content"')],
    ['with more after its close', `${GOOD}${event('never')}garbage`],
  ])('%s', async (_how, bytes) => {
    await expect(textOf(outline((await streaming(bytes)).address))).resolves.toBe(TEXT);
  });

  test.each([
    ['byte by byte', GOOD],
    ['byte by byte with CRLF', GOOD.replaceAll('\n', '\r\n')],
    ['byte by byte with CR alone', GOOD.replaceAll('\n', '\r')],
  ])('%s', async (_how, text) => {
    const server = await rawServer(async (socket) => {
      socket.setNoDelay(true).write(HEAD);
      for (const byte of Buffer.from(text)) {
        socket.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
    });
    await expect(textOf(outline(server.address))).resolves.toBe(TEXT);
  });

  test('with an event of 4 MB', async () => {
    const large = '茶'.repeat(1_400_000);
    await expect(textOf(outline((await streaming(event(large) + CLOSE)).address))).resolves.toBe(large);
  });

  test('although the connection stays open after its close', async () => {
    const server = await rawServer((socket) => socket.write(HEAD + GOOD));
    await expect(textOf(outline(server.address))).resolves.toBe(TEXT);
  });

  test('fragment by fragment, as they arrive', async () => {
    let socket: Socket | undefined;
    const server = await rawServer((one) => {
      socket = one;
      one.write(HEAD + event('one'));
    });
    const fragments = outline(server.address)[Symbol.asyncIterator]();
    expect((await fragments.next()).value).toBe('one');
    socket?.write(event('two') + event('three'));
    expect((await fragments.next()).value).toBe('two');
    socket?.write(CLOSE);
    expect((await fragments.next()).value).toBe('three');
    expect((await fragments.next()).done).toBe(true);
    expect((await fragments.next()).done).toBe(true);
  });

  test('from one envelope where the endpoint may answer so', async () => {
    const server = await httpServer((_request, response) => json(response, { code: 0, msg: '', data: TEXT }));
    const client = clientWithToken(server.address);
    const fragments: string[] = [];
    for await (const one of client.stream('readAlternativeContent', { task_id: 1 }, USER)) fragments.push(one);
    expect(fragments).toEqual([TEXT]);
  });
});

describe('a stream without its good end', () => {
  test.each([
    ['between two chunks', 'Transfer-Encoding: chunked', `${event('# T').length.toString(16)}\r\n${event('# T')}\r\n`],
    ['inside a chunk', 'Transfer-Encoding: chunked', `ff\r\n${event('# T')}`],
    ['inside the last connection', 'Connection: close\r\nTransfer-Encoding: chunked', `ff\r\n${event('# T')}`],
  ])('is cut when the service is killed %s of a chunked answer', async (_where, framing, bytes) => {
    const server = await rawServer((socket) => {
      socket.write(HEAD.replace('Connection: close', framing));
      socket.end(bytes);
    });
    const { data } = await failureOf(textOf(outline(server.address)));
    expect(data).toMatchObject({ kind: 'stream-cut', sent: 'yes' });
  });

  const bytes = Buffer.from(GOOD.repeat(1));
  const ends = bytes.length;

  test('is cut wherever the connection is reset', async () => {
    let position = 0;
    const server = await rawServer((socket) => {
      socket.write(HEAD);
      const part = bytes.subarray(0, position);
      if (part.length > 0) socket.write(part, () => setTimeout(() => socket.resetAndDestroy(), 5));
      else socket.resetAndDestroy();
    });
    const client = clientWithToken(server.address);
    for (position = 0; position < ends; position += 7) {
      const error = await failureOf(textOf(client.stream('streamOutline', { task_id: 1 }, USER)));
      expect(['stream-cut', 'connection-lost']).toContain(error.data.kind);
    }
  });

  test('is cut wherever the connection is closed', async () => {
    let position = 0;
    const server = await rawServer((socket) =>
      socket.end(Buffer.concat([Buffer.from(HEAD), bytes.subarray(0, position)])),
    );
    const client = clientWithToken(server.address);
    for (position = 0; position < ends; position += 5) {
      const error = await failureOf(textOf(client.stream('streamOutline', { task_id: 1 }, USER)));
      expect(error.data).toEqual({
        ...{ kind: 'stream-cut', endpoint: 'streamOutline', sent: 'yes', httpStatus: 200, ended: true },
      });
    }
  });

  test('still gives what came before', async () => {
    const got: string[] = [];
    const reading = (async () => {
      for await (const one of outline((await streaming(event('one') + event('two'))).address)) got.push(one);
    })();
    expect((await failureOf(reading)).data.kind).toBe('stream-cut');
    expect(got).toEqual(['one', 'two']);
  });

  test('is idle when it stands still', async () => {
    const server = await rawServer((socket) => socket.write(HEAD + event('one')));
    expect((await failureOf(textOf(outline(server.address, IMPATIENT)))).data.kind).toBe('stream-idle');
  });

  test('is not idle while it dribbles, and ends at the deadline for all', async () => {
    const server = await rawServer((socket) => {
      socket.write(HEAD);
      const timer = setInterval(() => socket.write(':\n'), 100);
      socket.on('close', () => clearInterval(timer));
    });
    const deadlines = { connectMs: 2_000, headersMs: 900, idleMs: 1_000, totalMs: 1_000, streamTotalMs: 2_000 };
    const error = await failureOf(textOf(outline(server.address, { deadlines })));
    expect(error.data.kind).toBe('timeout');
    expect(error.message).toContain('not completed within 2 s');
  });

  test('is malformed when a fragment is', async () => {
    for (const data of ['{}', '{"content":1}', '[]', 'null', '{"content":"a\u0001b"}', '{"content":"a","x"}']) {
      expect((await failing(`data:${data}\n\n${CLOSE}`)).data).toMatchObject({ kind: 'malformed', sent: 'yes' });
    }
  });

  test('is malformed when it closes with other words', async () => {
    expect((await failing('event:close\ndata:bye\n\n')).data.kind).toBe('malformed');
  });

  test('is too large when an event or the whole is', async () => {
    const limits = { responseBytes: 1_000, eventBytes: 10_000, streamBytes: 50_000 };
    expect((await failing(`data:${'x'.repeat(20_000)}`, { limits })).data.kind).toBe('too-large');
    expect((await failing(event('x'.repeat(1_000)).repeat(100), { limits })).data.kind).toBe('too-large');
  });
});

describe('events that say no', () => {
  test('an error event with a code', async () => {
    const error = await failing(`${event('a')}event:error\ndata:{"code":12100,"msg":"failed","message":"x"}\n\n`);
    expect(error.data).toMatchObject({
      kind: 'stream-error',
      code: 12100,
      meaning: 'generation-failed',
      msg: 'failed',
    });
  });
  test('an error event with plain words', async () => {
    expect((await failing('event:error\ndata:out of order\n\n')).data).toMatchObject({
      kind: 'stream-error',
      msg: 'out of order',
    });
  });
  test('a filter event', async () => {
    expect((await failing('event:filter\ndata:{"code":12101,"msg":"no"}\n\n')).data).toMatchObject({
      kind: 'stream-filtered',
      code: 12101,
      meaning: 'moderation',
    });
    expect((await failing('event:filter\ndata:{}\n\n')).data.kind).toBe('stream-filtered');
  });
  test('the words of an event are masked', async () => {
    expect((await failing('event:error\ndata:bad canary-token-3d6c\n\n')).data.msg).toBe('bad ***');
  });
});

describe('no stream at all', () => {
  test.each([
    ['application/json', { code: 12102, msg: 'gone', data: [] }, { kind: 'refused', meaning: 'not-found' }],
    ['text/event-stream', { code: 12102, msg: 'gone', data: [] }, { kind: 'refused', meaning: 'not-found' }],
    ['application/json', { code: 0, msg: '', data: '' }, { kind: 'malformed' }],
  ])('an envelope as %s: %j', async (type, value, expected) => {
    const server = await httpServer((_request, response) => json(response, value, { 'content-type': type }));
    expect((await failureOf(textOf(outline(server.address)))).data).toMatchObject(expected);
  });

  test.each([
    ['application/json', '{"code":0,"msg":"","data":"# Tea"}'],
    ['text/event-stream', '{"code":0,"msg":"","data":{"content":"# Tea"}}'],
    ['text/markdown', '# Tea'],
  ])('a whole text as %s is read: %s', async (type, body) => {
    const server = await httpServer((_request, response) => response.setHeader('content-type', type).end(body));
    expect(await textOf(outline(server.address))).toBe('# Tea');
  });

  test('HTML', async () => {
    const server = await httpServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<html>'),
    );
    expect((await failureOf(textOf(outline(server.address)))).data.kind).toBe('malformed');
  });

  test('a failing status', async () => {
    const server = await httpServer((_request, response) => response.writeHead(503, { 'retry-after': '7' }).end());
    expect((await failureOf(textOf(outline(server.address)))).data).toMatchObject({
      kind: 'http-status',
      retryAfterMs: 7_000,
    });
  });

  test('a refused token before the text: granted again, once', async () => {
    let grants = 0;
    const server = await httpServer(
      granting(
        (request, response) => {
          if (request.headers['x-token'] === 'token-2')
            return void response.setHeader('content-type', 'text/event-stream').end(GOOD);
          json(response, { code: 43103, msg: '', data: [] });
        },
        () => `token-${++grants}`,
      ),
    );
    const text = await textOf(clientFor(server.address).stream('streamOutline', { task_id: 1 }, USER));
    expect([text, grants]).toEqual([TEXT, 2]);
  });
});

describe('leaving early', () => {
  const open = async () => {
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = await rawServer((socket) => {
      socket.on('close', closed);
      socket.write(HEAD + event('one') + event('two'));
    });
    return { address: server.address, gone };
  };

  test('the loop frees the connection', async () => {
    const { address, gone } = await open();
    for await (const fragment of outline(address)) {
      expect(fragment).toBe('one');
      break;
    }
    await gone;
  });

  test('while waiting for bytes ends at once and without an error', async () => {
    const { address, gone } = await open();
    const fragments = outline(address)[Symbol.asyncIterator]();
    await fragments.next();
    await fragments.next();
    const waiting = fragments.next();
    await fragments.return?.();
    expect(await waiting).toEqual({ value: undefined, done: true });
    await gone;
  });

  test('by the signal is aborted', async () => {
    const { address, gone } = await open();
    const control = new AbortController();
    const stream = clientWithToken(address).stream(
      'streamOutline',
      { task_id: 1 },
      { ...USER, signal: control.signal },
    );
    const reading = (async () => {
      for await (const fragment of stream) if (fragment === 'two') control.abort();
    })();
    expect((await failureOf(reading)).data).toMatchObject({ kind: 'aborted', sent: 'yes' });
    await gone;
  });

  test('before it began sends nothing', async () => {
    const server = await streaming(GOOD);
    await outline(server.address)[Symbol.asyncIterator]().return?.();
    expect(server.connections()).toBe(0);
  });
});
