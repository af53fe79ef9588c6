import { createServer, type Server } from 'node:net';
import { type DownloadOptions, download } from '../../src/client/index';
import { figure } from '../deep';
import { endAll, failureOf, httpServer } from './misbehaving';

const guarded: DownloadOptions = { maxBytes: 1_000, allowPrivate: false, idleMs: 20_000, totalMs: 40_000 };
/** A name that a resolver may not know; then there was no connection either. */
const UNKNOWN_TO_SOME = /localhost\.$|\.localhost|\.test$|\.invalid$/;

const four = (a: number, b: number, c: number, d: number) => {
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const [octal, hex] = [(part: number) => `0${part.toString(8)}`, (part: number) => `0x${part.toString(16)}`];
  const mapped = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  return [
    `${a}.${b}.${c}.${d}`,
    String(whole),
    hex(whole),
    octal(whole),
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map(hex).join('.'),
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${c}.${d}.`,
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::ffff:${mapped}]`,
    `[::${a}.${b}.${c}.${d}]`,
    `[0:0:0:0:0:ffff:${mapped}]`,
    `[64:ff9b::${mapped}]`,
    `[2002:${mapped}::]`,
  ];
};

/** This machine in every spelling, and networks that a deck has no business in. */
const hosts = [
  ...new Set([
    ...four(127, 0, 0, 1),
    ...four(127, 9, 8, 7),
    ...four(0, 0, 0, 0),
    ...four(169, 254, 169, 254),
    ...['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.0.1', '100.64.0.1', '198.18.0.1', '224.0.0.1'],
    ...['240.0.0.1', '255.255.255.255', '192.0.0.8', '127.1', '127.0.1', '0', '0x7f.1', '0177.1'],
    ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[fe80::1]', '[fd00::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]'],
    ...['[::ffff:0:127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2001::7f00:1]', '[100::1]'],
    ...[
      'localhost',
      'LOCALHOST',
      'localhost.',
      'a.localhost',
      '127.0.0.1.',
      '①②⑦.⓪.⓪.①',
      '127。0。0。1',
      '%31%32%37.0.0.1',
    ],
    ...['ｌｏｃａｌｈｏｓｔ', '127.0.0.1%2e', 'loc\u00adalhost', '0000:0::1'].filter((host) =>
      URL.canParse(`http://${host}/`),
    ),
  ]),
];

/** Listeners that count: one port, on every address of this machine that can be listened on. */
async function startCanaries(): Promise<{ port: number; connections(): number; close(): void }> {
  let connections = 0;
  const listening = (port: number, host: string) =>
    new Promise<Server | undefined>((resolve) => {
      const server = createServer((socket) => {
        connections++;
        socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi');
      });
      server.once('error', () => resolve(undefined)).listen(port, host, () => resolve(server));
    });
  // Also hears 127.9.8.7 and whatever else leads to this machine.
  const every = (await listening(0, '0.0.0.0'))!;
  const { port } = every.address() as { port: number };
  const six = await listening(port, '::1');
  return {
    port,
    connections: () => connections,
    close: () => {
      every.close();
      six?.close();
    },
  };
}

let canaries: Awaited<ReturnType<typeof startCanaries>>;
let tried = 0;
beforeAll(async () => {
  canaries = await startCanaries();
});
afterEach(endAll);
afterAll(() => canaries.close());

const fetched = async (url: string, more: Partial<DownloadOptions> = {}) => {
  const { body } = await download(url, { ...guarded, ...more });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

async function expectRefused(url: string, host: string, more: Partial<DownloadOptions> = {}): Promise<void> {
  tried++;
  const error = await failureOf(fetched(url, more));
  const kinds = UNKNOWN_TO_SOME.test(host) ? ['address-refused', 'unreachable'] : ['address-refused'];
  expect([host, kinds]).toEqual([host, expect.arrayContaining([error.data.kind])]);
  expect(canaries.connections()).toBe(0);
}

describe(`${hosts.length} addresses that a link or a redirect may not lead to`, () => {
  it('as the link itself', async () => {
    for (const host of hosts) await expectRefused(`http://${host}:${canaries.port}/f?signature=hush`, host);
  });

  it('behind a redirect of a server that is allowed', async () => {
    let location = '';
    const start = await httpServer((_request, response) => response.writeHead(302, { location }).end());
    // A header has no other characters.
    for (const host of hosts.filter((one) => /^[ -~]+$/.test(one))) {
      location = `http://${host}:${canaries.port}/`;
      await expectRefused(start.address, host, { allowPrivate: [start.address] });
    }
  });

  it('as the answer of a resolver to a name that looks public', async () => {
    const answers = hosts
      .map((host) => host.replace(/^\[|\]$/g, ''))
      .filter((host) => /^[\d.]+\d$|^[\da-f:.]*:[\da-f:.]*$/i.test(host));
    for (const address of answers) {
      const family = address.includes(':') ? 6 : 4;
      for (const given of [[address], ['8.8.8.8', address]]) {
        const all = given.map((one) => ({ address: one, family: one === address ? family : 4 }));
        await expectRefused(`http://files.example.test:${canaries.port}/`, address, {
          lookup: (_name, options, callback) =>
            options.all ? callback(null, all) : callback(null, all.at(-1)!.address, all.at(-1)!.family),
        });
      }
    }
  });

  it('were 80 or more, with no connection; the canary hears what is allowed', async () => {
    expect(tried).toBeGreaterThanOrEqual(80);
    expect(canaries.connections()).toBe(0);
    figure(`download addresses: ${tried} tried, ${canaries.connections()} connections`);
    for (const host of ['127.0.0.1', '127.9.8.7', '2130706433', '[::ffff:127.0.0.1]']) {
      const before = canaries.connections();
      expect(await fetched(`http://${host}:${canaries.port}/`, { allowPrivate: true })).toBe('hi');
      expect([host, canaries.connections()]).toEqual([host, before + 1]);
    }
  });
});
