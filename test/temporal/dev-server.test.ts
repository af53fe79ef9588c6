import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { PresentationStage, PresentationTaskId, presentationSearchAttributes } from '../../src/core/search-attributes';
import { type DevServer, type DevServerOptions, findTemporalExecutable, startDevServer } from '../../src/temporal';

let executable: string;
let directory: string;
const running: DevServer[] = [];

beforeAll(async () => {
  ({ path: executable } = await findTemporalExecutable());
  directory = mkdtempSync(join(tmpdir(), 'deck-dev-server-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function start(options: Partial<DevServerOptions> = {}): Promise<DevServer> {
  const server = await startDevServer({
    executable,
    headless: true,
    namespaces: ['default', 'service'],
    searchAttributes: presentationSearchAttributes,
    ...options,
  });
  running.push(server);
  return server;
}

async function connected<Result>(server: DevServer, use: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await Connection.connect({ address: server.address });
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

const decks = (connection: Connection, namespace = 'default') => new Client({ connection, namespace }).workflow;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('both namespaces can be used and know the search attributes as soon as the server is there', async () => {
  const server = await start();
  await connected(server, async (connection) => {
    for (const namespace of ['default', 'service']) {
      const handle = await decks(connection, namespace).start('deck', {
        workflowId: 'one',
        taskQueue: 'nobody',
        typedSearchAttributes: [
          { key: PresentationStage, value: 'review' },
          { key: PresentationTaskId, value: 7 },
        ],
      });
      expect((await handle.describe()).typedSearchAttributes.get(PresentationStage)).toBe('review');
    }
  });
});

test('the web pages are served, unless they are not wanted', async () => {
  const [withPages, without] = await Promise.all([start({ headless: false }), start()]);
  expect(without.uiUrl).toBeUndefined();
  const reply = await fetch(withPages.uiUrl!);
  expect(reply.status).toBe(200);
  expect(await reply.text()).toContain('<html');
});

test('the web pages and the HTTP API answer to names of this machine alone, on an address that no website finds', async () => {
  const server = await start({ headless: false });
  const { port } = new URL(server.uiUrl!);
  const statusFor = async (at: { host: string; port: number }, host: string, path = '/api/v1/namespaces') =>
    new Promise<number>((resolve, reject) => {
      get({ ...at, path, headers: { host } }, (answer) => resolve(answer.resume().statusCode!)).on('error', reject);
    });
  const pages = { host: '127.0.0.1', port: Number(port) };
  // The pages connect to the server automatically, a moment later.
  while ((await statusFor(pages, 'localhost')) === 503) await new Promise((resolve) => setTimeout(resolve, 100));
  for (const host of [`127.0.0.1:${port}`, 'localhost', '[::1]']) expect(await statusFor(pages, host)).toBe(200);
  for (const host of [`attacker.example:${port}`, '10.0.0.1']) {
    expect([host, await statusFor(pages, host), await statusFor(pages, host, '/')]).toEqual([host, 403, 403]);
  }
  expect(await (await fetch(`${server.uiUrl}/api/v1/namespaces`)).json()).toMatchObject({
    namespaces: expect.arrayContaining([expect.objectContaining({ namespaceInfo: expect.anything() })]),
  });

  const others = listeningPorts(server.pid).filter(({ port: other }) => other !== pages.port);
  const open: string[] = [];
  for (const other of others) {
    const status = await statusFor(other, 'attacker.example').catch(() => undefined);
    if (status === 200 && other.host === '127.0.0.1') open.push(`${other.host}:${other.port}`);
  }
  expect(others.length).toBeGreaterThan(2);
  expect(open).toEqual([]);
});

/** Where a process listens on IPv4, read from /proc. */
function listeningPorts(pid: number): { host: string; port: number }[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      } catch {
        return undefined;
      }
    }),
  );
  return readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode))
    .map(([, local = '']) => {
      const [address = '', port = ''] = local.split(':');
      const bytes = address.match(/../g)!.map((byte) => Number.parseInt(byte, 16));
      return { host: bytes.reverse().join('.'), port: Number.parseInt(port, 16) };
    });
}

test('a database file keeps a workflow over a restart and gains search attributes it did not have', async () => {
  const dbFile = join(directory, 'kept/temporal.db');
  const first = await start({ dbFile, searchAttributes: [], retentionMs: 7 * 86_400_000 });
  await connected(first, async (connection) => {
    await decks(connection).start('deck', { workflowId: 'kept', taskQueue: 'nobody' });
  });
  await first.stop();
  const second = await start({ dbFile });
  await connected(second, async (connection) => {
    expect((await decks(connection).getHandle('kept').describe()).status.name).toBe('RUNNING');
    await decks(connection).start('deck', {
      workflowId: 'new',
      taskQueue: 'nobody',
      typedSearchAttributes: [{ key: PresentationStage, value: 'task' }],
    });
    const { config } = await connection.workflowService.describeNamespace({ namespace: 'default' });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(7 * 86_400);
  });
});

