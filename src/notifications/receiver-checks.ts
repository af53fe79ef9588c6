import type { Settings } from '../config';
import { linkKey } from '../edge/review-links';
import { readSmtp } from './email-transport';
import { receiversOf } from './receivers';
import { isReadableOnItsWay, readWebhook } from './webhook';

/** What is to be said of a receiver before anything is sent to it. */
export interface ReceiverCheck {
  receiver: string;
  state: 'ok' | 'note' | 'missing';
  message: string;
  remedy?: string;
}

/** Looks whether each receiver is set up as it must be; sends nothing. */
export function checkReceivers(settings: Settings, env: NodeJS.ProcessEnv = process.env): ReceiverCheck[] {
  const { notifications } = settings;
  const receivers = receiversOf(notifications, 'test');
  const hooks = receivers.flatMap((receiver) =>
    receiver.kind !== 'webhook'
      ? []
      : [
          checked(receiver.key, () => {
            const { kinds } = receiver.webhook;
            const webhook = readWebhook(receiver.webhook, receiver.setting, env);
            if (!isReadableOnItsWay(webhook)) return { state: 'ok', message: `is told of ${kinds.join(', ')}` };
            const message = 'is told over http: whoever reads it on its way can use the review links in it';
            return { state: 'note', message, remedy: 'use an https address, or a network that is yours alone' };
          }),
        ],
  );
  const { email } = notifications;
  const mail =
    email.smtp === null
      ? []
      : [
          checked('e-mail', () => {
            readSmtp(notifications, env);
            if (email.to.length > 0) return { state: 'ok', message: `goes to ${email.to.length} address(es)` };
            const message = 'goes to nobody but those that reviews are escalated to';
            return { state: 'note', message, remedy: 'set notifications.email.to' };
          }),
        ];
  const all = [...hooks, ...mail];
  return all.length === 0 ? all : [...all, checkedLinks(settings, env)];
}

function checked(receiver: string, look: () => Omit<ReceiverCheck, 'receiver'>): ReceiverCheck {
  try {
    return { receiver, ...look() };
  } catch (error) {
    return { receiver, state: 'missing', message: (error as Error).message, remedy: 'docs/notifications.md' };
  }
}

function checkedLinks(settings: Settings, env: NodeJS.ProcessEnv): ReceiverCheck {
  const receiver = 'review links';
  try {
    linkKey(settings, env);
    return { receiver, state: 'ok', message: 'go along with notices' };
  } catch (error) {
    const message = `notices go out without them: ${(error as Error).message}`;
    return { receiver, state: 'note', message, remedy: 'set reviewServer.linkKey, the same for all processes' };
  }
}
