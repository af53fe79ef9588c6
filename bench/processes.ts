import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { stringify } from 'yaml';
import { forEachLimit } from '../src/base/io/for-each-limit';
import { packageRoot } from '../src/base/io/package-root';
import { loadSettings, type Settings } from '../src/config';
import { PRESENTATION } from '../src/core/messages';
import type { ReviewMessage } from '../src/core/review-message';
import { connectTemporal, freePorts, type TemporalConnection } from '../src/temporal';
import { benchDirectory, benchServer, startDeck } from './stack';

const DECK = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

/** Temporal with a database on disk, and `deck` commands as processes of their own, in a folder that goes with them. */
export interface ProcessStack {
  directory: string;
  temporal: TemporalConnection;
  /** kill -9 of the Temporal server, which is then started again on its port and database. */
  restartServer(): Promise<void>;
  /** What `temporal.yaml` says, with these sections in it; the sections that make it this stack's are added. */
  configure(name: string, sections?: Record<string, unknown>): Configuration;
  /** Runs `deck <part>` until it says that it is ready. */
  start(part: 'worker' | 'service', configuration: Configuration, node?: readonly string[]): Promise<ChildProcess>;
  /** The same for any program of Node, until it prints the words. */
  run(args: readonly string[], words: string): Promise<ChildProcess>;
  /** Ends everything and removes the folder. */
  close(): Promise<void>;
}

export interface Configuration {
  file: string;
  settings: Settings;
}

export async function startProcessStack(): Promise<ProcessStack> {
  const directory = benchDirectory();
  const [port, servicePort] = await freePorts('127.0.0.1', 2);
  const startServer = () => benchServer({ port: port!, dbFile: join(directory, 'temporal.db') });
  let server = await startServer();
  const running = new Set<ChildProcess>();
  const stack: ProcessStack = {
    directory,
    temporal: undefined as unknown as TemporalConnection,
    async restartServer() {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      server = await startServer();
    },
    configure(name, { temporal = {}, ...sections } = {}) {
      const file = join(directory, `${name}.yaml`);
      const written = {
        log: { level: 'error' },
        ...sections,
        temporal: { mode: 'existing', address: `127.0.0.1:${port}`, ...(temporal as object) },
        data: { directory: 'data' },
        output: { directory: 'out' },
        server: { port: servicePort },
        service: { baseUrl: `http://127.0.0.1:${servicePort}`, keepsImages: true },
      };
      writeFileSync(file, stringify(written));
      return { file, settings: loadSettings({ file, env: {} }) };
    },
    start: (part, { file }, node = []) => stack.run([...node, DECK, part, '--config', file], `${part} ready`),
    async run(args, words) {
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
      running.add(child);
      child.once('exit', () => running.delete(child));
      await printed(child, words);
      return child;
    },
    async close() {
      await Promise.all([...running].map(killed));
      await stack.temporal.close();
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  stack.temporal = await connectTemporal(stack.configure('client').settings);
  return stack;
}

/** Resolves when the process prints the words. @throws what it printed when it ends before */
function printed(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        output = `${output}${chunk}`.slice(-100_000);
        if (output.includes(words)) resolve();
      });
    }
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready:\n${output}`)));
  });
}

/** kill -9; resolves when the process is gone. */
export async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Decks that are started at the same time. */
export const AT_ONCE = 30;

/** Starts decks and waits until all of them await review. The requests end with numbers after a common prefix. */
export async function openReviews(
  { temporal }: ProcessStack,
  { settings }: Configuration,
  requests: string[],
): Promise<void> {
  await forEachLimit(requests, AT_ONCE, async (request) => {
    await startDeck({ settings, temporal }, { request, title: `Deck ${request}` });
  });
  const prefix = requests[0]!.replace(/\d+$/, '');
  const query = `WorkflowId STARTS_WITH 'presentation/bench/${prefix}' AND PresentationStage = 'review'`;
  while ((await temporal.client.workflow.count(query)).count < requests.length) await delay(200);
}

export function deckHandle({ temporal }: ProcessStack, request: string): WorkflowHandle {
  return temporal.client.workflow.getHandle(`${PRESENTATION}/bench/${request}`);
}

/** Like a client that retries until it gets an answer; one decision, however often it is sent. */
export async function decide(handle: WorkflowHandle, decision: ReviewMessage['decision'] = 'approve'): Promise<void> {
  const args: [object] = [{ revision: 1, decision, reviewer: 'bench' }];
  for (let attempt = 1; ; attempt += 1) {
    try {
      await handle.executeUpdate('review', { args, updateId: decision });
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await delay(100);
    }
  }
}
