import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { apiQueueOf, streamQueueOf } from '../src/core/queues';
import type { WorkflowSettings } from '../src/input/input';

type RetrySettings = WorkflowSettings['retries']['default'];

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

/** The activities of a deck by what a repetition of them costs. Every proxy takes the summary that the UI shows. */
export function activitiesFor({ retries, timeouts }: WorkflowSettings) {
  const own = workflowInfo().taskQueue;
  // Plans from before 0.2 know one heartbeat.
  const heartbeatPaid = timeouts.heartbeatPaid ?? timeouts.heartbeat;
  // Those plans have a retry class for each of these, and no default.
  const { read, write, stream, download } = retries;
  const short =
    (retry: RetrySettings, never: string[] = [], heartbeatTimeout = timeouts.heartbeat) =>
    (summary: string) =>
      proxyActivities<Activities>({
        taskQueue: apiQueueOf(own),
        summary,
        startToCloseTimeout: timeouts.call,
        heartbeatTimeout,
        cancellationType: 'WAIT_CANCELLATION_COMPLETED',
        retry: { ...retryPolicy(retry), nonRetryableErrorTypes: never },
      });
  const long =
    (retry: RetrySettings, startToCloseTimeout: number, never: string[] = [], heartbeatTimeout = timeouts.heartbeat) =>
    (summary: string) =>
      proxyActivities<Activities>({
        taskQueue: streamQueueOf(own),
        summary,
        startToCloseTimeout,
        heartbeatTimeout,
        cancellationType: 'WAIT_CANCELLATION_COMPLETED',
        retry: { ...retryPolicy(retry), nonRetryableErrorTypes: never },
      });
  return {
    /** Reads: repeat freely. */
    read: short(read ?? retries.default),
    /** Writes that leave the same when repeated. */
    write: short(write ?? retries.default),
    /** Calls that make something: an unanswered one is not repeated here but looked up by the stage. */
    create: short(retries.create, UNANSWERED, heartbeatPaid),
    /** Generation: each one that broke may have been paid, so the stage counts and decides. */
    generate: long(stream ?? retries.default, timeouts.stream, UNANSWERED, heartbeatPaid),
    download: long(download ?? retries.default, timeouts.download),
  };
}

export type DeckActivities = ReturnType<typeof activitiesFor>;

function retryPolicy({ firstDelay, growth, cap, attempts }: RetrySettings) {
  return {
    initialInterval: firstDelay,
    backoffCoefficient: growth,
    maximumInterval: Math.max(cap, firstDelay),
    maximumAttempts: attempts,
  };
}
