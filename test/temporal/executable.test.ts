import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ExecutableSource, type FindOptions, findTemporalExecutable } from '../../src/temporal';
import { downloadArchive } from '../../src/temporal/executable-download';
import { archiveFor, temporalRelease } from '../../src/temporal/executable-release';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deck-executable-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** An executable shell script; as `temporal` it answers --version like the real one. */
function script(path: string, body = 'echo "temporal version 1.5.1"'): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

const CACHED = 'cache/deck/temporal/v1.5.1/temporal';
/** Everything but the network, which a test must not depend on. */
const OFFLINE: readonly ExecutableSource[] = ['TEMPORAL_CLI', 'PATH', 'cache', 'go'];

/** The shell's own commands are found in /bin; where a real `temporal` might be is not looked at. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { PATH: join(home, 'bin'), XDG_CACHE_HOME: join(home, 'cache'), HOME: home, ...more };
}

function find(env: NodeJS.ProcessEnv, options: Partial<FindOptions> = {}) {
  return findTemporalExecutable({ env, sources: OFFLINE, ...options });
}

/** Stands for Go: takes note of the call, names a module with a hash, and writes the file after `-o`. */
const fakeGo = (hash: string = temporalRelease.moduleHash) =>
  [
    'PATH=/usr/bin:/bin',
    'echo "$@" >> "$HOME/go-calls"',
    'sleep 0.3',
    `if [ "$1" = mod ]; then echo '{"Dir": "${home}", "Sum": "${hash}"}'; exit; fi`,
    'while [ "$1" != -o ]; do shift; done',
    'printf "#!/bin/sh\\necho temporal version built\\n" > "$2"',
  ].join('\n');

describe('the Temporal executable is looked for in order', () => {
  test('TEMPORAL_CLI, then PATH, then the cache, then a build', async () => {
    const named = script('named/temporal');
    const onPath = script('bin/temporal');
    const cached = script(CACHED);
    script('bin/go', fakeGo());
    expect(await find(environment({ TEMPORAL_CLI: named }))).toEqual({ path: named, source: 'TEMPORAL_CLI' });
    expect(await find(environment())).toEqual({ path: onPath, source: 'PATH' });
    rmSync(onPath);
    expect(await find(environment())).toEqual({ path: cached, source: 'cache' });
    rmSync(cached);
    expect(await find(environment())).toEqual({ path: cached, source: 'go' });
    expect(await find(environment())).toEqual({ path: cached, source: 'cache' });
  });

  test('DECK_CACHE moves the cache', async () => {
    const path = script('elsewhere/temporal/v1.5.1/temporal');
    expect(await find(environment({ DECK_CACHE: join(home, 'elsewhere') }))).toEqual({ path, source: 'cache' });
  });

  test('TEMPORAL_CLI that is not an executable is an error, not a reason to look elsewhere', async () => {
    script('bin/temporal');
    for (const path of [join(home, 'gone'), script('liar', 'echo something else')]) {
      await expect(find(environment({ TEMPORAL_CLI: path }))).rejects.toThrow(
        `TEMPORAL_CLI is set to ${path}, which is not the Temporal CLI.`,
      );
    }
  });

  test('another program of that name on PATH is passed over, with a word', async () => {
    const other = script('bin/temporal', 'echo a calendar');
    const cached = script(CACHED);
    const lines: string[] = [];
    const found = await find(environment(), { onProgress: (line) => lines.push(line) });
    expect(found).toEqual({ path: cached, source: 'cache' });
    expect(lines).toEqual([`Skipping ${other}, which is not the Temporal CLI.`]);
  });

  test('nothing anywhere: one error names all that was tried and what to do', async () => {
    await expect(find(environment())).rejects.toThrow(
      'Cannot start a Temporal server: TEMPORAL_CLI is not set; `temporal` is not on PATH; ' +
        `it is not in the cache (${join(home, CACHED)}); Go, to build it, is not on PATH. ` +
        'Install the Temporal CLI (https://docs.temporal.io/cli) on PATH, set TEMPORAL_CLI to its path, ' +
        'install Go (https://go.dev/dl), or set temporal.address to an existing server.',
    );
  });
});

describe('the build with Go', () => {
  test('names the version, says how long it takes and leaves only the executable', async () => {
    script('bin/go', fakeGo());
    const lines: string[] = [];
    const { path } = await find(environment(), { onProgress: (line) => lines.push(line) });
    expect(lines).toEqual(['Building the Temporal server v1.5.1 with Go (once, about 3 minutes) ...']);
    const [download, build] = readFileSync(join(home, 'go-calls'), 'utf8').trim().split('\n');
    expect(download).toBe('mod download -json github.com/temporalio/cli@v1.5.1');
    expect(build).toMatch(/^build -mod=readonly .* \.\/cmd\/temporal$/);
    expect(readdirSync(dirname(path))).toEqual(['temporal']);
  });

  test('is done once when several ask at the same time', async () => {
    script('bin/go', fakeGo());
    const lines: string[] = [];
    const found = await Promise.all(
      [1, 2, 3].map(() => find(environment(), { onProgress: (line) => lines.push(line) })),
    );
    expect(new Set(found.map(({ path }) => path)).size).toBe(1);
    expect(readFileSync(join(home, 'go-calls'), 'utf8').trim().split('\n')).toHaveLength(2);
    expect(lines).toContain('Another process is installing the Temporal server; waiting for it ...');
  });

  test('that fails says why and leaves nothing', async () => {
    script('bin/go', 'echo "downloading" >&2; echo "go: no space left on device" >&2; exit 1');
    await expect(find(environment())).rejects.toThrow('the build with Go failed (go: no space left on device)');
    expect(existsSync(join(home, CACHED))).toBe(false);
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual([]);
  });
});

