import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { ProcessOutput } from '../setup/process-output';

export interface Ran {
  output: string;
  /** Commands that failed, with their exit codes. */
  failed: { command: string; code: number }[];
}

/** Ten times as long as any command of a page takes on a busy host. */
const COMMAND_MS = 240_000;
/** How long a session may take to end after Ctrl-C. */
const PATIENCE_MS = 30_000;

/** One bash session, like the terminal of a reader who pastes the blocks of a page. */
export class Shell {
  private readonly child: ChildProcess;
  private readonly output: ProcessOutput;
  private blocks = 0;
  private closed = false;

  /** @param directory where the blocks are written as files, which leaves stdin out of their reach. */
  constructor(
    private readonly directory: string,
    env: NodeJS.ProcessEnv,
    cwd = packageRoot,
  ) {
    // A process group of its own, so that Ctrl-C reaches what runs in the foreground as in a terminal.
    this.child = spawn('bash', ['--norc', '-s'], {
      cwd,
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.output = new ProcessOutput(this.child);
    this.child.stdin!.write('exec 2>&1; shopt -s expand_aliases; trap \'echo "<failed $? $BASH_COMMAND>"\' ERR\n');
  }

  /** Starts a block without waiting for its end. */
  start(block: string, after = ''): void {
    this.blocks += 1;
    const file = join(this.directory, `block-${this.child.pid}-${this.blocks}.sh`);
    writeFileSync(file, `${block}\n`);
    this.child.stdin!.write(`. ${file} < /dev/null\n${after}\n`);
  }

  /** Runs a block to the end of its last command. */
  async run(block: string): Promise<Ran> {
    const from = this.output.stdout.length;
    const mark = `<block ${this.blocks + 1} completed>`;
    this.start(block, `echo; echo '${mark}'`);
    await this.says(mark);
    const output = this.output.stdout.slice(from).replace(mark, '');
    return { output: output.replace(/^<failed .*>\n/gm, ''), failed: failuresIn(output) };
  }

  /** Commands that have failed since the start. */
  get failures(): Ran['failed'] {
    return failuresIn(this.output.stdout);
  }

  /** @throws when the session ends first, or says nothing of it in time. */
  async says(words: string | RegExp): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    const inTime = new Promise<never>((_, reject) => {
      late = setTimeout(
        () => reject(new Error(`no ${words} within ${COMMAND_MS / 1000} s after:\n${this.output.all.slice(-4_000)}`)),
        COMMAND_MS,
      );
    });
    await Promise.race([this.output.says(words), inTime]).finally(() => clearTimeout(late));
  }

  /** Ctrl-C, then the end of the session and of its background jobs, which ignore Ctrl-C. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    const ended = new Promise((done) => this.child.once('close', done));
    const exited = new Promise((done) => this.child.once('exit', done));
    this.signal('SIGINT');
    this.child.stdin!.end();
    const stuck = setTimeout(() => this.signal('SIGKILL'), PATIENCE_MS);
    if (this.child.exitCode === null && this.child.signalCode === null) await exited;
    this.signal('SIGTERM');
    await ended;
    clearTimeout(stuck);
  }

  private signal(name: NodeJS.Signals): void {
    try {
      process.kill(-this.child.pid!, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** A block ends with the code of its last command, so its file fails with it. */
const failuresIn = (output: string): Ran['failed'] =>
  [...output.matchAll(/^<failed (\d+) (?!\. )(.*)>$/gm)].map(([, code, command]) => ({
    command: command!,
    code: Number(code),
  }));
