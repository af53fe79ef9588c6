import { z } from 'zod';
import { counted } from '../../src/base/text/counted';
import { type Channel, checked, type Receiver, wants } from './channel';
import { emailOf } from './email';
import { type EmailTransport, openEmailTransport, readSmtp } from './email-transport';

interface EmailReceiver extends Receiver {
  to: string;
}

export const emailChannel: Channel<EmailReceiver> = {
  receivers({ email: { smtp, to, eventTypes } }, type, escalateTo) {
    if (smtp === null || !wants(eventTypes, type)) return [];
    const addressed = to.map((address, index) => ({ key: `e-mail ${index + 1}`, to: address }));
    const escalated = type === 'review.escalated' && isAddress(escalateTo) && !to.includes(escalateTo);
    return escalated ? [...addressed, { key: 'e-mail escalateTo', to: escalateTo }] : addressed;
  },

  check(notifications, env) {
    const { smtp, to } = notifications.email;
    if (smtp === null) return [];
    const result = checked('e-mail', () => {
      readSmtp(notifications, env);
      if (to.length > 0) return { state: 'ok', message: `sends to ${counted(to.length, 'address', 'addresses')}` };
      const message = 'only sends escalations, because notifications.email.to is empty';
      return { state: 'note', message, remedy: 'set notifications.email.to' };
    });
    return [result];
  },

  open(notifications, env) {
    let mail: (EmailTransport & { address: string }) | undefined;

    /** The open connection, unless the secret with the mail server's URL has been replaced. */
    const transport = (): EmailTransport => {
      const { address, options } = readSmtp(notifications, env);
      if (mail?.address === address) return mail;
      mail?.close();
      mail = { ...openEmailTransport(options), address };
      return mail;
    };

    return {
      async send({ key, to }, event, id, signal) {
        const message = emailOf(event, id, { from: notifications.email.from!, to });
        return transport().send(key, message, notifications.timeout, signal);
      },
      close: async () => mail?.close(),
    };
  },
};

function isAddress(text: string | undefined): text is string {
  return z.email().safeParse(text).success;
}
