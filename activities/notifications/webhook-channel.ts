import { Agent } from 'undici';
import { escapedJson } from '../../src/base/text/unprintable';
import type { DeckEvent } from '../../src/core/notices';
import { type Channel, checked, type Notifications, type Receiver, wants } from './channel';
import { slackMessage, teamsMessage } from './chat';
import { contentOf } from './content';
import { isUnencrypted, readWebhook, sendWebhook } from './webhook';

interface WebhookReceiver extends Receiver {
  /** Its path in the settings. */
  setting: string;
  webhook: Notifications['webhooks'][number];
}

function bodyOf(format: WebhookReceiver['webhook']['format'], event: DeckEvent): string {
  if (format === 'json') return escapedJson(JSON.stringify(event));
  return JSON.stringify(format === 'slack' ? slackMessage(contentOf(event)) : teamsMessage(contentOf(event)));
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
        if (!isUnencrypted(readWebhook(webhook, setting, env))) {
          return { state: 'ok', message: `receives ${webhook.eventTypes.join(', ')}` };
        }
        const message = 'uses http without encryption: anyone who reads the traffic can use the review links in it';
        return { state: 'note', message, remedy: 'use an https URL or a private network' };
      }),
    ),

  open({ timeout }, env) {
    const agent = new Agent({ connect: { timeout }, headersTimeout: timeout, bodyTimeout: timeout });
    return {
      async send({ key, setting, webhook }, event, id, signal) {
        const body = bodyOf(webhook.format, event);
        const message = { receiver: key, id, body };
        return sendWebhook(readWebhook(webhook, setting, env), message, { agent, timeout, signal });
      },
      close: () => agent.destroy(),
    };
  },
};
