import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { packageRoot } from '../../src/base/io/package-root';
import { loadSettings, type Settings } from '../../src/config';
import { freePorts } from '../../src/temporal';
import { QUICK } from '../pipeline/pace';

/** A process that is started again may take its time: on a busy machine longer than ten quick attempts. */
const PATIENT = Object.fromEntries(
  Object.entries(QUICK.retries).map(([kind, retry]) => [kind, { ...retry, attempts: 500 }]),
);

const DECK = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

/** Worker and service as processes of their own, which can be killed like machines that stop. */
export interface Processes {
  settings: Settings;
  directory: string;
  /** Runs a `deck` command until it is killed; resolves when it prints that it is ready. */
  start(part: 'worker' | 'service'): Promise<void>;
  /** kill -9, where it runs; resolves when the process is gone. */
  kill(part: 'worker' | 'service'): Promise<void>;
  /** SIGTERM; resolves with the exit code when the process is gone. */
  terminate(part: 'worker' | 'service'): Promise<number | null>;
  /** SIGSTOP, and SIGCONT after this time, where it runs. */
  stall(part: 'worker' | 'service', ms: number): Promise<void>;
  /** False once it has ended, by whatever cause. */
  alive(part: 'worker' | 'service'): boolean;
  pid(part: 'worker' | 'service'): number;
  /** Everything that it has printed, in all its lives. */
  printed(part: 'worker' | 'service'): string;
  /** The service's own speed from its next start on. */
  pace(timing: Record<string, string>): void;
  close(): Promise<void>;
}

const READY = { worker: /worker ready/, service: /service ready/ };

/** A killed worker is noticed as soon as for other calls; that Temporal may be away meanwhile is not what these tests are about. */
const NOTICED_SOON = { heartbeatPaid: '6s' };

/** Settings of processes whose neighbors are killed: a quick pace, and as much patience as a killed process needs. */
export const QUICK_WHEN_AWAY = { ...QUICK, timeouts: NOTICED_SOON, retries: PATIENT };

export async function prepareProcesses(sections: {
  temporalAddress: string;
  own: string;
  timing: Record<string, string>;
  /** More of the sections `server` and `worker`, in the words of temporal.yaml. */
  server?: Record<string, unknown>;
  worker?: Record<string, unknown>;
  workflow?: Record<string, unknown>;
  notifications?: Record<string, unknown>;
  service?: Record<string, unknown>;
  documents?: Record<string, unknown>;
  log?: Record<string, unknown>;
  /** More of the environment. */
  env?: Record<string, string>;
  /** The service's port; a free one by default. */
  port?: number;
  /** Where everything lies; left out: in a folder of its own, which goes when it is closed. */
  directory?: string;
  /** What the worker takes for the service's address, when something is between them. */
  serviceUrl?: string;
  /** The same for its address of Temporal. */
  workerTemporalAddress?: string;
}): Promise<Processes> {
  const directory = sections.directory ?? mkdtempSync(join(tmpdir(), 'deck-processes-'));
  const port = sections.port ?? (await freePorts('127.0.0.1', 1))[0]!;
  const file = join(directory, 'temporal.yaml');
  const configure = (timing: Record<string, string>) =>
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
        server: { ...sections.server, port, timing: { profile: 'instant', ...timing } },
        service: { keepsImages: true, ...sections.service, baseUrl: sections.serviceUrl ?? `http://127.0.0.1:${port}` },
        worker: { ...sections.worker },
        notifications: { ...sections.notifications },
        workflow: { ...QUICK_WHEN_AWAY, ...sections.workflow },
        documents: { ...sections.documents },
        log: { level: 'warn', ...sections.log },
      }),
    );
  configure(sections.timing);
  const running = new Map<string, ChildProcess>();
  const printed: Record<string, string[]> = { worker: [], service: [] };

  // No process outlives its parent, even a parent that crashes.
  const endAll = () => {
    for (const child of running.values()) child.kill('SIGKILL');
  };
  process.once('exit', endAll);

  return {
    settings: loadSettings({ file, env: {} }),
    directory,
    async start(part) {
      const address = part === 'worker' ? sections.workerTemporalAddress : undefined;
      const child = spawn(process.execPath, [DECK, part, '--config', file], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...sections.env, ...(address === undefined ? {} : { TEMPORAL_ADDRESS: address }) },
      });
      running.set(part, child);
      for (const stream of [child.stdout!, child.stderr!])
        stream.on('data', (chunk: Buffer) => printed[part]!.push(chunk.toString('utf8')));
      await ready(child, READY[part]);
    },
    async kill(part) {
      const child = running.get(part);
      if (!child) return;
      running.delete(part);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
    async terminate(part) {
      const child = running.get(part);
      if (!child) return null;
      running.delete(part);
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return child.exitCode;
    },
    async stall(part, ms) {
      const child = running.get(part);
      child?.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, ms));
      child?.kill('SIGCONT');
    },
    alive(part) {
      const child = running.get(part);
      return child !== undefined && child.exitCode === null && child.signalCode === null;
    },
    pid: (part) => running.get(part)!.pid!,
    printed: (part) => printed[part]!.join(''),
    pace: configure,
    async close() {
      for (const child of running.values()) {
        child.kill('SIGTERM');
        // One that a failed test has left standing still hears no request to end.
        const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
        clearTimeout(late);
      }
      process.off('exit', endAll);
      if (sections.directory === undefined) rmSync(directory, { recursive: true, force: true });
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
