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
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ExecutableSource, type FindOptions, findTemporalExecutable } from '../../src/temporal';

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

/** Stands for Go: takes note of the call and puts a file where GOBIN says. */
const FAKE_GO = [
  'PATH=/usr/bin:/bin',
  'echo "$@" >> "$HOME/go-calls"',
  'sleep 0.3',
  'printf "#!/bin/sh\\necho temporal version built\\n" > "$GOBIN/temporal"',
].join('\n');

describe('the Temporal executable is looked for in order', () => {
  test('TEMPORAL_CLI, then PATH, then the cache, then a build', async () => {
    const named = script('named/temporal');
    const onPath = script('bin/temporal');
    const cached = script(CACHED);
    script('bin/go', FAKE_GO);
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

  test('TEMPORAL_CLI that is none is an error, not a reason to look on', async () => {
    script('bin/temporal');
    for (const path of [join(home, 'gone'), script('liar', 'echo something else')]) {
      await expect(find(environment({ TEMPORAL_CLI: path }))).rejects.toThrow(
        `TEMPORAL_CLI names ${path}, which is not a Temporal command line.`,
      );
    }
  });

  test('another program of that name on PATH is passed over, with a word', async () => {
    const other = script('bin/temporal', 'echo a calendar');
    const cached = script(CACHED);
    const lines: string[] = [];
    const found = await find(environment(), { onProgress: (line) => lines.push(line) });
    expect(found).toEqual({ path: cached, source: 'cache' });
    expect(lines).toEqual([`${other} is not a Temporal command line and is passed over.`]);
  });

  test('nothing anywhere: one error names all that was tried and what to do', async () => {
    await expect(find(environment())).rejects.toThrow(
      'No Temporal server can be started here: TEMPORAL_CLI is not set; there is no `temporal` on PATH; ' +
        `there is none in the cache (${join(home, CACHED)}); Go, which could build it, is not on PATH. ` +
        'Install the Temporal CLI (https://docs.temporal.io/cli) so that `temporal` is on PATH, or set TEMPORAL_CLI ' +
        'to its path, or install Go (https://go.dev/dl), or set temporal.address to an existing server.',
    );
  });
});

describe('the build with Go', () => {
  test('names the version, says how long it takes and leaves only the executable', async () => {
    script('bin/go', FAKE_GO);
    const lines: string[] = [];
    const { path } = await find(environment(), { onProgress: (line) => lines.push(line) });
    expect(lines).toEqual(['Building the Temporal server v1.5.1 with Go (once, about 3 minutes) ...']);
    expect(readFileSync(join(home, 'go-calls'), 'utf8')).toBe(
      'install -ldflags=-s -w github.com/temporalio/cli/cmd/temporal@v1.5.1\n',
    );
    expect(readdirSync(dirname(path))).toEqual(['temporal']);
  });

  test('is done once when several ask at the same time', async () => {
    script('bin/go', FAKE_GO);
    const lines: string[] = [];
    const found = await Promise.all(
      [1, 2, 3].map(() => find(environment(), { onProgress: (line) => lines.push(line) })),
    );
    expect(new Set(found.map(({ path }) => path)).size).toBe(1);
    expect(readFileSync(join(home, 'go-calls'), 'utf8').trim().split('\n')).toHaveLength(1);
    expect(lines).toContain('Another process is installing the Temporal server; waiting for it ...');
  });

  test('that fails says why and leaves nothing', async () => {
    script('bin/go', 'echo "downloading" >&2; echo "go: no space left on device" >&2; exit 1');
    await expect(find(environment())).rejects.toThrow('the build with Go failed (go: no space left on device)');
    expect(existsSync(join(home, CACHED))).toBe(false);
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual([]);
  });
});

describe('the download', () => {
  // A proxy where nobody listens: the SDK is really asked, and the network is not touched.
  const env = () => environment({ HTTPS_PROXY: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' });

  test('that fails is followed by the build', async () => {
    script('bin/go', FAKE_GO);
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
      /the download failed \(error sending request for url \(https:\/\/temporal\.download\//,
    );
    expect(readdirSync(dirname(join(home, CACHED)))).toEqual([]);
  });

  test('has a deadline', async () => {
    await expect(findTemporalExecutable({ env: env(), sources: ['download'], downloadDeadlineMs: 1 })).rejects.toThrow(
      'the download failed (not done within 0.001 s)',
    );
  });
});