test('stop leaves no process', async () => {
  const server = await start();
  expect(isAlive(server.pid)).toBe(true);
  await server.stop();
  expect(isAlive(server.pid)).toBe(false);
  await server.stop();
  const children = await new Promise<string>((resolve) => {
    execFile('ps', ['-eo', 'args'], (_error, stdout) => resolve(stdout));
  });
  expect(children).not.toContain(`kill -9 "$1" sh ${server.pid}`);
});

test('the server ends with the process that started it, even when that is killed', async () => {
  // The watchdog as the server's starter sets it up, in a process that can be killed.
  const starter = join(directory, 'starter.js');
  const loader = `require('@swc/core').transformFileSync(file, { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } }).code`;
  writeFileSync(
    starter,
    `require = require('node:module').createRequire(${JSON.stringify(__filename)});
     require.extensions['.ts'] = (module, file) => module._compile(${loader}, file);
     require('../../src/temporal/dev-server.ts')
       .startDevServer({ executable: process.argv[2], headless: true, namespaces: [], searchAttributes: [] })
       .then(({ pid }) => process.stdout.write(String(pid) + '\\n'));`,
  );
  const parent = spawn(process.execPath, [starter, executable], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((resolve, reject) => {
    parent.stdout.once('data', (data: Buffer) => resolve(Number(data.toString())));
    parent.once('exit', () => reject(new Error('the starter ended')));
  });
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isAlive(pid)).toBe(false);
});

describe('a server that cannot start says why in one sentence', () => {
  test.each(['port', 'uiPort'] as const)('%s in use', async (which) => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    const setting = which === 'port' ? 'temporal.address' : 'temporal.uiPort';
    await expect(start({ headless: false, [which]: port })).rejects.toThrow(
      `Cannot start the embedded Temporal server: port ${port} on 127.0.0.1 is in use by another process. Stop that process or change ${setting}.`,
    );
    await new Promise((resolve) => holder.close(resolve));
  });

  test('a file that is not a database', async () => {
    await expect(start({ dbFile: directory })).rejects.toThrow(
      /^The embedded Temporal server exited during startup: failed starting server: .*unable to open database file.*\.$/,
    );
  });

  test('an inner port that another process has taken: the server starts again and chooses others', async () => {
    const once = join(directory, 'collides-once');
    const mark = join(directory, 'collided');
    const panic = 'panic: failed assigning ephemeral port: listen tcp: bind: address already in use';
    const first = `echo '${panic}' >&2; echo 'goroutine 1 [running]:' >&2; exit 2`;
    writeFileSync(once, `#!/bin/sh\n[ -e ${mark} ] || { touch ${mark}; ${first}; }\nexec ${executable} "$@"\n`);
    chmodSync(once, 0o755);
    const lines: string[] = [];
    const server = await start({ executable: once, log: (line) => lines.push(line) });
    expect(await connected(server, (connection) => decks(connection).count())).toEqual({ count: 0, groups: [] });
    expect(lines).toContainEqual(
      expect.stringContaining(`starting it again: The embedded Temporal server exited during startup: ${panic}`),
    );
    writeFileSync(once, `#!/bin/sh\n${first}\n`);
    await expect(start({ executable: once })).rejects.toThrow(panic);
  });

  test('an executable that ends, one that is not there, one that never answers', async () => {
    const script = (name: string, body: string) => {
      const path = join(directory, name);
      writeFileSync(path, `#!/bin/sh\n${body}\n`);
      chmodSync(path, 0o755);
      return path;
    };
    await expect(start({ executable: script('ends', 'echo "Error: no more ink." >&2; exit 3') })).rejects.toThrow(
      'The embedded Temporal server exited during startup: no more ink.',
    );
    await expect(start({ executable: script('silent', 'exit 3') })).rejects.toThrow(
      'The embedded Temporal server exited during startup: exit code 3.',
    );
    await expect(start({ executable: join(directory, 'gone') })).rejects.toThrow(
      /^Cannot run the Temporal server .*: spawn .* ENOENT\.$/,
    );
    await expect(start({ executable: script('mute', 'exec sleep 60'), readyWithinMs: 200 })).rejects.toThrow(
      'The embedded Temporal server did not respond within 0.2 s. If the machine is busy, try again.',
    );
  });
});
