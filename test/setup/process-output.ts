import type { ChildProcess } from 'node:child_process';

/** Collects what a process prints, and waits for words of it. */
export class ProcessOutput {
  stdout = '';
  stderr = '';
  private closed = false;
  private readonly waiting = new Set<() => void>();

  constructor(child: ChildProcess) {
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]!.setEncoding('utf8').on('data', (text: string) => {
        this[name] += text;
        this.look();
      });
    }
    child.once('close', () => {
      this.closed = true;
      this.look();
    });
  }

  /** Both streams, the standard output first. */
  get all(): string {
    return this.stdout + this.stderr;
  }

  /**
   * Resolves when the text has appeared.
   *
   * @throws when the process ends without it.
   */
  says(text: string | RegExp): Promise<void> {
    return new Promise((done, reject) => {
      const look = () => {
        const said = typeof text === 'string' ? this.all.includes(text) : text.test(this.all);
        if (!said && !this.closed) return;
        this.waiting.delete(look);
        if (said) done();
        else reject(new Error(`the process ended without saying ${text}:\n${this.all}`));
      };
      this.waiting.add(look);
      look();
    });
  }

  private look(): void {
    for (const look of this.waiting) look();
  }
}