describe('the build of another module', () => {
  test('is refused before Go compiles it', async () => {
    script('bin/go', fakeGo('h1:AAAA'));
    await expect(find(environment())).rejects.toThrow(
      `the build with Go failed (the Go module has the hash h1:AAAA instead of ${temporalRelease.moduleHash})`,
    );
    expect(readFileSync(join(home, 'go-calls'), 'utf8').trim().split('\n')).toHaveLength(1);
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual([]);
  });
});

describe('the download', () => {
  // A proxy where nothing listens: the download is really tried, and the network is not touched.
  const env = () => environment({ HTTPS_PROXY: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' });

  test('that fails is followed by the build', async () => {
    script('bin/go', fakeGo());
    const lines: string[] = [];
    const found = await findTemporalExecutable({ env: env(), onProgress: (line) => lines.push(line) });
    expect(found.source).toBe('go');
    expect(lines).toEqual([
      'Downloading the Temporal server v1.5.1 (once, up to 60 s) ...',
      'Building the Temporal server v1.5.1 with Go (once, about 3 minutes) ...',
    ]);
  });

  test('that fails says why and leaves nothing', async () => {
    await expect(findTemporalExecutable({ env: env(), sources: ['download'] })).rejects.toThrow(
      'the download failed (github.com: connect ECONNREFUSED 127.0.0.1:9)',
    );
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual([]);
  });
});

describe('a downloaded archive', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void;
  beforeAll(async () => {
    server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** An archive with a `temporal` that leaves a file behind when it runs. */
  function archive(): Buffer {
    script('release/temporal', `touch "${join(home, 'ran')}"\necho temporal version 1.5.1`);
    return execFileSync('tar', ['-czf', '-', '-C', join(home, 'release'), 'temporal']);
  }

  const download = (sha256: string, { lines = [] as string[], timeoutMs = 10_000 } = {}) =>
    downloadArchive({
      target: join(home, CACHED),
      env: { ...environment(), PATH: '/usr/bin:/bin' },
      onProgress: (line) => lines.push(line),
      timeoutMs,
      archive: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/temporal.tar.gz`, sha256 },
    });

  test('with the right checksum is unpacked, and only the executable stays', async () => {
    const bytes = archive();
    answer = (response) => response.end(bytes);
    expect(await download(createHash('sha256').update(bytes).digest('hex'))).toBe(join(home, CACHED));
    expect(execFileSync(join(home, CACHED), { encoding: 'utf8' })).toBe('temporal version 1.5.1\n');
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual(['temporal']);
  });

  test('that was tampered with is refused: nothing of it is kept or run', async () => {
    answer = (response) => response.end(archive());
    const lines: string[] = [];
    const pinned = temporalRelease.archives['linux-x64']!;
    await expect(download(pinned, { lines })).rejects.toThrow(
      new RegExp(`^the archive has the SHA-256 [0-9a-f]{64} instead of ${pinned}$`),
    );
    expect(lines.at(-1)).toBe(
      'Checksum mismatch: the archive from 127.0.0.1 is not the Temporal server v1.5.1. Deleting it.',
    );
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual([]);
    expect(existsSync(join(home, 'ran'))).toBe(false);
  });

  test('that does not come in time is given up', async () => {
    answer = (response) => response.write('a beginning');
    await expect(download('0'.repeat(64), { timeoutMs: 200 })).rejects.toThrow('timed out after 0.2 s');
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual([]);
  });

  test('of a refused request names the answer', async () => {
    answer = (response) => response.writeHead(404).end();
    await expect(download('0'.repeat(64))).rejects.toThrow(/temporal\.tar\.gz returned 404$/);
  });

  test('has a checksum for Linux and macOS; elsewhere nothing is downloaded unchecked', () => {
    for (const system of ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64']) {
      const [platform, arch] = system.split(' ') as [string, string];
      expect(archiveFor(platform, arch)?.sha256).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(archiveFor('linux', 'x64')?.url).toMatch(/\/v1\.5\.1\/temporal_cli_1\.5\.1_linux_amd64\.tar\.gz$/);
    expect(archiveFor('win32', 'x64')).toBeUndefined();
  });
});
