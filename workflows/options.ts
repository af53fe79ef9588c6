import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities, ActivitiesOf, ActivityClass } from '../activities';
import { apiQueueOf, streamQueueOf } from '../src/core/queues';
import type { PresentationPlan } from '../src/input/input';

type PlannedSettings = PresentationPlan['settings'];
type RetrySettings = PlannedSettings['retries']['read'];

/** Timeouts after which a call may have been applied although nobody heard of it. */
const UNANSWERED = ['TemporalTimeout:StartToClose', 'TemporalTimeout:Heartbeat'];

/** The first activity of a deck runs before its settings are known. */
export function preparation(): Pick<Activities, 'preparePresentation'> {
  return proxyActivities<Activities>({
    taskQueue: apiQueueOf(workflowInfo().taskQueue),
    summary: 'Check the input, fill in the settings',
    startToCloseTimeout: '10s',
    heartbeatTimeout: '5s',
    retry: { maximumInterval: '10s' },
  });
}

/**
 * The activities of a deck by what a repetition of them costs. Each proxy takes the summary that the UI shows, and offers
 * the activities of its class alone: no call that costs can be made as one that may be repeated freely.
 */
export function activitiesFor({ retries, timeouts }: Pick<PlannedSettings, 'retries' | 'timeouts'>) {
  const own = workflowInfo().taskQueue;
  const short = { taskQueue: apiQueueOf(own), startToCloseTimeout: timeouts.call };
  const long = { taskQueue: streamQueueOf(own), startToCloseTimeout: timeouts.stream };
  const paid = {
    // Plans from before 0.2 know one heartbeat.
    heartbeatTimeout: timeouts.heartbeatPaid ?? timeouts.heartbeat,
    never: UNANSWERED,
  };
  const unpaid = { heartbeatTimeout: timeouts.heartbeat, never: [] };
  return {
    /** Reads: repeat freely. */
    read: proxies<'read'>({ ...short, ...unpaid }, retries.read),
    /** Writes that leave the same when repeated. */
    write: proxies<'write'>({ ...short, ...unpaid }, retries.write),
    /** Calls that make something: an unanswered one is not repeated here but looked up by the stage. */
    create: proxies<'create'>({ ...short, ...paid }, retries.create),
    /** Generation: each one that broke may have been paid, so the stage counts and decides. */
    generate: proxies<'generate'>({ ...long, ...paid }, retries.stream),
    download: proxies<'download'>({ ...long, ...unpaid, startToCloseTimeout: timeouts.download }, retries.download),
  };
}

export type DeckActivities = ReturnType<typeof activitiesFor>;

interface Policy {
  taskQueue: string;
  startToCloseTimeout: number;
  heartbeatTimeout: number;
  /** Failures after which an attempt is not repeated, whatever is left of its attempts. */
  never: string[];
}

function proxies<Class extends ActivityClass>({ never, ...policy }: Policy, retry: RetrySettings) {
  const { firstDelay, growth, cap, attempts } = retry;
  return (summary: string) =>
    proxyActivities<ActivitiesOf<Class>>({
      ...policy,
      summary,
      cancellationType: 'WAIT_CANCELLATION_COMPLETED',
      retry: {
        initialInterval: firstDelay,
        backoffCoefficient: growth,
        maximumInterval: Math.max(cap, firstDelay),
        maximumAttempts: attempts,
        nonRetryableErrorTypes: never,
      },
    });
}
