import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities, ActivitiesOf, ActivityClass } from '../activities';
import { shortened } from '../src/core/markdown';
import { apiQueueOf, streamQueueOf } from '../src/core/queues';
import type { PresentationPlan } from '../src/decks/input/input';
import { readable } from './results';

type PlannedSettings = PresentationPlan['settings'];
type RetrySettings = PlannedSettings['retries']['default'];

/** Timeouts after which a call may have been applied. */
const LOST_RESPONSE = ['TemporalTimeout:StartToClose', 'TemporalTimeout:Heartbeat'];

/** The first activity of a deck; its options are fixed, because it determines the settings. */
export function preparation(): Pick<Activities, 'preparePresentation'> {
  return proxyActivities<Activities>({
    taskQueue: apiQueueOf(workflowInfo().taskQueue),
    summary: 'Validate the input and apply the settings',
    startToCloseTimeout: '60s',
    heartbeatTimeout: '15s',
    retry: { maximumInterval: '10s' },
  });
}

/**
 * The activities of a deck by retry class. Each proxy takes the summary for the Temporal UI and offers the activities
 * of its class only, so that no paid call can be made with the retries of a free one.
 */
export function activitiesFor({ retries, timeouts }: Pick<PlannedSettings, 'retries' | 'timeouts'>) {
  const own = workflowInfo().taskQueue;
  const short = { taskQueue: apiQueueOf(own), startToCloseTimeout: timeouts.call };
  const long = { taskQueue: streamQueueOf(own), startToCloseTimeout: timeouts.stream };
  const paid = { heartbeatTimeout: timeouts.heartbeatPaid, never: LOST_RESPONSE };
  const unpaid = { heartbeatTimeout: timeouts.heartbeat, never: [] };
  return {
    /** Reads, which are safe to retry. */
    read: proxies<'read'>({ ...short, ...unpaid }, retries.default),
    /** Idempotent writes. */
    write: proxies<'write'>({ ...short, ...unpaid }, retries.default),
    /** Calls that create a resource. After a lost response, the stage looks the resource up instead of retrying. */
    create: proxies<'create'>({ ...short, ...paid }, retries.create),
    /** Generations. A broken one may have been charged, so the stage counts attempts and decides. */
    generate: proxies<'generate'>({ ...long, ...paid }, retries.default),
    /** The audit log is written however long that takes. */
    evidence: proxies<'evidence'>({ ...short, ...unpaid }, { ...retries.default, attempts: Number.POSITIVE_INFINITY }),
    download: proxies<'download'>({ ...long, ...unpaid, startToCloseTimeout: timeouts.download }, retries.default),
  };
}

export type DeckActivities = ReturnType<typeof activitiesFor>;

interface Policy {
  taskQueue: string;
  startToCloseTimeout: number;
  heartbeatTimeout: number;
  /** Failure types that are never retried. */
  never: string[];
}

function proxies<Class extends ActivityClass>({ never, ...policy }: Policy, retry: RetrySettings) {
  const { firstDelay, growth, cap, attempts } = retry;
  return (summary: string) => {
    const activities = proxyActivities<ActivitiesOf<Class>>({
      ...policy,
      summary: shortened(summary),
      cancellationType: 'WAIT_CANCELLATION_COMPLETED',
      retry: {
        initialInterval: firstDelay,
        backoffCoefficient: growth,
        maximumInterval: Math.max(cap, firstDelay),
        maximumAttempts: attempts,
        nonRetryableErrorTypes: never,
      },
    });
    return new Proxy(activities, {
      get: (all, name: keyof ActivitiesOf<Class> & string) => async (input: never) =>
        readable(name, await (all[name] as (input: never) => Promise<unknown>)(input)),
    });
  };
}
