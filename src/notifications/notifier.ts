import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type Settings, SettingsError } from '../config';
import type { DeckEvent } from '../core/notices';
import { linkKey, reviewAddress } from '../edge/review-links';
import { channels } from './channels';
import { DeliveryFailure } from './delivery-failure';

/** Brings events to receivers, one attempt a call. */
export interface Notifier {
  /**
   * @param key the receiver, as `Receiver` names it
   * @param id of the event, the same for every attempt and every receiver
   * @returns what the receiver answered, for people
   * @throws DeliveryFailure
   */
  deliver(key: string, event: DeckEvent, id: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

export interface NotifierDependencies {
  settings: Settings;
  log: Logger;
  env?: NodeJS.ProcessEnv;
}

/** One id per event, from the name of what happened, so that whoever says it again says the same. */
export function eventId(name: string): string {
  return `evt_${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

export function openNotifier({ settings, log, env = process.env }: NotifierDependencies): Notifier {
  const { notifications } = settings;
  const linked = linker(settings, log, env);
  const opened = channels.map((channel) => ({ channel, sender: channel.open(notifications, env) }));

  return {
    async deliver(key, event, id, signal) {
      for (const { channel, sender } of opened) {
        const heard = channel.receivers(notifications, event.type, event.data.escalateTo);
        const receiver = heard.find((one) => one.key === key);
        if (receiver === undefined) continue;
        return sender.send(receiver, linked(event), id, signal).catch((error: unknown) => {
          // An operator can mend the settings while it is tried again.
          throw error instanceof SettingsError ? new DeliveryFailure(`${key}: ${error.problems[0]!.sentence}`) : error;
        });
      }
      throw new DeliveryFailure(`${key} is not in the settings any more`, { final: true });
    },
    async close() {
      await Promise.all(opened.map(({ sender }) => sender.close()));
    },
  };
}

/** Adds the link of the review page: made here, where it is sent, so that it stands in no history. */
function linker(settings: Settings, log: Logger, env: NodeJS.ProcessEnv): (event: DeckEvent) => DeckEvent {
  let said = false;
  return (event) => {
    const { type, data } = event;
    if (type === 'test') return event;
    try {
      const role = type.startsWith('review.') ? 'reviewer' : 'viewer';
      const link = { workflowId: data.deck, gate: data.gate ?? 'outline', role } as const;
      return { ...event, data: { ...data, reviewUrl: reviewAddress(settings, linkKey(settings, env), link) } };
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      if (!said) log.warn(`notices go out without a link to the review page: ${error.message}`);
      said = true;
      return event;
    }
  };
}
