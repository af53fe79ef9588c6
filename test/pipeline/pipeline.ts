import { randomUUID } from 'node:crypto';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { type Logger, pino } from 'pino';
import type { ServiceClient } from '../../src/client';
import { serviceClient } from '../../src/client/account/service-client';
import { type Settings, settingsSchema } from '../../src/config/settings';
import { workflowIdOf } from '../../src/core/deck-id';
import { PRESENTATION } from '../../src/core/messages';
import type { PresentationProgress, PresentationResult } from '../../src/core/progress';
import { factsOf } from '../../src/core/stages';
import { isLate, isUnpolled } from '../../src/decks/api/errors';
import type { PresentationInput } from '../../src/decks/input/input';
import type { Timing } from '../../src/service/domain/timing';
import type { OpenTesting } from '../../src/service/http/testing';
import { type RunningService, servicePools, startService } from '../../src/service/service';
import { connectTemporal, type TemporalConnection } from '../../src/temporal';
import { workerPools } from '../../src/worker/deck-work';
import { startPresentationWorker } from '../../src/worker/run-worker';
import { type FaultProxy, startFaultProxy } from '../faults/fault-proxy';
import { type ServiceRecords, serviceRecords } from '../faults/service-records';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { quietTemporal } from '../setup/quiet-temporal';
import * as inVm from '../setup/warm';
import { QUICK } from './pace';

const product: inVm.Product = { connectTemporal, startService, startPresentationWorker, servicePools, workerPools };
/** What a process keeps for its test files; undefined for a file that is on its own (test/setup/environment.ts). */
const warm = (globalThis as { warm?: typeof inVm }).warm;

quietTemporal();

type Run = (input: PresentationInput) => Promise<PresentationResult>;
export type DeckHandle = WorkflowHandleWithFirstExecutionRunId<Run>;

/** The worker runs in the test's own process: silent for as long as this, it stands still and is not dead. */
const ALIVE = { heartbeat: '30s' };

/**
 * Decks that every worker of these tests keeps in memory, whatever their settings say. With 0, which is not for
 * operators, every step of every deck is a replay of its whole history.
 */
export const CACHED_WORKFLOWS = 'DECK_CACHED_WORKFLOWS';

export interface PipelineOptions {
  /** Sections of temporal.yaml, in its words, over the quick pace. */
  settings?: Record<string, unknown>;
  /** Delays inside the service. */
  timing?: Partial<Timing>;
  /** Instead of the server that all tests share. */
  temporalAddress?: string;
  /** Where worker and service log to, for tests that read it. */
  log?: Logger;
  /** Test controls of the service. */
  testing?: OpenTesting;
  /** Puts a proxy between worker and service that misbehaves on demand. */
  faulty?: boolean;
}

/** Real server, real service with its own database, real worker, on loopback, apart from every other test. */
export interface Pipeline {
  settings: Settings;
  temporal: TemporalConnection;
  service: RunningService;
  /** With `faulty` only. */
  network: FaultProxy;
  directory: string;
  /** A client of the service in addition to the worker's, as another program of the integrator would have. */
  client: ServiceClient;
  /** Starts a deck of a user of its own unless told otherwise. */
  start(input: Partial<PresentationInput>): Promise<DeckHandle>;
  progress(handle: DeckHandle): Promise<PresentationProgress>;
  /** What the service holds of a deck's user. */
  records(handle: DeckHandle): ServiceRecords;
  /** Waits until the deck's progress fits. */
  until(handle: DeckHandle, fits: (progress: PresentationProgress) => boolean): Promise<PresentationProgress>;
  /** Decks that the worker holds in memory. */
  cachedDecks(): number;
  stopWorker(): Promise<void>;
  startWorker(): Promise<void>;
  close(): Promise<void>;
}

const QUIET: Logger = pino({ level: process.env.DECK_TEST_LOG ?? 'silent' }, pino.destination(2));

/** Without options, the stack of this process, which stays open when the pipeline is closed. */
export async function startPipeline(options: PipelineOptions = {}): Promise<Pipeline> {
  const { settings: sections = {}, timing, testing, faulty, temporalAddress, log = QUIET } = options;
  const { workflow, ...rest } = sections as { workflow?: Record<string, unknown> };
  const base = settingsSchema.parse({
    ...rest,
    temporal: { mode: 'existing', address: temporalAddress ?? process.env[TEST_TEMPORAL]! },
    workflow: { ...QUICK, timeouts: ALIVE, ...workflow },
    worker: { shutdownGraceTime: '1s', ...(rest as { worker?: object }).worker },
    log: { level: 'silent' },
  });
  const cached = process.env[CACHED_WORKFLOWS];
  const common = Object.keys(options).length === 0 && cached === undefined ? warm : undefined;
  const pools = warm?.poolsOf(product, base.server.limits.exportTime);
  let network: FaultProxy | undefined;
  const stack = common
    ? await common.commonStack(product, { settings: base, pools: pools! })
    : await (warm ?? inVm).startStack(product, {
        settings: base,
        log,
        ...(pools ? { pools } : {}),
        ...(timing ? { timing } : {}),
        ...(testing ? { testing } : {}),
        ...(cached === undefined ? {} : { worker: { maxCachedWorkflows: Number(cached) } }),
        baseUrl: async ({ url }) => {
          network = faulty ? await startFaultProxy(url) : undefined;
          return network?.url;
        },
      });
  const { settings, temporal, service, directory } = stack;

  const pipeline: Pipeline = {
    settings,
    temporal,
    service,
    network: network as FaultProxy,
    directory,
    client: serviceClient({ ...settings, service: { ...settings.service, baseUrl: service.url } }),
    start: ({ uid = `user-${randomUUID().slice(0, 8)}`, request = 'r1', ...input }) =>
      temporal.client.workflow.start<Run>(PRESENTATION, {
        taskQueue: settings.temporal.taskQueue,
        workflowId: workflowIdOf({ uid, request, channel: input.channel }),
        args: [{ uid, request, ...input }],
        workflowTaskTimeout: settings.workflow.timeouts.workflowTask,
      }),
    progress: (handle) =>
      handle.query<PresentationProgress>('progress').catch((error) => {
        // A busy worker lets the query, or the workflow task before it, time out.
        if (!isLate(error, 0) && !isUnpolled(error)) throw error;
        return pipeline.progress(handle);
      }),
    records: (handle) => serviceRecords(settings.data.directory, handle.workflowId.split('/')[1]!),
    async until(handle, fits) {
      // A question costs worker and server as much as a step of the deck: fewer of them, the longer it takes.
      for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 1.5, 150)) {
        const progress = await pipeline.progress(handle);
        if (fits(progress)) return progress;
        // Otherwise the wait would last as long as the test may.
        if (factsOf(progress.stage)?.isEnd) throw new Error(`the deck ended first: ${JSON.stringify(progress)}`);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    cachedDecks: () => stack.cachedDecks(),
    stopWorker: () => stack.stopWorker(),
    startWorker: () => stack.startWorker(),
    async close() {
      await pipeline.client.close();
      await network?.close();
      await (common ? common.leaveCommonStack() : stack.close());
    },
  };
  return pipeline;
}
