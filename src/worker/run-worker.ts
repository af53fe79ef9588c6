import { Worker, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createActivities } from '../../activities';
import { createDirectoryStore } from '../../activities/documents';
import { apiQueueOf, streamQueueOf } from '../../workflows/queues';
import { createFileTokenStore, createServiceClient, type ServiceClient } from '../client';
import { type Settings, serviceBaseUrl, serviceCredentials } from '../config';
import { documentDirectory, tokenFile } from '../presentation/paths';
import { ensureSearchAttributes, type TemporalConnection } from '../temporal';
import { bundles } from './bundles';

export interface RunningWorker {
  /** Settles when the workers have ended; rejects when one failed. */
  readonly ended: Promise<void>;
  /** Lets calls under way finish for the grace time, hands over the rest. */
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
 * cannot crowd out a review.
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
  const client = serviceClient(settings, env);
  const documents = createDirectoryStore(documentDirectory(settings), settings.workflow.claimCheckAbove);
  const activities = createActivities({ client, documents, settings, log });
  const shared: Pick<WorkerOptions, 'namespace' | 'shutdownGraceTime'> & {
    connection: NonNullable<WorkerOptions['connection']>;
  } = {
    connection: await temporal.native(),
    namespace,
    shutdownGraceTime: settings.worker.shutdownGraceTime,
  };
  const workers = await Promise.all([
    Worker.create({
      ...shared,
      taskQueue,
      workflowBundle: bundles.presentation,
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
  const ended = Promise.all(workers.map((worker) => worker.run())).then(() => client.close());
  // One that fails takes the others with it; whoever waits for `ended` hears of it.
  ended.catch(() => stopAll(workers));
  return {
    ended,
    async stop() {
      stopAll(workers);
      await ended;
    },
  };
}

function stopAll(workers: Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}

/** The client that the settings describe. */
export function serviceClient(settings: Settings, env: NodeJS.ProcessEnv = process.env): ServiceClient {
  const { deadlines, limits, token } = settings.service;
  const credentials = serviceCredentials(settings, env);
  return createServiceClient({
    ...credentials,
    baseUrl: serviceBaseUrl(settings),
    profile: settings.profile,
    deadlines: {
      connectMs: deadlines.connect,
      headersMs: deadlines.headers,
      idleMs: deadlines.bodyIdle,
      totalMs: deadlines.total,
      streamTotalMs: deadlines.streamTotal,
    },
    tokenMargin: { part: token.refreshMargin, leastMs: token.smallestMargin },
    // Kept sealed on disk, so that a restarted worker does not grant again.
    tokenStore: createFileTokenStore(tokenFile(settings), credentials.secretKey),
    limits: { responseBytes: limits.reply, eventBytes: limits.event, streamBytes: limits.stream },
  });
}
