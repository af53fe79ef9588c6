import type { LookupFunction } from 'node:net';
import { type DownloadOptions, download, isPublicAddress } from '../../src/client/index';
import { endAll, failureOf, httpServer, rawServer } from './misbehaving';

afterEach(endAll);

const options: DownloadOptions = { maxBytes: 1_000_000, allowPrivate: true, idleMs: 20_000, totalMs: 40_000 };
const guarded: DownloadOptions = { ...options, allowPrivate: false };

async function bytesOf(url: string, more: Partial<DownloadOptions> = {}): Promise<string> {
  const { body } = await download(url, { ...options, ...more });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
const failing = (url: string, more: Partial<DownloadOptions> = {}) => failureOf(bytesOf(url, more));

describe('addresses', () => {
  test.each([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '100.127.255.255', '192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.1'],
    ...['203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '192.88.99.1'],
    ...['::', '::1', '[::1]', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1'],
    ...[
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd12:3456::1',
      'ff02::1',
      '2001:db8::1',
      '2001::1',
      '2002:7f00:1::',
      '3fff::1',
    ],
    ...['fec0::1', '100::1', '5f00::1', 'localhost', '', '1.2.3', '0x7f.1', '2130706433'],
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '223.255.255.255',
    '2606:4700::1',
    '[2a00:1450::1]',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('the guard', () => {
  const canary = () => rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'));

  test('lets through what is allowed (the canary answers)', async () => {
    const server = await canary();
    await expect(bytesOf(server.address)).resolves.toBe('hi');
    await expect(bytesOf(server.address, { allowPrivate: [server.address] })).resolves.toBe('hi');
    expect(server.connections()).toBe(2);
  });

  test.each([
    ...[
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f000001',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '017700000001',
      '127.1',
      '127.0.1',
    ],
    ...[
      '0',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:127.0.0.1]',
      '[::127.0.0.1]',
    ],
    ...['①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1', 'LOCALHOST', 'localhost.'],
  ])('does not connect to http://%s', async (host) => {
    const server = await canary();
    const error = await failing(`http://${host}:${new URL(server.address).port}/file?signature=hush`, {
      allowPrivate: false,
    });
    // A resolver may not know a name like localhost with a dot at its end.
    const kinds = host.endsWith('.') ? ['address-refused', 'unreachable'] : ['address-refused'];
    expect(kinds).toContain(error.data.kind);
    expect(error.data.sent).toBe('no');
    expect(error.message).not.toContain('hush');
    expect(server.connections()).toBe(0);
  });

  test.each([
    'file:///etc/passwd',
    'ftp://8.8.8.8/',
    'data:text/plain,x',
    'javascript:1',
    '//8.8.8.8/x',
    '',
    'http://user:pw@8.8.8.8/',
  ])('knows no address like %s', async (url) =>
    expect((await failing(url)).data).toMatchObject({ kind: 'address-refused', sent: 'no' }),
  );

  test('allows an origin, not a machine', async () => {
    const [one, other] = [await canary(), await canary()];
    expect((await failing(other.address, { allowPrivate: [one.address] })).data.kind).toBe('address-refused');
    expect(other.connections()).toBe(0);
  });

  test('refuses a redirect to where it may not go', async () => {
    const other = await canary();
    const { port } = new URL(other.address);
    for (const target of [
      other.address,
      `http://localhost:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `//127.1:${port}`,
    ]) {
      const server = await httpServer((_request, response) => response.writeHead(302, { location: target }).end());
      expect((await failing(server.address, { allowPrivate: [server.address] })).data.kind).toBe('address-refused');
    }
    const server = await httpServer((_request, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    );
    expect((await failing(server.address)).data).toMatchObject({ kind: 'address-refused', sent: 'yes' });
    expect(other.connections()).toBe(0);
  });

  describe('with a name that changes its answer', () => {
    const answering = (...rounds: string[][]) => {
      let round = 0;
      const lookup: LookupFunction = (_name, { all }, callback) => {
        const addresses = (rounds[Math.min(round++, rounds.length - 1)] ?? []).map((address) => ({
          address,
          family: 4,
        }));
        if (all) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? '', 4);
      };
      return lookup;
    };

    test('connects to no private answer, alone or among public ones', async () => {
      const server = await canary();
      const url = `http://files.example.test:${new URL(server.address).port}/`;
      for (const answers of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['127.0.0.1', '8.8.8.8']]) {
        expect((await failing(url, { ...guarded, lookup: answering(answers) })).data.kind).toBe('address-refused');
      }
      expect(server.connections()).toBe(0);
    });

    test('checks every DNS answer: public at first, private at the second connection', async () => {
      const server = await canary();
      const { port } = new URL(server.address);
      const asked: string[] = [];
      const rebinding: LookupFunction = (name, resolving, callback) => {
        asked.push(name);
        answering(asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2'])(name, resolving, callback);
      };
      const start = await httpServer((_request, response) =>
        response.writeHead(302, { location: `http://files.example.test:${port}/`, connection: 'close' }).end(),
      );
      const first = `http://files.example.test:${new URL(start.address).port}`;
      const error = await failing(first, { allowPrivate: [first], lookup: rebinding });
      expect([error.data.kind, asked]).toEqual(['address-refused', ['files.example.test', 'files.example.test']]);
      expect(server.connections()).toBe(0);
    });

    test('reaches the canary where that is allowed', async () => {
      const server = await canary();
      const url = `http://files.example.test:${new URL(server.address).port}`;
      await expect(bytesOf(url, { allowPrivate: [url], lookup: answering(['127.0.0.1']) })).resolves.toBe('hi');
      expect(server.connections()).toBe(1);
    });
  });
});

describe('a download', () => {
  test('gives the bytes and their announced number', async () => {
    const server = await httpServer((_request, response) => response.setHeader('content-length', 5).end('hello'));
    const { body, contentLength } = await download(server.address, options);
    expect(contentLength).toBe(5);
    for await (const chunk of body) expect(Buffer.from(chunk).toString()).toBe('hello');
  });

  test('follows five redirects and no sixth', async () => {
    const server = await httpServer((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    await expect(bytesOf(`${server.address}/5`)).resolves.toBe('there');
    expect((await failing(`${server.address}/6`)).data).toMatchObject({ kind: 'http-status', httpStatus: 302 });
  });

  test.each([401, 403, 404, 410])('of a link answered with %d is expired', async (status) => {
    const server = await httpServer((_request, response) => response.writeHead(status).end());
    const error = await failing(`${server.address}/f?e=1&s=hush`);
    expect(error.data).toEqual({ kind: 'link-expired', endpoint: 'download', sent: 'yes', httpStatus: status });
    expect(error.message).not.toContain('hush');
  });

  test.each([204, 206, 500, 503])('of a link answered with %d is not there', async (status) => {
    const server = await httpServer((_request, response) => response.writeHead(status, { 'retry-after': '3' }).end());
    expect((await failing(server.address)).data).toMatchObject({
      kind: 'http-status',
      httpStatus: status,
      retryAfterMs: 3_000,
    });
  });

  test('announced or growing beyond the limit is too large', async () => {
    const announced = await rawServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n'),
    );
    expect((await failing(announced.address)).data.kind).toBe('too-large');
    const growing = await rawServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2_000_000)}`));
    expect((await failing(growing.address)).data.kind).toBe('too-large');
  });

  test('that is cut, stands still or drips ends as lost or as timeout', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n';
    const cut = await rawServer((socket) => socket.end(`${head}half`));
    expect((await failing(cut.address)).data.kind).toBe('connection-lost');
    const still = await rawServer((socket) => socket.write(`${head}half`));
    expect((await failing(still.address, { idleMs: 700 })).data.kind).toBe('timeout');
    const dripping = await rawServer((socket) => {
      socket.write(head);
      const timer = setInterval(() => socket.write('x'), 100);
      socket.on('close', () => clearInterval(timer));
    });
    expect((await failing(dripping.address, { totalMs: 1_500 })).data.kind).toBe('timeout');
  });

  test('can be cancelled on its way', async () => {
    const control = new AbortController();
    const server = await rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'));
    const { body } = await download(server.address, { ...options, signal: control.signal });
    const reading = (async () => {
      for await (const _chunk of body) control.abort();
    })();
    expect((await failureOf(reading)).data).toMatchObject({ kind: 'aborted', endpoint: 'download' });
  });
});
