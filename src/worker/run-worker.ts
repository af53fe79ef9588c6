import { Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createActivities } from '../../activities';
import { verdictOf } from '../../activities/failures';
import { notificationActivities } from '../../activities/notifications';
import { serviceClient } from '../account/service-client';
import type { Settings } from '../config';
import { apiQueueOf, streamQueueOf } from '../core/queues';
import { createDirectoryStore } from '../documents/document-store';
import { documentDirectory } from '../documents/paths';
import { openNotifier } from '../notifications/notifier';
import { tracing } from '../telemetry/tracing';
import { workerTelemetry, zeroWorkflowMetrics } from '../telemetry/worker-telemetry';
import { ensureSearchAttributes, type TemporalConnection } from '../temporal';
import { bundleFor } from '../temporal/bundles';
import { waitForShutdown } from '../temporal/worker-shutdown';
import { startVisibilityPoller } from './visibility-poller';
import { queueFacts, queuesOf } from './queue-facts';
import { deploymentOptions } from './versioning';

/**
 * The SDK holds heartbeats back for up to 80 % of their timeout. Sent as often as the activities beat, they leave the
 * whole timeout for a restart of Temporal, and a cancellation arrives within this time.
 */
const HEARTBEAT_THROTTLE = '2s';

/** They only wait for answers, some of them to the end of their deadline. */
const NOTICES_AT_ONCE = 100;

export interface RunningWorker {
  /** Settles when the workers have ended; rejects when one failed. */
  readonly ended: Promise<void>;
  /** Decks kept in memory just now; the others cost nothing until something happens to them. */
  cachedDecks(): number;
  /** Undefined while all of its queues are asked for work; else a sentence. */
  healthCheck(): Promise<string | undefined>;
  /** Lets calls under way finish for the grace time, hands over the rest; after the force time it waits no longer. */
  stop(): Promise<void>;
}

export interface WorkerDependencies {
  settings: Settings;
  temporal: TemporalConnection;
  log: Logger;
  env?: NodeJS.ProcessEnv;
}

/**
 * Runs the presentation worker: workflows, short calls and long ones, each on a queue of its own, so that streams
 * cannot crowd out a review; with the workflows, the notices that they send.
 */
export async function startPresentationWorker({
  settings,
  temporal,
  log,
  env,
}: WorkerDependencies): Promise<RunningWorker> {
  const { namespace, taskQueue } = settings.temporal;
  const { concurrency } = settings.worker;
  await ensureSearchAttributes(temporal.connection, namespace);
  const { metricMeter } = Runtime.instance();
  const telemetry = workerTelemetry(metricMeter, (error) => verdictOf(error, settings.profile).type);
  zeroWorkflowMetrics(metricMeter, namespace, taskQueue);
  const client = serviceClient(settings, env, telemetry.calls);
  const documents = createDirectoryStore(documentDirectory(settings), settings.workflow.claimCheckAbove);
  const activities = createActivities({ client, documents, settings, log, telemetry });
  const notifier = openNotifier({ settings, log, ...(env === undefined ? {} : { env }) });
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
      // Notices alone: however slow their receivers are, no call of a deck waits behind them.
      activities: notificationActivities({ settings, log, notifier, telemetry }),
      maxConcurrentActivityTaskExecutions: NOTICES_AT_ONCE,
      maxConcurrentWorkflowTaskExecutions: concurrency.workflowTasks,
      maxCachedWorkflows: settings.worker.maxCachedWorkflows,
      stickyQueueScheduleToStartTimeout: settings.worker.stickyQueueScheduleToStartTimeout,
    }),
    Worker.create({
      ...shared,
      taskQueue: apiQueueOf(taskQueue),
      activities,
      maxConcurrentActivityTaskExecutions: concurrency.api,
      ...(settings.worker.apiCallsPerSecond === null
        ? {}
        : { maxTaskQueueActivitiesPerSecond: settings.worker.apiCallsPerSecond }),
    }),
    Worker.create({
      ...shared,
      taskQueue: streamQueueOf(taskQueue),
      activities,
      maxConcurrentActivityTaskExecutions: concurrency.stream,
    }),
  ]);
  const visibilityPoller = metricsAreServed(settings) ? startVisibilityPoller({ settings, temporal, meter: metricMeter, log }) : undefined;
  const ended = Promise.all(workers.map((worker) => worker.run())).then(async () => {
    await notifier.close();
    await client.close();
  });
  // One that fails takes the others with it; whoever waits for `ended` hears of it.
  ended.catch(() => stopAll(workers));
  return {
    ended,
    cachedDecks: () => workers[0].getStatus().numCachedWorkflows,
    async healthCheck() {
      const states = workers.map((worker) => worker.getState());
      if (states.some((state) => state !== 'RUNNING')) return `its workers are ${[...new Set(states)].join(' and ')}`;
      return unpolled(settings, temporal, workers[0].options.identity);
    },
    async stop() {
      stopAll(workers);
      await visibilityPoller?.stop();
      await waitForShutdown(ended, settings.worker, log);
    },
  };
}

function stopAll(workers: Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}

/** A census is for those who look at the metrics; without an endpoint nobody does. */
function metricsAreServed({ telemetry }: Settings): boolean {
  return telemetry.metrics.address !== null;
}

/** The first queue that the server has not heard this process ask for work, as a sentence. */
async function unpolled(
  settings: Settings,
  { connection }: TemporalConnection,
  identity: string,
): Promise<string | undefined> {
  for (const queue of queuesOf(settings)) {
    const { pollers } = await queueFacts(connection, settings.temporal.namespace, queue);
    if (!pollers.includes(identity)) return `nobody here asks the queue ${queue.name} for work`;
  }
  return undefined;
}
