import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { startBalancer } from '../../bench/cluster/balancer';
import { writeDeckConfig } from '../../bench/cluster/deck-config';
import { type DeckEnd, routes } from '../../bench/cluster/decks';
import { type ClusterOptions, readClusterOptions } from '../../bench/cluster/options';
import { whyNoCluster } from '../../bench/cluster/programs';
import { clusterTable } from '../../bench/cluster/table';
import { announceablePorts } from '../../bench/cluster/temporal-nodes';
import { loadSettings } from '../../src/config';

/** The parts of a cluster that need no process; test/faults/cluster starts one. */

describe('the balancer', () => {
  const answering = async (text: string): Promise<Server> => {
    const server = createServer((socket) => socket.end(text)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  const read = async (port: number) => {
    let text = '';
    for await (const chunk of connect(port, '127.0.0.1')) text += chunk;
    return text;
  };

  it('takes the servers in turn, and skips one that is away', async () => {
    const [a, b] = [await answering('a'), await answering('b')];
    const balancer = await startBalancer([portOf(a), portOf(b)]);
    try {
      expect([await read(balancer.port), await read(balancer.port), await read(balancer.port)]).toEqual([
        'a',
        'b',
        'a',
      ]);
      a.close();
      expect([await read(balancer.port), await read(balancer.port)]).toEqual(['b', 'b']);
      b.close();
      expect(await read(balancer.port)).toBe('');
    } finally {
      await balancer.close();
    }
  });
});

describe('a partition', () => {
  const echo = async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      socket.pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const balancer = await startBalancer([(server.address() as AddressInfo).port]);
    const close = async () => {
      await balancer.close();
      server.close();
    };
    return { balancer, sockets, close };
  };
  const open = (port: number) => {
    const socket = connect(port, '127.0.0.1');
    const seen = { text: '', closed: false };
    socket.on('data', (chunk) => {
      seen.text += chunk;
    });
    socket
      .on('error', () => {})
      .on('close', () => {
        seen.closed = true;
      });
    return { socket, seen };
  };
  const until = async (is: () => boolean) => {
    while (!is()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const A_WHILE_MS = 100;
  const aWhile = () => new Promise((resolve) => setTimeout(resolve, A_WHILE_MS));

  it('loses everything without closing a connection; what was sent arrives when it heals', async () => {
    const { balancer, sockets, close } = await echo();
    const old = open(balancer.port);
    old.socket.write('a');
    await until(() => old.seen.text === 'a');
    balancer.partition();
    old.socket.write('b');
    const fresh = open(balancer.port);
    fresh.socket.write('c');
    await aWhile();
    expect([old.seen, fresh.seen]).toEqual([
      { text: 'a', closed: false },
      { text: '', closed: false },
    ]);
    balancer.heal();
    await until(() => old.seen.text === 'ab' && fresh.seen.text === 'c');
    expect(sockets.size).toBe(2);
    old.socket.end();
    fresh.socket.end();
    await until(() => old.seen.closed && fresh.seen.closed);
    await close();
  });

  it('hides the end of a connection from the other side until it heals', async () => {
    const { balancer, sockets, close } = await echo();
    const [one, two] = [open(balancer.port), open(balancer.port)];
    one.socket.write('1');
    two.socket.write('2');
    await until(() => one.seen.text === '1' && two.seen.text === '2');
    balancer.partition();
    const [first, second] = [...sockets];
    first!.resetAndDestroy();
    second!.end();
    await aWhile();
    expect([one.seen.closed, two.seen.closed]).toEqual([false, false]);
    balancer.heal();
    await until(() => one.seen.closed && two.seen.closed);
    await close();
  });
});

describe('the ports of Temporal', () => {
  it('are distinct, and fit its table of members', async () => {
    const ports = await announceablePorts(20);
    expect(new Set(ports).size).toBe(20);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });
});

describe('temporal.yaml of a deck process', () => {
  it('names the stores that all processes share, and adds the sections of the caller', () => {
    const folder = mkdtempSync(join(tmpdir(), 'deck-cluster-config-'));
    try {
      const addresses = {
        temporal: '127.0.0.1:7233',
        serviceUrl: 'http://127.0.0.1:8787',
        objectStore: 'http://127.0.0.1:9000',
        database: 'postgres://deck@127.0.0.1:5432/service',
      };
      const file = writeDeckConfig(folder, addresses, { server: { port: 18_787 }, worker: { maxCachedWorkflows: 7 } });
      const settings = loadSettings({ file, env: {} });
      expect(settings.server).toMatchObject({ port: 18_787, store: { kind: 'postgres' }, files: { kind: 's3' } });
      expect(settings.documents.s3).toMatchObject({ endpoint: addresses.objectStore, prefix: 'documents' });
      expect(settings.worker.maxCachedWorkflows).toBe(7);
      expect(readFileSync(parse(readFileSync(file, 'utf8')).server.store.url.file, 'utf8')).toBe(addresses.database);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('what a cluster needs', () => {
  it('is reported when it is missing, with the remedy', () => {
    const needs = whyNoCluster('v1.29.1', { PATH: '', DECK_CACHE: '/nowhere' });
    expect(needs).toMatch(/apt-get install postgresql|install Go/);
  });
});

describe('the table', () => {
  const end = (more: Partial<DeckEnd>) => ({ uid: 'u', route: routes[0]!, seconds: 4, helped: 0, ...more }) as DeckEnd;

  it('counts the ends of the decks, and names what is wrong', () => {
    const delivered = {
      outcome: 'delivered',
      possibleDuplicates: ['a design: 7'],
    } as unknown as DeckEnd['result'] & {};
    const text = clusterTable({
      options: readClusterOptions(['--decks', '2']) as ClusterOptions,
      serverVersion: 'v1',
      ends: [end({ result: delivered }), end({ wrong: 'rejected instead of delivered', seconds: 8 })],
      seconds: 60,
      load: 0.5,
    });
    expect(text).toContain('| decks: delivered, rejected, wrong | 1, 0, 1 |');
    expect(text).toContain('| time, decks per minute | 60 s, 2.0 |');
    expect(text).toContain('| start to end of a deck: median, slowest | 4.0, 8.0 s |');
    expect(text).toContain('- wrong: u (title, content by ticket, approved): rejected instead of delivered');
    expect(text).toContain('- possible duplicate: a design: 7');
  });
});
