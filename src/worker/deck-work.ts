import { Runtime, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { type Activities, createActivities } from '../../activities';
import { verdictOf } from '../../activities/failures';
import { type LocalActivityName, localOf } from '../../activities/local';
import { notificationActivities } from '../../activities/notifications';
import { serviceClient } from '../account/service-client';
import { createChecker } from '../check/checker';
import type { Settings } from '../config';
import { apiQueueOf, streamQueueOf } from '../core/queues';
import { documentStore } from '../documents/open-documents';
import { createComparer } from '../import/comparer';
import { createCondenser } from '../import/condenser';
import { openNotifier } from '../notifications/notifier';
import { workerTelemetry, zeroWorkflowMetrics } from '../telemetry/worker-telemetry';

/**
 * By default the SDK delays heartbeats for up to 80 % of their timeout. Sending them as often as activities report them leaves
 * the whole timeout for a restart of Temporal, and cancellations arrive within this time.
 */
export const HEARTBEAT_THROTTLE = '2s' as const;

/** High, because deliveries only wait for responses, some of them until they time out. */
export const MAX_NOTIFICATIONS = 100;

export interface DeckWorkDependencies {
  settings: Settings;
  namespace: string;
  /** Of the workflows; those of the calls are derived from it. */
  taskQueue: string;
  log: Logger;
  env?: NodeJS.ProcessEnv;
}

/** The activities of decks, and how each of their task queues is worked off. */
export interface DeckWork {
  /**
   * For the queue of the workflows: notifications, so that slow receivers never delay a call of a deck, and the steps that
   * decks run in their workflow tasks.
   */
  beside: ReturnType<typeof notificationActivities> & Pick<Activities, LocalActivityName>;
  /** Short calls and streams have separate task queues, so that streams cannot delay a review. */
  calls: Pick<
    WorkerOptions,
    'taskQueue' | 'activities' | 'maxConcurrentActivityTaskExecutions' | 'maxTaskQueueActivitiesPerSecond'
  >[];
  /** Call when all workers have stopped. */
  close(): Promise<void>;
}

export function openDeckWork({ settings, namespace, taskQueue, log, env }: DeckWorkDependencies): DeckWork {
  const { concurrency, apiCallsPerSecond } = settings.worker;
  const { metricMeter } = Runtime.instance();
  const telemetry = workerTelemetry(metricMeter, (error) => verdictOf(error, settings.profile).type);
  zeroWorkflowMetrics(metricMeter, namespace, taskQueue);
  const client = serviceClient(settings, env, telemetry.calls);
  const documents = documentStore(settings, { env });
  const comparer = createComparer();
  const condenser = createCondenser();
  const checker = createChecker();
  const activities = createActivities({ client, documents, settings, log, telemetry, comparer, condenser, checker });
  const notifier = openNotifier({ settings, log, ...(env === undefined ? {} : { env }) });
  return {
    beside: { ...notificationActivities({ settings, log, notifier, telemetry }), ...localOf(activities) },
    calls: [
      {
        taskQueue: apiQueueOf(taskQueue),
        activities,
        maxConcurrentActivityTaskExecutions: concurrency.api,
        ...(apiCallsPerSecond === null ? {} : { maxTaskQueueActivitiesPerSecond: apiCallsPerSecond }),
      },
      { taskQueue: streamQueueOf(taskQueue), activities, maxConcurrentActivityTaskExecutions: concurrency.stream },
    ],
    async close() {
      await notifier.close();
      await comparer.close();
      await condenser.close();
      await checker.close();
      await client.close();
    },
  };
}
