import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { loadSettings, type Settings } from '../../src/config';
import { packageRoot } from '../../src/package-root';
import { freePorts } from '../../src/temporal';
import { QUICK } from '../pipeline/pipeline';

const DECK = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

/** Worker and service as processes of their own, which can be killed like machines that stop. */
export interface Processes {
  settings: Settings;
  directory: string;
  /** Runs a `deck` command until it is killed; resolves when it prints that it is ready. */
  start(part: 'worker' | 'service'): Promise<void>;
  /** kill -9; resolves when the process is gone. */
  kill(part: 'worker' | 'service'): Promise<void>;
  close(): Promise<void>;
}

const READY = { worker: /worker ready/, service: /service ready/ };

export async function prepareProcesses(sections: {
  temporalAddress: string;
  own: string;
  timing: Record<string, string>;
}): Promise<Processes> {
  const directory = mkdtempSync(join(tmpdir(), 'deck-processes-'));
  const [port] = await freePorts('127.0.0.1', 1);
  const file = join(directory, 'temporal.yaml');
  writeFileSync(
    file,
    stringify({
      temporal: {
        mode: 'existing',
        address: sections.temporalAddress,
        taskQueue: `presentation-${sections.own}`,
        jobsTaskQueue: `jobs-${sections.own}`,
      },
      data: { directory: 'data' },
      output: { directory: 'out' },
      server: { port, timing: { profile: 'instant', ...sections.timing } },
      service: { baseUrl: `http://127.0.0.1:${port}` },
      workflow: QUICK,
      log: { level: 'warn' },
    }),
  );
  const running = new Map<string, ChildProcess>();

  return {
    settings: loadSettings({ file, env: {} }),
    directory,
    async start(part) {
      const child = spawn(process.execPath, [DECK, part, '--config', file], { stdio: ['ignore', 'pipe', 'pipe'] });
      running.set(part, child);
      await ready(child, READY[part]);
    },
    async kill(part) {
      const child = running.get(part)!;
      running.delete(part);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
    async close() {
      for (const child of running.values()) {
        child.kill('SIGTERM');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function ready(child: ChildProcess, line: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (line.test(output)) resolve();
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready:\n${output}`)));
  });
}
