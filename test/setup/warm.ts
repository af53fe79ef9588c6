import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type * as pino from 'pino';
import type { Settings } from '../../src/config/settings';
import type { Timing } from '../../src/service/domain/timing';
import type { OpenTesting } from '../../src/service/http/testing';
import type { RunningService, ServicePools, startService } from '../../src/service/service';
import type { connectTemporal, TemporalConnection } from '../../src/temporal';
import type { WorkerPools } from '../../src/worker/deck-work';
import type { RunningWorker, startPresentationWorker } from '../../src/worker/run-worker';

/**
 * Runs in Node, not in Jest's VM: what it keeps serves all test files of a process, so it must hold nothing of one of them.
 * Of the product it imports only types, because unit tests load it too; callers hand the product in.
 */
export interface Product {
  connectTemporal: typeof connectTemporal;
  startService: typeof startService;
  startPresentationWorker: typeof startPresentationWorker;
  servicePools(exportWork: number): ServicePools;
  workerPools(): WorkerPools;
}

export interface StackOptions {
  /** Without directories and task queues, which a stack has for itself. */
  settings: Settings;
  log: pino.Logger;
  timing?: Partial<Timing>;
  testing?: OpenTesting;
  /** The service as the worker sees it (default: its own address). */
  baseUrl?(service: RunningService): Promise<string | undefined>;
  worker?: Partial<Settings['worker']>;
  /** Of the process (default: threads of its own). */
  pools?: Pools;
}

export interface Pools {
  service?: ServicePools;
  worker: WorkerPools;
}

/** A service with its worker, on a server that it shares. */
export interface Stack {
  settings: Settings;
  temporal: TemporalConnection;
  service: RunningService;
  directory: string;
  cachedDecks(): number;
  stopWorker(): Promise<void>;
  startWorker(): Promise<void>;
  close(): Promise<void>;
}

/** Threads are slow to start, so all stacks of a process use the same ones. */
let pools: { service: ServicePools; worker: WorkerPools; exportTime: number } | undefined;

export function poolsOf(product: Pick<Product, 'servicePools' | 'workerPools'>, exportTime: number): Pools {
  pools ??= { service: product.servicePools(exportTime), worker: product.workerPools(), exportTime };
  // The limit of an export is the only setting of a thread.
  return exportTime === pools.exportTime ? { service: pools.service, worker: pools.worker } : { worker: pools.worker };
}

export async function startStack(product: Product, options: StackOptions): Promise<Stack> {
  const { startPresentationWorker } = product;
  const { log, timing, testing, pools: threads } = options;
  const directory = mkdtempSync(join(tmpdir(), 'deck-pipeline-'));
  const own = randomUUID().slice(0, 8);
  const base: Settings = {
    ...options.settings,
    temporal: { ...options.settings.temporal, taskQueue: `presentation-${own}`, jobsTaskQueue: `jobs-${own}` },
    data: { ...options.settings.data, directory: join(directory, 'data') },
    output: { ...options.settings.output, directory: join(directory, 'out') },
  };
  const temporal = await product.connectTemporal(base);
  const service = await product.startService({
    settings: base,
    temporal,
    log,
    port: 0,
    ...(timing && { timing }),
    ...(testing && { testing }),
    ...(threads?.service && { pools: threads.service }),
  });
  const address = await options.baseUrl?.(service);
  const settings: Settings = {
    ...base,
    // Without another address, it is the embedded one, as for `deck dev`.
    service: {
      ...base.service,
      ...(address === undefined
        ? { baseUrl: null }
        : { baseUrl: address, keepsImages: base.service.keepsImages ?? true }),
    },
    server: { ...base.server, port: Number(new URL(service.url).port) },
    worker: { ...base.worker, ...options.worker },
  };
  const start = () => startPresentationWorker({ settings, temporal, log, ...(threads && { pools: threads.worker }) });
  let worker: RunningWorker | undefined = await start();
  const stack: Stack = {
    settings,
    temporal,
    service,
    directory,
    cachedDecks: () => worker?.cachedDecks() ?? 0,
    async stopWorker() {
      await worker?.stop();
      worker = undefined;
    },
    async startWorker() {
      worker ??= await start();
    },
    async close() {
      await stack.stopWorker();
      await service.close();
      await temporal.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return stack;
}

let common: Promise<Stack> | undefined;

/** The stack with the settings of most tests. Each test has users of its own. */
export function commonStack(product: Product, options: Pick<StackOptions, 'settings' | 'pools'>): Promise<Stack> {
  // Not a log of the first test file, with which its modules would stay.
  const { pino } = require('pino') as typeof import('pino');
  const log = pino({ level: process.env.DECK_TEST_LOG ?? 'silent' }, pino.destination(2));
  common ??= startStack(product, { ...options, log });
  return common;
}

/** Leaves the common stack to the next test file: with its worker, and without open decks. */
export async function leaveCommonStack(): Promise<void> {
  if (common === undefined) return;
  const { settings, temporal, startWorker } = await common;
  const { workflow } = temporal.client;
  const query = `TaskQueue = '${settings.temporal.taskQueue}' AND ExecutionStatus = 'Running'`;
  for await (const { workflowId } of temporal.lists.workflow.list({ query }))
    await workflow
      .getHandle(workflowId)
      .terminate('its test has ended')
      .catch(() => {});
  await startWorker();
}

export interface CommandHost {
  child: ChildProcess;
  busy: boolean;
}

let host: CommandHost | undefined;

/** Runs command lines of tests, one at a time (../cli/host.js). */
export function commandHost(): CommandHost {
  if (host?.child.connected) return host;
  const root = resolve(__dirname, '../..');
  host = { child: fork(join(root, 'test/cli/host.js'), [root], { stdio: 'ignore' }), busy: false };
  return host;
}

export function closeCommandHost(): void {
  host?.child.kill('SIGKILL');
  host = undefined;
}

/** Once, when the process has run its last test file. */
export async function closeWarm(): Promise<void> {
  closeCommandHost();
  await (await common)?.close();
  const all = [...Object.values(pools?.service ?? {}), ...Object.values(pools?.worker ?? {})];
  await Promise.all(all.map((pool) => pool.close()));
  common = undefined;
  pools = undefined;
}
