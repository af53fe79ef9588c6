import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { type Settings, settingsSchema } from '../src/config/settings';
import { PRESENTATION } from '../src/core/messages';
import type { PresentationProgress, PresentationResult } from '../src/core/progress';
import { startAttributes } from '../src/core/search-attributes';
import type { PresentationInput } from '../src/decks/input/input';
import type { Timing } from '../src/service/domain/timing';
import { type RunningService, startService } from '../src/service/service';
import {
  connectTemporal,
  type DevServer,
  findTemporalExecutable,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
} from '../src/temporal';
import { startPresentationWorker } from '../src/worker/run-worker';

export const silent = pino({ level: 'silent' });

/** The embedded Temporal server as `deck dev` starts it; in memory without a file. */
export async function benchServer(options: { dbFile?: string; port?: number } = {}): Promise<DevServer> {
  const { path: executable } = await findTemporalExecutable();
  return startDevServer({
    executable,
    headless: true,
    namespaces: ['default', 'service'],
    searchAttributes: presentationSearchAttributes,
    ...options,
  });
}

export function benchDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'deck-bench-'));
}

export interface StackOptions {
  /** False: without the worker of the decks. */
  worker?: boolean;
  /** With the server's database on disk, as `deck dev` has it; in memory by default. */
  durable?: boolean;
}

/** Temporal server, service and, unless left out, worker in this process, in a folder of their own. */
export interface LocalStack {
  settings: Settings;
  temporal: TemporalConnection;
  service: RunningService;
  close(): Promise<void>;
}

export async function startLocalStack(
  sections: Record<string, unknown> = {},
  timing: Partial<Timing> = {},
  { worker: withWorker = true, durable = false }: StackOptions = {},
): Promise<LocalStack> {
  // Without its signals the SDK would let workers drain on Ctrl-C, while the benchmark waits for their decks indefinitely.
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const directory = benchDirectory();
  const server = await benchServer(durable ? { dbFile: join(directory, 'temporal.db') } : {});
  const base = settingsSchema.parse({
    ...sections,
    temporal: { mode: 'existing', address: server.address },
    data: { directory: join(directory, 'data') },
    output: { directory: join(directory, 'out') },
    log: { level: 'silent' },
  });
  const temporal = await connectTemporal(base);
  const service = await startService({ settings: base, temporal, log: silent, port: 0, timing });
  const settings = { ...base, service: { ...base.service, baseUrl: service.url } };
  const worker = withWorker ? await startPresentationWorker({ settings, temporal, log: silent }) : undefined;
  return {
    settings,
    temporal,
    service,
    async close() {
      await worker?.stop();
      await service.close();
      await temporal.close();
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

let started = 0;

/** Starts a deck under a request of its own. */
export async function startDeck(
  { settings, temporal }: Pick<LocalStack, 'settings' | 'temporal'>,
  input: Partial<PresentationInput>,
): Promise<WorkflowHandle> {
  started += 1;
  const deck = { uid: 'bench', request: `r${started}`, ...input };
  return temporal.client.workflow.start(PRESENTATION, {
    taskQueue: settings.temporal.taskQueue,
    workflowId: `presentation/bench/${deck.request}`,
    workflowTaskTimeout: settings.workflow.timeouts.workflowTask,
    typedSearchAttributes: startAttributes(deck),
    args: [deck],
  });
}

/** A deck from its start to its file. @returns milliseconds until the result is here, and how to look at it */
export async function runDeck(
  stack: LocalStack,
  input: Partial<PresentationInput>,
): Promise<{ ms: number; handle: WorkflowHandle }> {
  const began = performance.now();
  const handle = await startDeck(stack, input);
  const { outcome } = (await handle.result()) as PresentationResult;
  if (outcome !== 'delivered') throw new Error(`the deck was ${outcome}`);
  return { ms: performance.now() - began, handle };
}

/** Resolves when the outline of that revision waits for a decision. */
export async function inReview(handle: WorkflowHandle, revision = 1): Promise<void> {
  for (;;) {
    // A worker that has just started may be late with its first task, which the server then calls failed.
    const progress = await handle.query<PresentationProgress>('progress').catch(() => undefined);
    if (progress?.review !== undefined && progress.outline?.revision === revision) return;
    await delay(20);
  }
}

export const review = (handle: WorkflowHandle, message: object) => handle.executeUpdate('review', { args: [message] });
