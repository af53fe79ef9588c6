import type { Channel, Notifications } from './channel';
import { emailChannel } from './email-channel';
import { webhookChannel } from './webhook-channel';

/** The sections of `notifications` that say who is told; the others say how long is waited. */
type Section = { [Key in keyof Notifications]: Notifications[Key] extends number ? never : Key }[keyof Notifications];

/** Every channel, by its section of the settings. */
const bySection: Record<Section, Channel> = {
  webhooks: webhookChannel,
  email: emailChannel,
};

export const channels: readonly Channel[] = Object.values(bySection);
