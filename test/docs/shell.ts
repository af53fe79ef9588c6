import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/io/package-root';
import { ProcessOutput } from '../setup/process-output';

export interface Ran {
  output: string;
  /** Commands that failed, with their exit codes. */
  failed: { command: string; code: number }[];
}

/** One bash session, like the terminal of a reader who pastes the blocks of a page. */
export class Shell {
  private readonly child: ChildProcess;
  private readonly output: ProcessOutput;
  private blocks = 0;

  /** @param directory where the blocks are written as files, which leaves stdin out of their reach. */
  constructor(
    private readonly directory: string,
    env: NodeJS.ProcessEnv,
  ) {
    // A process group of its own, so that Ctrl-C reaches what runs in the foreground as in a terminal.
    this.child = spawn('bash', ['--norc', '-s'], {
      cwd: packageRoot,
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
    const file = join(this.directory, `block-${this.blocks}.sh`);
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
    // A block ends with the code of its last command, so its file fails with it.
    const failed = [...output.matchAll(/^<failed (\d+) (?!\. )(.*)>$/gm)].map(([, code, command]) => ({
      command: command!,
      code: Number(code),
    }));
    return { output: output.replace(/^<failed .*>\n/gm, ''), failed };
  }

  /** @throws when the session ends first. */
  says(words: string): Promise<void> {
    return this.output.says(words);
  }

  /** Ctrl-C, then the end of the session. */
  async close(): Promise<void> {
    const ended = new Promise((done) => this.child.once('close', done));
    if (this.child.exitCode !== null) return;
    process.kill(-this.child.pid!, 'SIGINT');
    this.child.stdin!.end();
    await ended;
  }
}
