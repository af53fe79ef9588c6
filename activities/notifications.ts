import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { Logger } from 'pino';
import type { Settings } from '../src/config';
import type { DeckEvent } from '../src/core/notices';
import type { WorkerTelemetry } from '../src/temporal/telemetry/worker-telemetry';
import { DeliveryFailure } from './notifications/delivery-failure';
import { eventId, type Notifier } from './notifications/notifier';
import { receiversOf } from './notifications/receivers';
import { perform } from './perform';

interface NotificationDependencies {
  settings: Settings;
  log: Logger;
  notifier: Notifier;
  telemetry: Pick<WorkerTelemetry, 'notification'>;
}

/** The receivers of an event, and the timeouts of a delivery in milliseconds. */
interface Delivery {
  receivers: string[];
  deadline: number;
  giveUpAfter: number;
}

/** Activities of the workflow `notification`. */
export function notificationActivities({ settings, log, notifier, telemetry }: NotificationDependencies) {
  return {
    /** Receivers by their name in the settings. Their URLs and secrets must not be in a history. */
    notificationReceivers: ({
      type,
      escalateTo,
    }: {
      type: DeckEvent['type'];
      escalateTo?: string;
    }): Promise<Delivery> =>
      perform({ settings }, undefined, async () => {
        const { notifications } = settings;
        const { timeout: deadline, giveUpAfter } = notifications;
        return { receivers: receiversOf(notifications, type, escalateTo).map(({ key }) => key), deadline, giveUpAfter };
      }),

    /** One delivery attempt to one receiver. @throws `NotDelivered`, or `NoMoreWanted` if there must be no retry */
    deliverNotification: ({ receiver, event }: { receiver: string; event: DeckEvent }): Promise<string> =>
      perform({ settings }, undefined, async (signal) => {
        const id = eventId(Context.current().info.workflowExecution!.workflowId);
        try {
          const heard = await notifier.deliver(receiver, event, id, signal);
          telemetry.notification('delivered');
          return heard;
        } catch (error) {
          telemetry.notification('failed');
          if (!(error instanceof DeliveryFailure)) throw error;
          const { final = false, retryAfterMs } = error.how;
          if (final) log.warn({ deck: event.data.deck, event: event.type, id }, error.message);
          throw ApplicationFailure.create({
            message: error.message,
            type: final ? 'NoMoreWanted' : 'NotDelivered',
            nonRetryable: final,
            ...(retryAfterMs === undefined ? {} : { nextRetryDelay: retryAfterMs }),
          });
        }
      }),

    /** Logs the receivers whose delivery failed after all retries. */
    reportMissed: ({ event, missed }: { event: DeckEvent; missed: { receiver: string; reason: string }[] }) =>
      perform({ settings }, undefined, async () => {
        const { type, data } = event;
        for (const { receiver, reason } of missed) {
          log.warn({ deck: data.deck, event: type, receiver }, `notification not delivered to ${receiver}: ${reason}`);
        }
      }),
  };
}

export type NotificationActivities = ReturnType<typeof notificationActivities>;
