import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface ChildOptions {
  program: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** File that its output is appended to. */
  log: string;
  uid?: number;
  gid?: number;
}

const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 100;
/** Of the log of a process that does not start; a stack of Temporal is one line of 10,000 characters. */
const LINES_SHOWN = 10;
const CHARACTERS_SHOWN = 400;
/** Time that a process gets to end on request. */
const GRACE_MS = 60_000;

/** A process of the cluster. It does not outlive this one, not even if this one is killed. */
export class Child {
  readonly pid: number;
  private readonly ended: Promise<void>;
  private readonly watchdog: ChildProcess;

  static async start(options: ChildOptions): Promise<Child> {
    const { program, args, log, ...where } = options;
    const before = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    const output = openSync(log, 'a');
    try {
      // In a process group of its own: Ctrl-C reaches only this process, which stops the others in order.
      const child = spawn(program, args, { ...where, stdio: ['ignore', output, output], detached: true });
      await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
      return new Child(child, options, before);
    } finally {
      closeSync(output);
    }
  }

  private constructor(
    private readonly child: ChildProcess,
    private readonly options: ChildOptions,
    private readonly before: number,
  ) {
    this.pid = child.pid!;
    this.watchdog = watchdogOf(this.pid);
    this.ended = new Promise((resolve) => {
      child.once('exit', () => {
        this.watchdog.kill('SIGKILL');
        resolve();
      });
    });
  }

  get alive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What it has printed; `log` adds what earlier processes have printed to the same file. */
  get output(): string {
    return readFileSync(this.options.log).subarray(this.before).toString('utf8');
  }

  get log(): string {
    return readFileSync(this.options.log, 'utf8');
  }

  /** Resolves when the check no longer throws. @throws Error with the end of the log if the process ends or is late */
  async until(what: string, check: () => unknown): Promise<void> {
    for (const end = Date.now() + READY_WITHIN_MS; ; await delay(LOOK_EVERY_MS)) {
      const why = await Promise.resolve()
        .then(check)
        .then(
          () => undefined,
          (error: Error) => error.message,
        );
      if (why === undefined) return;
      if (this.alive && Date.now() < end) continue;
      const { program, args } = this.options;
      const lines = this.output.trim().split('\n').slice(-LINES_SHOWN);
      const tail = lines.map((line) => line.slice(0, CHARACTERS_SHOWN)).join('\n');
      throw new Error(
        `${program} ${args.join(' ')} ${this.alive ? 'is late' : 'has ended'} before ${what}: ${why}\n${tail}`,
      );
    }
  }

  /** Resolves when the process is gone. */
  async stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    if (!this.alive) return;
    this.child.kill(signal);
    const late = setTimeout(() => this.child.kill('SIGKILL'), GRACE_MS);
    await this.ended;
    clearTimeout(late);
  }
}

/** A shell that waits on a pipe from this process, which closes when this process dies, and then kills the child. */
function watchdogOf(pid: number): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r line; kill -9 "$1"', 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.on('error', () => {});
  watchdog.stdin!.on('error', () => {});
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void }).unref();
  return watchdog;
}
