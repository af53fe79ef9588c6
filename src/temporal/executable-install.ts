import { spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from './install-lock';

/** A source that could not provide the executable; the message is the reason, fit for the middle of a sentence. */
export class NotInstalled extends Error {}

interface Install {
  /** Where the executable has to be in the end. */
  target: string;
  version: string;
  env: NodeJS.ProcessEnv;
  onProgress: (line: string) => void;
}

const DOWNLOAD_HOST = 'temporal.download';

/**
 * Asks the SDK to fetch the dev server as it does for tests. `@temporalio/worker` has the function; the public wrapper
 * is in `@temporalio/testing`, which is not a dependency of a running system. The SDK starts what it fetched, which
 * proves that it runs. In a process of its own, because the call cannot be cancelled.
 */
const DOWNLOAD_SCRIPT = `
const [sdk, downloadDir, version] = process.argv.slice(1);
const { Runtime } = require(sdk);
const exe = { type: 'cached-download', downloadDir, version, ttl: 86400000, sdkName: 'sdk-typescript', sdkVersion: require(sdk + '/package.json').version };
const runtime = Runtime.instance();
runtime
  .createEphemeralServer({ type: 'dev-server', exe, namespace: 'default', ip: '127.0.0.1', port: null, ui: false, uiPort: null, dbFilename: null, log: { format: 'pretty', level: 'error' }, extraArgs: [] })
  .then((server) => runtime.shutdownEphemeralServer(server))
  .then(() => process.exit(0), (error) => { console.error(String(error.message).split('\\n')[0].replace(/^.* executable: /, '').slice(0, 200)); process.exit(1); });
`;

export async function downloadWithSdk(options: Install & { deadlineMs: number }): Promise<string> {
  const { target, version, env, onProgress, deadlineMs } = options;
  await requireResolvable(env);
  return install(target, onProgress, async (directory) => {
    onProgress(`Downloading the Temporal server ${version} (once, up to ${Math.round(deadlineMs / 1000)} s) ...`);
    const sdk = dirname(require.resolve('@temporalio/worker/package.json'));
    await run(process.execPath, ['-e', DOWNLOAD_SCRIPT, sdk, directory, version], { env, directory, deadlineMs });
    const files = readdirSync(directory).map((name) => join(directory, name));
    const [largest] = files.sort((left, right) => statSync(right).size - statSync(left).size);
    if (largest === undefined) throw new NotInstalled('the SDK left no file');
    return largest;
  });
}

/** Half a minute of silence is saved where the name is unknown; behind a proxy the name need not be known here. */
async function requireResolvable(env: NodeJS.ProcessEnv): Promise<void> {
  const proxied = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'].some((name) => env[name]);
  if (proxied) return;
  const resolved = lookup(DOWNLOAD_HOST).then(
    () => true,
    () => false,
  );
  const tooLong = new Promise<boolean>((resolve) => setTimeout(resolve, 5_000, false).unref());
  if (!(await Promise.race([resolved, tooLong]))) throw new NotInstalled(`${DOWNLOAD_HOST} cannot be found by name`);
}

export function buildWithGo(options: Install & { go: string }): Promise<string> {
  const { go, target, version, env, onProgress } = options;
  return install(target, onProgress, async (directory) => {
    onProgress(`Building the Temporal server ${version} with Go (once, about 3 minutes) ...`);
    const began = Date.now();
    const alive = setInterval(() => {
      onProgress(`Still building the Temporal server (${Math.round((Date.now() - began) / 1000)} s) ...`);
    }, 30_000);
    try {
      await run(go, ['install', '-ldflags=-s -w', `github.com/temporalio/cli/cmd/temporal@${version}`], {
        // GOFLAGS and a cross-compilation target are for the user's own builds; with a target Go refuses GOBIN.
        env: { ...env, GOBIN: directory, GOFLAGS: '', GOOS: '', GOARCH: '', CGO_ENABLED: '0' },
        directory,
        deadlineMs: 45 * 60_000,
      });
    } finally {
      clearInterval(alive);
    }
    const [name] = readdirSync(directory);
    if (name === undefined) throw new NotInstalled('Go left no file');
    return join(directory, name);
  });
}

/**
 * Runs one installation at a time for a target, in a directory beside it, and moves the result to its place in one
 * step: whoever looks finds a whole executable or none.
 */
function install(
  target: string,
  onProgress: (line: string) => void,
  make: (directory: string) => Promise<string>,
): Promise<string> {
  const home = dirname(target);
  try {
    mkdirSync(home, { recursive: true });
  } catch (error) {
    throw new NotInstalled(`${home} cannot be made: ${(error as NodeJS.ErrnoException).code}`);
  }
  const waiting = () => onProgress('Another process is installing the Temporal server; waiting for it ...');
  return withLock(join(home, 'install.lock'), waiting, async () => {
    if (existsSync(target)) return target;
    // The holder of the lock is alone: whatever lies here was left by a process that was killed.
    for (const left of readdirSync(home).filter((name) => name.startsWith('install-')))
      rmSync(join(home, left), { recursive: true, force: true });
    const directory = mkdtempSync(join(home, 'install-'));
    try {
      const made = await make(directory);
      chmodSync(made, 0o755);
      renameSync(made, target);
      return target;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
}

interface RunOptions {
  env: NodeJS.ProcessEnv;
  directory: string;
  deadlineMs: number;
}

/** Runs to a good end, or fails with the last line that was written. */
function run(command: string, args: string[], { env, directory, deadlineMs }: RunOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
    let late = false;
    let tail = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-4_000);
    });
    const deadline = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, deadlineMs);
    const fail = (reason: string) => {
      clearTimeout(deadline);
      reject(new NotInstalled(reason));
    };
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => {
      if (late) return fail(`not done within ${deadlineMs / 1000} s`);
      if (code !== 0) return fail(tail.trim().split('\n').at(-1)?.trim() || `exit code ${code}`);
      clearTimeout(deadline);
      resolve();
    });
  });
}
