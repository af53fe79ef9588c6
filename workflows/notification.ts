import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { NotificationActivities } from '../activities';
import type { NotificationInput, NotificationResult } from '../src/core/notices';

/** Retries of a delivery: at first after seconds, later every hour. */
const RETRY = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1h' } as const;
/** A dead worker is noticed after this time. */
const HEARTBEAT = '6s';
/** Allowance for an attempt in addition to the receiver's timeout. */
const MARGIN_MS = 10_000;

/**
 * Delivers one event to its receivers, independently of each other. It does not fail: its result lists the receivers
 * that were notified and those that were not. Its activities run on the workflow task queue, so that a slow receiver
 * does not delay the calls of a deck.
 */
export async function notification(input: NotificationInput): Promise<NotificationResult> {
  // Without this check, a run that was started by hand with another input would retry its workflow task forever.
  if (typeof input?.event?.data?.message !== 'string') {
    throw ApplicationFailure.nonRetryable('send one object: {"event": …}, as decks do', 'InvalidInput');
  }
  const { event } = input;
  const { type, data } = event;
  const { receivers, deadline, giveUpAfter } = await short('Look up the receivers').notificationReceivers({
    type,
    ...(data.escalateTo === undefined ? {} : { escalateTo: data.escalateTo }),
  });
  const waiting = new Set(receivers);
  show(data.message, waiting);
  const reasons = await Promise.all(
    receivers.map(async (receiver) => {
      const reason = await deliver(receiver, event, { deadline, giveUpAfter });
      waiting.delete(receiver);
      show(data.message, waiting);
      return { receiver, reason };
    }),
  );
  const missed = reasons.flatMap(({ receiver, reason }) => (reason === undefined ? [] : [{ receiver, reason }]));
  if (missed.length > 0) await short('Log undelivered notifications').reportMissed({ event, missed });
  return {
    event: type,
    heard: reasons.filter(({ reason }) => reason === undefined).map(({ receiver }) => receiver),
    missed,
  };
}

function short(summary: string) {
  return proxyActivities<NotificationActivities>({
    summary,
    startToCloseTimeout: '10s',
    heartbeatTimeout: HEARTBEAT,
    retry: { maximumInterval: '1m' },
  });
}

/** @returns why the delivery failed; undefined if the receiver was notified */
async function deliver(
  receiver: string,
  event: NotificationInput['event'],
  { deadline, giveUpAfter }: { deadline: number; giveUpAfter: number },
): Promise<string | undefined> {
  const { deliverNotification } = proxyActivities<NotificationActivities>({
    summary: `Notify ${receiver}`,
    startToCloseTimeout: deadline + MARGIN_MS,
    scheduleToCloseTimeout: giveUpAfter,
    heartbeatTimeout: HEARTBEAT,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: RETRY,
  });
  try {
    await deliverNotification({ receiver, event });
    return undefined;
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return reasonOf(error);
  }
}

/** The message of the last failure, which is the cause of a timeout if retries ran out of time. */
function reasonOf({ cause }: ActivityFailure): string {
  const last = cause instanceof TimeoutFailure ? (cause.cause ?? cause) : cause;
  if (last instanceof ApplicationFailure) return last.message;
  return last instanceof TimeoutFailure ? `no worker delivered it in time (${last.timeoutType})` : 'unknown';
}

function show(message: string, waiting: ReadonlySet<string>): void {
  const lines = [...waiting].map((receiver) => `- pending: ${receiver}`);
  setCurrentDetails([message, '', ...(lines.length === 0 ? ['- no receivers pending'] : lines)].join('\n'));
}
