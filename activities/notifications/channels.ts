import type { Channel, Notifications } from './channel';
import { emailChannel } from './email-channel';
import { webhookChannel } from './webhook-channel';

/** The sections of `notifications` that list receivers. The other settings are durations. */
type Section = { [Key in keyof Notifications]: Notifications[Key] extends number ? never : Key }[keyof Notifications];

/** The compiler requires a channel for every section. */
const bySection: Record<Section, Channel> = {
  webhooks: webhookChannel,
  email: emailChannel,
};

export const channels: readonly Channel[] = Object.values(bySection);
