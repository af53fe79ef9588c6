import { Agent } from 'undici';
import { escapedJson } from '../text/unprintable';
import { type Channel, checked, type Notifications, type Receiver, wants } from './channel';
import { isReadableOnItsWay, readWebhook, sendWebhook } from './webhook';

interface WebhookReceiver extends Receiver {
  /** Where it stands in the settings. */
  setting: string;
  webhook: Notifications['webhooks'][number];
}

export const webhookChannel: Channel<WebhookReceiver> = {
  receivers: ({ webhooks }, type) =>
    webhooks
      .map((webhook, index) => ({
        key: `webhook ${webhook.name ?? index + 1}`,
        setting: `notifications.webhooks.${index}`,
        webhook,
      }))
      .filter(({ webhook }) => wants(webhook.eventTypes, type)),

  check: (notifications, env) =>
    webhookChannel.receivers(notifications, 'test').map(({ key, setting, webhook }) =>
      checked(key, () => {
        if (!isReadableOnItsWay(readWebhook(webhook, setting, env))) {
          return { state: 'ok', message: `is told of ${webhook.eventTypes.join(', ')}` };
        }
        const message = 'is told over http: whoever reads it on its way can use the review links in it';
        return { state: 'note', message, remedy: 'use an https address, or a network that is yours alone' };
      }),
    ),

  open({ timeout }, env) {
    const agent = new Agent({ connect: { timeout }, headersTimeout: timeout, bodyTimeout: timeout });
    return {
      async send({ key, setting, webhook }, event, id, signal) {
        const body = escapedJson(JSON.stringify(event));
        const message = { receiver: key, id, body };
        return sendWebhook(readWebhook(webhook, setting, env), message, { agent, timeout, signal });
      },
      close: () => agent.destroy(),
    };
  },
};
