import { Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Settings } from '../config';
import { given } from '../core/given';
import { ensureSearchAttributes, type TemporalConnection } from '../temporal';
import { bundleFor } from '../temporal/bundles';
import { tracing } from '../temporal/telemetry/tracing';
import { waitForShutdown } from '../temporal/worker-shutdown';
import { HEARTBEAT_THROTTLE, MAX_NOTIFICATIONS, openDeckWork, type WorkerPools } from './deck-work';
import { startRetention } from './kept-retention';
import { queueFacts, queuesOf } from './queue-facts';
import { deploymentOptions } from './versioning';
import { startVisibilityPoller } from './visibility-poller';

export interface RunningWorker {
  /** Resolves when all workers have stopped; rejects if one failed. */
  readonly ended: Promise<void>;
  /** Number of decks in the cache. */
  cachedDecks(): number;
  /** Undefined while all task queues are polled, otherwise the reason. */
  healthCheck(): Promise<string | undefined>;
  /** Lets running calls finish during the grace time and releases the rest. Returns after the force time at the latest. */
  stop(): Promise<void>;
}

export interface WorkerDependencies {
  settings: Settings;
  temporal: TemporalConnection;
  log: Logger;
  env?: NodeJS.ProcessEnv;
  /** Threads that several workers of one process share. Their owner closes them (default: threads of its own). */
  pools?: WorkerPools;
}

/**
 * Runs the presentation worker. Workflows, short calls and streams have separate task queues, so that streams cannot delay a
 * review. Notifications share the queue of the workflows.
 */
export async function startPresentationWorker({
  settings,
  temporal,
  log,
  env,
  pools,
}: WorkerDependencies): Promise<RunningWorker> {
  const { namespace, taskQueue } = settings.temporal;
  const { concurrency } = settings.worker;
  await ensureSearchAttributes(temporal.connection, namespace);
  const { metricMeter } = Runtime.instance();
  const work = openDeckWork({ settings, namespace, taskQueue, log, ...given({ env, pools }) });
  const shared: Pick<
    WorkerOptions,
    | 'namespace'
    | 'dataConverter'
    | 'shutdownGraceTime'
    | 'maxHeartbeatThrottleInterval'
    | 'workerDeploymentOptions'
    | 'interceptors'
    | 'sinks'
  > & {
    connection: NonNullable<WorkerOptions['connection']>;
  } = {
    connection: await temporal.native(),
    namespace,
    dataConverter: temporal.dataConverter,
    shutdownGraceTime: settings.worker.shutdownGraceTime,
    maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE,
    ...deploymentOptions(settings),
    ...tracing()?.workerOptions(),
  };
  const workers = await Promise.all([
    Worker.create({
      ...shared,
      taskQueue,
      workflowBundle: bundleFor('presentation', settings),
      activities: work.beside,
      maxConcurrentActivityTaskExecutions: MAX_NOTIFICATIONS,
      maxConcurrentWorkflowTaskExecutions: concurrency.workflowTasks,
      maxCachedWorkflows: settings.worker.maxCachedWorkflows,
      stickyQueueScheduleToStartTimeout: settings.worker.stickyQueueScheduleToStartTimeout,
    }),
    ...work.calls.map((calls) => Worker.create({ ...shared, ...calls })),
  ]);
  const visibilityPoller = metricsAreServed(settings)
    ? startVisibilityPoller({ settings, temporal, meter: metricMeter, log })
    : undefined;
  const retention = startRetention({ settings, temporal, log, ...given({ env }) });
  const ended = Promise.all(workers.map((worker) => worker.run())).then(work.close);
  // If one worker fails, the others stop too. `ended` rejects with the error.
  ended.catch(() => stopAll(workers));
  return {
    ended,
    cachedDecks: () => workers[0].getStatus().numCachedWorkflows,
    async healthCheck() {
      const states = workers.map((worker) => worker.getState());
      if (states.some((state) => state !== 'RUNNING'))
        return `workers are in state ${[...new Set(states)].join(' and ')}`;
      return unpolled(settings, temporal, workers[0].options.identity);
    },
    async stop() {
      stopAll(workers);
      retention.stop();
      await visibilityPoller?.stop();
      await waitForShutdown(ended, settings.worker, log);
    },
  };
}

function stopAll(workers: Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}

/** Without a metrics endpoint, visibility polls would be useless load. */
function metricsAreServed({ telemetry }: Settings): boolean {
  return telemetry.metrics.address !== null;
}

/** Names the first task queue that this process does not poll, according to the server. */
async function unpolled(
  settings: Settings,
  { connection }: TemporalConnection,
  identity: string,
): Promise<string | undefined> {
  for (const queue of queuesOf(settings)) {
    const { pollers } = await queueFacts(connection, settings.temporal.namespace, queue);
    if (!pollers.includes(identity)) return `this process does not poll the task queue ${queue.name}`;
  }
  return undefined;
}
