import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
 */
export function install(
  target: string,
  onProgress: (line: string) => void,
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
  timeoutMs: number;
}

/** @returns the output of the command @throws NotInstalled with the last line of its stderr */
export function run(command: string, args: string[], { env, directory, timeoutMs }: RunOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    let late = false;
    let tail = '';
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-4_000);
    });
    const deadline = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const fail = (reason: string) => {
      clearTimeout(deadline);
      reject(new NotInstalled(reason));
    };
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => {
      if (late) return fail(`timed out after ${timeoutMs / 1000} s`);
      if (code !== 0) return fail(tail.trim().split('\n').at(-1)?.trim() || `exit code ${code}`);
      clearTimeout(deadline);
      resolve(printed);
    });
  });
}
