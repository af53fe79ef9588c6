import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { Agent } from 'undici';
import { type Settings, SettingsError } from '../config';
import type { DeckEvent } from '../core/notices';
import { linkKey, reviewAddress } from '../edge/review-links';
import { escapedJson } from '../text/unprintable';
import { DeliveryFailure } from './delivery-failure';
import { emailOf } from './email';
import { type EmailTransport, openEmailTransport, readSmtp } from './email-transport';
import { type Receiver, receiversOf } from './receivers';
import { readWebhook, sendWebhook } from './webhook';

/** Brings events to receivers, one attempt a call. */
export interface Notifier {
  /**
   * @param key the receiver, as {@link Receiver} names it
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
  const { deadline } = notifications;
  const agent = new Agent({ connect: { timeout: deadline }, headersTimeout: deadline, bodyTimeout: deadline });
  const linked = linker(settings, log, env);
  let mail: (EmailTransport & { address: string }) | undefined;

  /** The connection that is there, unless the secret that names the mail server was replaced meanwhile. */
  const transport = (): EmailTransport => {
    const { address, options } = readSmtp(notifications, env);
    if (mail?.address === address) return mail;
    mail?.close();
    mail = { ...openEmailTransport(options), address };
    return mail;
  };

  const send = async (receiver: Receiver, event: DeckEvent, id: string, signal: AbortSignal): Promise<string> => {
    if (receiver.kind === 'email') {
      const message = emailOf(linked(event), id, { from: notifications.email.from!, to: receiver.to });
      return transport().send(receiver.key, message, deadline, signal);
    }
    const webhook = readWebhook(receiver.webhook, receiver.setting, env);
    const body = escapedJson(JSON.stringify(linked(event)));
    return sendWebhook(webhook, { receiver: receiver.key, id, body }, { agent, deadline, signal });
  };

  return {
    async deliver(key, event, id, signal) {
      const receiver = receiversOf(notifications, event.type, event.data.escalateTo).find((one) => one.key === key);
      if (receiver === undefined) throw new DeliveryFailure(`${key} is not in the settings any more`, { final: true });
      try {
        return await send(receiver, event, id, signal);
      } catch (error) {
        // An operator can mend the settings while it is tried again.
        if (error instanceof SettingsError) throw new DeliveryFailure(`${key}: ${error.problems[0]!.sentence}`);
        throw error;
      }
    },
    async close() {
      mail?.close();
      await agent.destroy();
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
