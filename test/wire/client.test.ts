import { createHmac } from 'node:crypto';
import { createServiceClient, type ServiceClient } from '../../src/client/index';
import { type CallName, endpointNames, endpointOf, type StreamName } from '../../src/contract/index';
import { defaultServiceProfile } from '../../src/contract/profile';
import { filled, shapeDifferences, type WireExample, wireExamples } from './index';
import { type RawRequest, rawServer } from './raw-server';

const API_KEY = 'wire-key';
const SECRET_KEY = 'wire-secret';
const TOKEN = 'wire-token_1';

/** What the runner stands in for while it answers and compares. */
const ownValues = (example: WireExample) => ({
  api_key: API_KEY,
  uid: 'user-1',
  channel: example.channel ?? '',
  token: TOKEN,
  ...example.values,
});

function replyBytes(example: WireExample): Buffer {
  const body = Buffer.from(filled(example.reply.body, ownValues(example)));
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${example.reply.type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

async function run(client: ServiceClient, example: WireExample): Promise<unknown> {
  const context = { uid: 'user-1', ...(example.channel === undefined ? {} : { channel: example.channel }) };
  if (endpointOf(example.endpoint).responds === 'envelope') {
    return client.call(example.endpoint as CallName, example.request as never, context);
  }
  const fragments: string[] = [];
  for await (const fragment of client.stream(example.endpoint as StreamName, example.request as never, context)) {
    fragments.push(fragment);
  }
  return fragments;
}

function expectSent(request: RawRequest, example: WireExample): void {
  const timestamp = request.headers['x-timestamp'] ?? '';
  const signs = filled(example.sent.signs ?? '', { timestamp });
  const values = {
    ...ownValues(example),
    timestamp,
    signature: createHmac('sha1', SECRET_KEY).update(signs).digest('base64'),
    boundary: /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? '',
  };
  expect(request.line).toBe(filled(example.sent.line, values));
  for (const header of example.sent.headers) {
    const [name = ''] = header.split(': ');
    expect(`${name}: ${request.headers[name]}`).toBe(filled(header, values));
  }
  const credentials = Object.keys(request.headers).filter((name) => name.startsWith('x-'));
  expect(credentials.sort()).toEqual(
    example.sent.headers
      .map((header) => header.split(': ')[0]!)
      .filter((name) => name.startsWith('x-'))
      .sort(),
  );
  expect(request.body.toString()).toBe(filled(example.sent.body ?? '', values));
  if (timestamp !== '') expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(120);
}

describe('the client on the wire', () => {
  test('has an example of every endpoint', () => {
    expect([...new Set(wireExamples.map((example) => example.endpoint))].sort()).toEqual([...endpointNames].sort());
  });

  test.each(wireExamples.map((example) => [example.endpoint, example.title, example] as const))(
    '%s, %s: sends these bytes and reads these',
    async (_endpoint, _title, example) => {
      const server = await rawServer(() => replyBytes(example));
      const client = createServiceClient({
        baseUrl: server.address,
        apiKey: API_KEY,
        secretKey: SECRET_KEY,
        profile: defaultServiceProfile,
        deadlines: { connectMs: 5_000, headersMs: 5_000, idleMs: 5_000, totalMs: 10_000, streamTotalMs: 10_000 },
        limits: { responseBytes: 1_000_000, eventBytes: 1_000_000, streamBytes: 1_000_000 },
        tokenStore: {
          get: async () => ({ token: TOKEN, grantedAt: Date.now(), expiresAt: Date.now() + 86_400_000 }),
          set: async () => undefined,
          delete: async () => undefined,
        },
      });
      try {
        expect(await run(client, example)).toEqual(example.typed);
        expect(server.requests).toHaveLength(1);
        expectSent(server.requests[0]!, example);
      } finally {
        await client.close();
        await server.close();
      }
    },
  );
});

describe('the comparison of shapes', () => {
  const model = { code: 0, data: { list: [{ id: 1, name: 'x' }] } };
  test('finds none in an answer of the same shape', () => {
    expect(
      shapeDifferences(model, {
        code: 1,
        data: {
          list: [
            { id: 2, name: '' },
            { id: 3, name: 'y' },
          ],
        },
      }),
    ).toEqual([]);
  });
  test('finds missing, added and differently typed keys, with their paths', () => {
    expect(shapeDifferences(model, { code: '0', data: { list: [{ id: 1.5, extra: true }] } })).toEqual([
      '$.code: string instead of integer',
      '$.data.list[0].id: number instead of integer',
      '$.data.list[0].name: missing',
      '$.data.list[0].extra: not in the specification',
    ]);
  });
  test('lets optional keys come and go', () => {
    expect(shapeDifferences(model, { code: 0, data: { list: [{ id: 1 }] } }, ['name'])).toEqual([]);
  });
});
