import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type Settings, SettingsError } from '../../src/config';
import { given } from '../../src/core/given';
import type { DeckEvent } from '../../src/core/notices';
import { fileAddress } from '../../src/decks/links/file-links';
import { linkKey, reviewAddress } from '../../src/decks/links/review-links';
import { channels } from './channels';
import { DeliveryFailure } from './delivery-failure';

/** Delivers events to receivers. Each call makes one attempt. */
export interface Notifier {
  /**
   * @param key of the receiver
   * @param id of the event, the same for every attempt and receiver
   * @returns the receiver's response, for people
   * @throws DeliveryFailure
   */
  deliver(key: string, event: DeckEvent, id: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

interface NotifierDependencies {
  settings: Settings;
  log: Logger;
  env?: NodeJS.ProcessEnv;
}

/** The ID of an event, derived from its name, so that a retry by another worker has the same ID. */
export function eventId(name: string): string {
  return `evt_${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

export function openNotifier({ settings, log, env = process.env }: NotifierDependencies): Notifier {
  const { notifications } = settings;
  const withLink = linker(settings, log, env);
  const opened = channels.map((channel) => ({ channel, sender: channel.open(notifications, env) }));

  return {
    async deliver(key, event, id, signal) {
      for (const { channel, sender } of opened) {
        const receivers = channel.receivers(notifications, event.type, event.data.escalateTo);
        const receiver = receivers.find((one) => one.key === key);
        if (receiver === undefined) continue;
        return sender.send(receiver, withLink(event), id, signal).catch((error: unknown) => {
          // Not final: an operator can fix the settings between retries.
          throw error instanceof SettingsError ? new DeliveryFailure(`${key}: ${error.problems[0]!.sentence}`) : error;
        });
      }
      throw new DeliveryFailure(`${key} is no longer in the settings`, { final: true });
    },
    async close() {
      await Promise.all(opened.map(({ sender }) => sender.close()));
    },
  };
}

/** Adds the review link and those of the files. They are created here, right before sending, so that no history has them. */
function linker(settings: Settings, log: Logger, env: NodeJS.ProcessEnv): (event: DeckEvent) => DeckEvent {
  let warned = false;
  return (event) => {
    const { type, data } = event;
    if (type === 'test') return event;
    try {
      const role = type.startsWith('review.') && type !== 'review.decided' ? 'reviewer' : 'viewer';
      // One link for all gates, so that a reviewer does not have to wait for the next message.
      const link = { workflowId: data.deck, gate: 'all', role, firstRunId: data.firstRun } as const;
      const key = linkKey(settings, env);
      const files = data.files?.map((file) => ({
        ...file,
        downloadUrl: fileAddress(settings, key, { workflowId: data.deck, sha256: file.sha256 }),
      }));
      return { ...event, data: { ...data, ...given({ files }), reviewUrl: reviewAddress(settings, key, link) } };
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      if (!warned) log.warn(`notifications are sent without review links: ${error.message}`);
      warned = true;
      return event;
    }
  };
}
