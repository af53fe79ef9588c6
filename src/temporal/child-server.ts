import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { TemporalError } from './temporal-error';

/** Time that the server gets to close its database after SIGTERM. */
const GRACE_MS = 5_000;

/** Lines that say why a server ends. More follow: a Go program prints a stack below its panic. */
const CAUSE = /^(panic|fatal error): |address already in use/;

/** A running server process. A watchdog kills it if this process dies without stopping it. */
export class ChildServer {
  readonly pid: number;
  readonly ended: Promise<void>;
  private lastLine = '';
  private cause: string | undefined;
  private stopping = false;
  private readonly watchdog: ChildProcess | undefined;

  static async start(executable: string, args: string[], log?: (line: string) => void): Promise<ChildServer> {
    // In a separate process group, because Ctrl-C must reach only this process, which stops workers before the server.
    const child = spawn(executable, args, {
      env: withoutTemporalVariables(process.env),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) =>
        reject(
          new TemporalError('server-failed', `Cannot run the Temporal server ${executable}: ${error.message}.`, {
            cause: error,
          }),
        ),
      );
    });
    return new ChildServer(child, log);
  }

  private constructor(
    private readonly child: ChildProcess,
    log: ((line: string) => void) | undefined,
  ) {
    this.pid = child.pid!;
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (line.trim() !== '') this.lastLine = line.trim();
        if (CAUSE.test(line)) this.cause ??= line.trim();
        log?.(line);
      });
    }
    this.watchdog = startWatchdog(this.pid);
    // 'close' fires after the last line was read, so that an error can include it.
    this.ended = new Promise((resolve) => {
      child.once('close', () => {
        this.watchdog?.kill('SIGKILL');
        resolve();
      });
    });
  }

  /** Rejects if the process exits without `stop()`; never resolves. */
  async failure(): Promise<never> {
    await this.ended;
    if (this.stopping) return new Promise(() => {});
    const reason = plain(this.cause ?? this.lastLine) || `exit code ${this.child.exitCode ?? this.child.signalCode}`;
    throw new TemporalError('server-failed', `The embedded Temporal server exited during startup: ${reason}.`);
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.stopping = true;
    this.child.kill(signal);
    const kill = setTimeout(() => this.child.kill('SIGKILL'), GRACE_MS);
    await this.ended;
    clearTimeout(kill);
  }
}

/** The message of a line of the server's log, with its error. */
function plain(line: string): string {
  const message = /\bmsg="((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? line;
  const error = /\berror="((?:[^"\\]|\\.)*)"/.exec(line)?.[1];
  const whole = error === undefined ? message : `${message}: ${error}`;
  return whole.replace(/^Error: /, '').replace(/\.$/, '');
}

/**
 * Node cannot make the kernel kill a child with its parent. Instead, a shell waits on a pipe from this process. When the
 * process dies, even by SIGKILL, the pipe closes and the shell kills the server. It uses SIGKILL because a successor may
 * already need the port; the database survives that.
 */
function startWatchdog(pid: number): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const watchdog = spawn('/bin/sh', ['-c', 'read -r line; kill -9 "$1"', 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.on('error', () => {});
  watchdog.stdin?.on('error', () => {});
  watchdog.unref();
  (watchdog.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return watchdog;
}

/** The server gets its configuration from arguments. Variables for clients must not affect it. */
function withoutTemporalVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}
