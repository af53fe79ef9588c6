import type { DataConverter } from '@temporalio/common';
import { type NativeConnection, Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Settings } from '../../config';
import type { Bundle } from '../../temporal/bundles';
import { tracing } from '../../temporal/telemetry/tracing';
import { waitForShutdown } from '../../temporal/worker-shutdown';
import type { JobActivities } from './activities';
import { contentQueueOf } from './workflows/queues';

/**
 * By default the SDK throttles heartbeats to 80 % of their timeout, which leaves one second of 5 for the network and a
 * restart of Temporal. This also limits how late a cancellation arrives.
 */
const HEARTBEATS_HELD_BACK = '2s' as const;

export interface JobWorker {
  /** Accepts no new jobs, gives running ones the grace time, abandons the rest to another worker, and ends. */
  stop(): Promise<void>;
}

interface JobWorkerOptions {
  connection: NativeConnection;
  dataConverter: DataConverter;
  settings: Pick<Settings, 'temporal' | 'worker'>;
  activities: JobActivities;
  workflowBundle: Bundle;
  log: Logger;
}

/**
 * Runs the workers of the service's jobs in this process: one for workflows, exports and housekeeping, and one for
 * content, whose slots mostly wait for a language model.
 */
export async function startJobWorker(options: JobWorkerOptions): Promise<JobWorker> {
  const { connection, dataConverter, activities, workflowBundle, log } = options;
  const { temporal, worker: limits } = options.settings;
  const shared = {
    connection,
    dataConverter,
    namespace: temporal.serviceNamespace,
    activities: { ...activities },
    maxHeartbeatThrottleInterval: HEARTBEATS_HELD_BACK,
    shutdownGraceTime: limits.shutdownGraceTime,
    ...tracing()?.workerOptions(),
  };
  const workers = await Promise.all([
    Worker.create({
      ...shared,
      taskQueue: temporal.jobsTaskQueue,
      workflowBundle,
      maxConcurrentActivityTaskExecutions: limits.concurrency.jobs,
      maxCachedWorkflows: limits.maxCachedWorkflows,
      stickyQueueScheduleToStartTimeout: limits.stickyQueueScheduleToStartTimeout,
    }),
    Worker.create({
      ...shared,
      taskQueue: contentQueueOf(temporal.jobsTaskQueue),
      maxConcurrentActivityTaskExecutions: limits.concurrency.contentJobs,
    }),
  ]);
  const ended = Promise.all(
    workers.map((worker) =>
      worker.run().catch((error: unknown) => {
        log.error({ err: error }, 'the worker of the service jobs has stopped');
      }),
    ),
  ).then(() => undefined);
  let stopped: Promise<void> | undefined;
  return {
    stop() {
      stopped ??= (() => {
        for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
        return waitForShutdown(ended, limits, log);
      })();
      return stopped;
    },
  };
}
