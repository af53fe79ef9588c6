import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { type Logger, pino } from 'pino';
import { serviceClient } from '../../src/account/service-client';
import type { ServiceClient } from '../../src/client';
import { type Settings, settingsSchema } from '../../src/config/settings';
import { workflowIdOf } from '../../src/core/deck-id';
import { PRESENTATION, type PresentationProgress, type PresentationResult } from '../../src/core/messages';
import type { PresentationInput } from '../../src/input/input';
import type { Timing } from '../../src/service/domain/timing';
import { type RunningService, startService } from '../../src/service/service';
import { connectTemporal, type TemporalConnection } from '../../src/temporal';
import { type RunningWorker, startPresentationWorker } from '../../src/worker/run-worker';
import { type FaultProxy, startFaultProxy } from '../faults/fault-proxy';
import { type ServiceRecords, serviceRecords } from '../faults/service-records';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { QUICK } from './pace';

// Failing activities are what many of these tests are about; the SDK would print each.
Runtime.install({ logger: new DefaultLogger('ERROR') });

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

export async function startPipeline({
  settings: sections = {},
  timing,
  faulty,
  temporalAddress,
  log = pino({ level: process.env.DECK_TEST_LOG ?? 'silent' }, pino.destination(2)),
}: PipelineOptions = {}): Promise<Pipeline> {
  const directory = mkdtempSync(join(tmpdir(), 'deck-pipeline-'));
  const own = randomUUID().slice(0, 8);
  const { workflow, ...rest } = sections as { workflow?: Record<string, unknown> };
  const base = settingsSchema.parse({
    ...rest,
    temporal: {
      mode: 'existing',
      address: temporalAddress ?? process.env[TEST_TEMPORAL]!,
      taskQueue: `presentation-${own}`,
      jobsTaskQueue: `jobs-${own}`,
    },
    data: { directory: join(directory, 'data') },
    output: { directory: join(directory, 'out') },
    workflow: { ...QUICK, timeouts: ALIVE, ...workflow },
    worker: { shutdownGraceTime: '1s', ...(rest as { worker?: object }).worker },
    log: { level: 'silent' },
  });
  const temporal = await connectTemporal(base);
  const service = await startService({ settings: base, temporal, log, port: 0, ...(timing ? { timing } : {}) });
  const network = faulty ? await startFaultProxy(service.url) : undefined;
  const baseUrl = network?.url ?? service.url;
  const cached = process.env[CACHED_WORKFLOWS];
  const settings: Settings = {
    ...base,
    service: { ...base.service, baseUrl },
    worker: cached === undefined ? base.worker : { ...base.worker, maxCachedWorkflows: Number(cached) },
  };
  let worker: RunningWorker | undefined = await startPresentationWorker({ settings, temporal, log });

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
        workflowId: workflowIdOf({ uid, request }),
        args: [{ uid, request, ...input }],
        workflowTaskTimeout: settings.workflow.timeouts.workflowTask,
      }),
    progress: (handle) => handle.query<PresentationProgress>('progress'),
    records: (handle) => serviceRecords(settings.data.directory, handle.workflowId.split('/')[1]!),
    async until(handle, fits) {
      // A question costs worker and server as much as a step of the deck: fewer of them, the longer it takes.
      for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 1.5, 150)) {
        const progress = await pipeline.progress(handle);
        if (fits(progress)) return progress;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    cachedDecks: () => worker?.cachedDecks() ?? 0,
    async stopWorker() {
      await worker?.stop();
      worker = undefined;
    },
    async startWorker() {
      worker = await startPresentationWorker({ settings, temporal, log });
    },
    async close() {
      await pipeline.stopWorker();
      await pipeline.client.close();
      await network?.close();
      await service.close();
      await temporal.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return pipeline;
}
