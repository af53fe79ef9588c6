import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { NotificationActivities } from '../activities/notifications';
import type { NotificationInput, NotificationResult } from '../src/core/notices';

/** How a receiver that does not answer is tried: at first soon, then every hour. */
const RETRY = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1h' } as const;
/** A worker that is gone is noticed after this long. */
const HEARTBEAT = '6s';
/** What an attempt takes beside its wait for the receiver. */
const MARGIN_MS = 10_000;

/**
 * Brings one event to all that are to hear of it, each in its own time. It does not fail: its result says who has heard
 * and who has not. Its activities run on the queue of the workflows, where no call of a deck waits behind a slow receiver.
 */
export async function notification(input: NotificationInput): Promise<NotificationResult> {
  // Started by hand with something else, it would stand still for ever.
  if (typeof input?.event?.data?.message !== 'string') {
    throw ApplicationFailure.nonRetryable('send one object: {"event": …}, as decks do', 'InvalidInput');
  }
  const { event } = input;
  const { type, data } = event;
  const { receivers, deadline, giveUpAfter } = await short('Look up who is to be told').notificationReceivers({
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
  if (missed.length > 0) await short('Log who was not reached').reportMissed({ event, missed });
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

/** @returns why the receiver was given up; undefined when it has heard. */
async function deliver(
  receiver: string,
  event: NotificationInput['event'],
  { deadline, giveUpAfter }: { deadline: number; giveUpAfter: number },
): Promise<string | undefined> {
  const { deliverNotification } = proxyActivities<NotificationActivities>({
    summary: `Tell ${receiver}`,
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

/** The last thing that went wrong: where the time is over, it stands behind the timeout. */
function reasonOf({ cause }: ActivityFailure): string {
  const last = cause instanceof TimeoutFailure ? (cause.cause ?? cause) : cause;
  if (last instanceof ApplicationFailure) return last.message;
  return last instanceof TimeoutFailure ? `no worker could tell it in time (${last.timeoutType})` : 'unknown';
}

function show(message: string, waiting: ReadonlySet<string>): void {
  const lines = [...waiting].map((receiver) => `- waits for ${receiver}`);
  setCurrentDetails([message, '', ...(lines.length === 0 ? ['- everybody was told or given up'] : lines)].join('\n'));
}
