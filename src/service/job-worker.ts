import type { DataConverter } from '@temporalio/common';
import { type NativeConnection, Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { JobActivities } from '../../activities/jobs';
import type { Settings } from '../config';
import { tracing } from '../telemetry/tracing';
import { endedInTime } from '../temporal/worker-end';

export interface JobWorker {
  /** Takes no new jobs, lets go of the running ones (another worker goes on with them), and ends. */
  stop(): Promise<void>;
}

export interface JobWorkerOptions {
  connection: NativeConnection;
  dataConverter: DataConverter;
  settings: Settings;
  activities: JobActivities;
  workflowBundle: { codePath: string };
  log: Logger;
}

/** Runs the worker of the service's own jobs in this process. */
export async function startJobWorker(options: JobWorkerOptions): Promise<JobWorker> {
  const { connection, dataConverter, activities, workflowBundle, log } = options;
  const { temporal, worker: limits } = options.settings;
  const worker = await Worker.create({
    connection,
    dataConverter,
    namespace: temporal.serviceNamespace,
    taskQueue: temporal.jobsTaskQueue,
    workflowBundle,
    activities: { ...activities },
    maxConcurrentActivityTaskExecutions: limits.concurrency.jobs,
    maxCachedWorkflows: limits.maxCachedWorkflows,
    stickyQueueScheduleToStartTimeout: limits.stickyQueueScheduleToStartTimeout,
    shutdownGraceTime: limits.shutdownGraceTime,
    ...tracing()?.workerOptions(),
  });
  const ended = worker.run().catch((error: unknown) => {
    log.error({ err: error }, 'the worker of the service jobs has ended');
  });
  return {
    async stop() {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await endedInTime(ended, limits, log);
    },
  };
}
