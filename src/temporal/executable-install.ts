import { type ExecFileException, execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { withLock } from './install-lock';

/** A source could not provide the executable. The message is a reason that fits into a sentence. */
export class NotInstalled extends Error {}

export interface Install {
  /** Final path of the executable. */
  target: string;
  env: NodeJS.ProcessEnv;
  onProgress: (line: string) => void;
}

/**
 * Runs one installation of a target at a time in a temporary directory next to it. Moving the result is atomic, so other
 * processes find either a complete executable or none.
 * @param sha256 of the executable; without it, `make` has verified its source.
 */
export function install(
  target: string,
  { onProgress, sha256 }: { onProgress: (line: string) => void; sha256?: string },
  make: (directory: string) => Promise<string>,
): Promise<string> {
  const home = dirname(target);
  try {
    mkdirSync(home, { recursive: true });
  } catch (error) {
    throw new NotInstalled(`cannot create ${home}: ${(error as NodeJS.ErrnoException).code}`);
  }
  const waiting = () => onProgress('Another process is installing the Temporal server; waiting for it ...');
  return withLock(join(home, 'install.lock'), waiting, async () => {
    if (existsSync(target)) return target;
    // Under the lock, remaining directories can only be from a killed process.
    for (const left of readdirSync(home).filter((name) => name.startsWith('install-')))
      rmSync(join(home, left), { recursive: true, force: true });
    const directory = mkdtempSync(join(home, 'install-'));
    try {
      const made = await make(directory);
      if (sha256 !== undefined) await verify(made, sha256);
      chmodSync(made, 0o755);
      renameSync(made, target);
      return target;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
}

async function verify(file: string, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const found = hash.digest('hex');
  if (found !== sha256) throw new NotInstalled(`the executable has the SHA-256 ${found} instead of ${sha256}`);
}

/** The path of a program in the directories of PATH. */
export function onPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const directories = (env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  return directories.map((directory) => join(directory, name)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

interface RunOptions {
  env: NodeJS.ProcessEnv;
  directory: string;
  timeoutMs: number;
}

/** More than pip prints about a download. */
const MOST_PRINTED = 64 * 1024 * 1024;

/** @returns the output of the command @throws NotInstalled with the last line of its stderr */
export async function run(command: string, args: string[], { env, directory, timeoutMs }: RunOptions): Promise<string> {
  const options = { env, cwd: directory, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: MOST_PRINTED } as const;
  try {
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    const { code, killed, stderr = '', message } = error as ExecFileException;
    if (killed) throw new NotInstalled(`timed out after ${timeoutMs / 1000} s`);
    const last = stderr.trim().split('\n').at(-1)?.trim();
    throw new NotInstalled(typeof code === 'number' ? last || `exit code ${code}` : message);
  }
}
