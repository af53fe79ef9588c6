import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { loadSettings, type Settings } from '../../src/config';
import { settingsForRunningStack } from '../../src/config/running-stack';
import { packageRoot } from '../../src/io/package-root';
import { readRun } from '../../src/stack/run-file';
import { freePorts } from '../../src/temporal';
import { withSet } from './options';

const DECK = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

/** The processes whose costs are reported separately. */
export const PARTS = ['worker', 'service', 'temporal'] as const;
export type Part = (typeof PARTS)[number];

/** Temporal with its database file, service and worker, each a process of its own, as `deck` starts them. */
export interface LoadProcesses {
  settings: Settings;
  pids: Record<Part, number>;
  temporalDb: string;
  serviceDb: string;
  /** The service's log: one JSON line a request. */
  serviceLog: string;
  workerLog: string;
  /** Rejects when one of them ends unexpectedly. */
  failure: Promise<never>;
  close(): Promise<void>;
}

/** With the shipped settings, but for free ports and the differences that are named. */
export async function startProcesses(set: readonly string[]): Promise<LoadProcesses> {
  const directory = mkdtempSync(join(tmpdir(), 'deck-load-'));
  const file = join(directory, 'temporal.yaml');
  const [temporalPort, uiPort, servicePort] = await freePorts('127.0.0.1', 3);
  const sections = {
    temporal: { address: `127.0.0.1:${temporalPort}`, uiPort },
    server: { port: servicePort },
  };
  writeFileSync(file, stringify(withSet(sections, set)));
  const running: ChildProcess[] = [];
  const closeAll = async () => {
    // The worker first: it drains into the others.
    for (const child of running.reverse()) await stop(child);
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  try {
    const configured = loadSettings({ file, env: {} });
    const serviceLog = join(directory, 'service.log');
    const service = await deck('service', file, serviceLog, running);
    const workerLog = join(directory, 'worker.log');
    const worker = await deck('worker', file, workerLog, running);
    const failure = Promise.race([service, worker].map(ended));
    failure.catch(() => undefined);
    return {
      settings: settingsForRunningStack(configured, readRun(configured.data.directory)),
      pids: { worker: worker.pid!, service: service.pid!, temporal: temporalOf(service.pid!) },
      temporalDb: join(configured.data.directory, 'temporal.db'),
      serviceDb: join(configured.data.directory, 'service', 'service.db'),
      serviceLog,
      workerLog,
      failure,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function deck(
  part: 'service' | 'worker',
  file: string,
  log: string,
  running: ChildProcess[],
): Promise<ChildProcess> {
  const errors = openSync(log, 'a');
  const child = spawn(process.execPath, [DECK, part, '--config', file], {
    env: withoutCluster(process.env),
    stdio: ['ignore', 'pipe', errors],
  });
  closeSync(errors);
  running.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => chunk.includes(`${part} ready`) && resolve());
    child.once('exit', () => reject(new Error(`deck ${part} exited:\n${readFileSync(log, 'utf8')}`)));
  });
  return child;
}

/** Variables that name a real cluster would send the load there. */
function withoutCluster(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('TEMPORAL_') || name === 'TEMPORAL_CLI'),
  );
}

async function ended(child: ChildProcess): Promise<never> {
  const [code, signal] = await once(child, 'exit');
  throw new Error(`a process of the run exited (${code ?? signal})`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await once(child, 'exit');
  clearTimeout(late);
}

/** The embedded server is a child of the service; its watchdog, a shell, is another. */
function temporalOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const server = children.find((child) => readFileSync(`/proc/${child}/comm`, 'utf8').trim() !== 'sh');
  if (server === undefined) throw new Error('the Temporal server of the service was not found');
  return server;
}
