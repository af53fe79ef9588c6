import { Context } from '@temporalio/activity';
import { Runtime, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createActivities, notificationActivities, openNotifier, verdictOf } from '../../activities';
import { AuditLog } from '../base/audit/audit-log';
import { serviceClient } from '../client/account';
import { auditOptions, type Settings } from '../config';
import { given } from '../core/given';
import { apiQueueOf, streamQueueOf } from '../core/queues';
import { documentStore } from '../decks/documents/open-documents';
import { ownerIn } from '../decks/documents/owner';
import { type Checker, createChecker } from '../slides/check';
import { type Comparer, type Condenser, createComparer, createCondenser } from '../slides/import';
import { workerTelemetry, zeroWorkflowMetrics } from '../temporal/telemetry/worker-telemetry';

/**
 * By default the SDK delays heartbeats for up to 80 % of their timeout. Sending them as often as activities report them leaves
 * the whole timeout for a restart of Temporal, and cancellations arrive within this time.
 */
export const HEARTBEAT_THROTTLE = '2s' as const;

/** High, because deliveries only wait for responses, some of them until they time out. */
export const MAX_NOTIFICATIONS = 100;

interface DeckWorkDependencies {
  settings: Settings;
  namespace: string;
  /** Of the workflows; those of the calls are derived from it. */
  taskQueue: string;
  log: Logger;
  env?: NodeJS.ProcessEnv;
  /** Threads that several workers of one process share. Their owner closes them (default: threads of its own). */
  pools?: WorkerPools;
}

export interface WorkerPools {
  comparer: Comparer;
  condenser: Condenser;
  checker: Checker;
}

export function workerPools(): WorkerPools {
  return { comparer: createComparer(), condenser: createCondenser(), checker: createChecker() };
}

/** The activities of decks, and how each of their task queues is worked off. */
export interface DeckWork {
  /**
   * For the queue of the workflows: notifications, so that slow receivers never delay a call of a deck, and the steps that
   * decks run in their workflow tasks.
   */
  beside: ReturnType<typeof notificationActivities>;
  /** Short calls and streams have separate task queues, so that streams cannot delay a review. */
  calls: Pick<
    WorkerOptions,
    'taskQueue' | 'activities' | 'maxConcurrentActivityTaskExecutions' | 'maxTaskQueueActivitiesPerSecond'
  >[];
  /** Call when all workers have stopped. */
  close(): Promise<void>;
}

export function openDeckWork({ settings, namespace, taskQueue, log, env, pools }: DeckWorkDependencies): DeckWork {
  const { concurrency, apiCallsPerSecond } = settings.worker;
  const { metricMeter } = Runtime.instance();
  const telemetry = workerTelemetry(metricMeter, (error) => verdictOf(error, settings.profile).type);
  zeroWorkflowMetrics(metricMeter, namespace, taskQueue);
  const client = serviceClient(settings, env, { observer: telemetry.calls });
  const owner = () => ownerIn(Context.current().info.workflowExecution!.workflowId);
  const documents = documentStore(settings, { env, owner });
  const threads = pools ?? workerPools();
  const audit = new AuditLog({ ...auditOptions(settings, env), origin: 'worker' });
  const activities = createActivities({ client, documents, settings, log, audit, telemetry, ...threads });
  const notifier = openNotifier({ settings, log, ...given({ env }) });
  return {
    beside: notificationActivities({ settings, log, notifier, telemetry }),
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
      if (pools === undefined) await Promise.all(Object.values(threads).map((pool) => pool.close()));
      await client.close();
    },
  };
}
