import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buildWithGo } from './executable-build';
import { downloadArchive } from './executable-download';
import { NotInstalled } from './executable-install';
import { temporalRelease } from './executable-release';
import { TemporalError } from './temporal-error';

export const TEMPORAL_CLI_VERSION = temporalRelease.version;

/** Sources of the Temporal CLI, in the order in which they are tried. */
export const executableSources = ['TEMPORAL_CLI', 'PATH', 'cache', 'download', 'go'] as const;
export type ExecutableSource = (typeof executableSources)[number];

export interface TemporalExecutable {
  path: string;
  source: ExecutableSource;
}

export interface FindOptions {
  env?: NodeJS.ProcessEnv;
  /** Called with progress messages. */
  onProgress?: (line: string) => void;
  /** Sources to try; defaults to all. `deck doctor` uses the first three, which have no side effects. */
  sources?: readonly ExecutableSource[];
  downloadTimeoutMs?: number;
}

/** The executable of a source, or why there is none. */
type Attempt = { path: string } | { reason: string };

/** Finds the Temporal CLI, or downloads or builds it into the project's cache. */
export async function findTemporalExecutable(options: FindOptions = {}): Promise<TemporalExecutable> {
  const { env = process.env, sources = executableSources } = options;
  const reasons: string[] = [];
  for (const source of executableSources.filter((candidate) => sources.includes(candidate))) {
    const attempt = await attempts[source](env, options);
    if ('path' in attempt) return { path: attempt.path, source };
    reasons.push(attempt.reason);
  }
  throw new TemporalError(
    'no-executable',
    `Cannot start a Temporal server: ${reasons.join('; ')}. ` +
      'Install the Temporal CLI (https://docs.temporal.io/cli) on PATH, set TEMPORAL_CLI to its path, ' +
      'install Go (https://go.dev/dl), or set temporal.address to an existing server.',
  );
}

/** `$DECK_CACHE`, else `deck` in the user's cache directory. */
export function cacheDirectory(env: NodeJS.ProcessEnv = process.env): string {
  if (env.DECK_CACHE) return env.DECK_CACHE;
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'deck');
}

const EXECUTABLE = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

function cachedExecutable(env: NodeJS.ProcessEnv): string {
  return join(cacheDirectory(env), 'temporal', TEMPORAL_CLI_VERSION, EXECUTABLE);
}

const attempts: Record<ExecutableSource, (env: NodeJS.ProcessEnv, options: FindOptions) => Promise<Attempt>> = {
  TEMPORAL_CLI: async (env) => {
    const path = env.TEMPORAL_CLI;
    if (!path) return { reason: 'TEMPORAL_CLI is not set' };
    if (isExecutable(path) && (await answersVersion(path))) return { path };
    // An explicit path must not silently fall back to another executable.
    throw new TemporalError('no-executable', `TEMPORAL_CLI is set to ${path}, which is not the Temporal CLI.`);
  },
  PATH: async (env, { onProgress }) => {
    const path = onPath(EXECUTABLE, env);
    if (path === undefined) return { reason: '`temporal` is not on PATH' };
    if (await answersVersion(path)) return { path };
    onProgress?.(`Skipping ${path}, which is not the Temporal CLI.`);
    return { reason: `${path} is not the Temporal CLI` };
  },
  cache: async (env) => {
    const path = cachedExecutable(env);
    return isExecutable(path) ? { path } : { reason: `it is not in the cache (${path})` };
  },
  download: (env, { onProgress = () => {}, downloadTimeoutMs = 60_000 }) =>
    installed('the download failed', () =>
      downloadArchive({ target: cachedExecutable(env), env, onProgress, timeoutMs: downloadTimeoutMs }),
    ),
  go: async (env, { onProgress = () => {} }) => {
    const go = goOnPath(env);
    if (go === undefined) return { reason: 'Go, to build it, is not on PATH' };
    return installed('the build with Go failed', () =>
      buildWithGo({ go, target: cachedExecutable(env), env, onProgress }),
    );
  },
};

async function installed(what: string, install: () => Promise<string>): Promise<Attempt> {
  try {
    return { path: await install() };
  } catch (error) {
    if (error instanceof NotInstalled) return { reason: `${what} (${error.message})` };
    throw error;
  }
}

/** The Go toolchain; undefined if it is not on PATH. */
export function goOnPath(env: NodeJS.ProcessEnv): string | undefined {
  return onPath(process.platform === 'win32' ? 'go.exe' : 'go', env);
}

function onPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const directories = (env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  return directories.map((directory) => join(directory, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function answersVersion(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: 10_000 }, (error, stdout) => {
      resolve(error === null && /^temporal version/i.test(stdout.trim()));
    });
  });
}
