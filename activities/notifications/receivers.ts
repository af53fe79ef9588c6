import type { Settings } from '../../src/config';
import type { DeckEvent, NoticeKind } from '../../src/core/notices';
import { noticeKinds } from '../../src/core/notices';
import { linkKey } from '../../src/decks/links/review-links';
import type { Notifications, Receiver, ReceiverCheck } from './channel';
import { channels } from './channels';

/** The receivers of an event, of all channels. */
export function receiversOf(notifications: Notifications, type: DeckEvent['type'], escalateTo?: string): Receiver[] {
  return channels.flatMap((channel) => channel.receivers(notifications, type, escalateTo));
}

/** The event types with at least one receiver. They become part of a deck's plan. */
export function noticesOf(notifications: Notifications): NoticeKind[] {
  return noticeKinds.filter((kind) => {
    // The receiver of an escalation is only known when it happens.
    const escalateTo = kind === 'review.escalated' ? 'someone@example.com' : undefined;
    return receiversOf(notifications, kind, escalateTo).length > 0;
  });
}

/** Checks the settings of each receiver without sending anything. */
export function checkReceivers(settings: Settings, env: NodeJS.ProcessEnv = process.env): ReceiverCheck[] {
  const all = channels.flatMap((channel) => channel.check(settings.notifications, env));
  return all.length === 0 ? all : [...all, checkedLinks(settings, env)];
}

function checkedLinks(settings: Settings, env: NodeJS.ProcessEnv): ReceiverCheck {
  const receiver = 'review links';
  try {
    linkKey(settings, env);
    return { receiver, state: 'ok', message: 'are included in notifications' };
  } catch (error) {
    const message = `are not included in notifications: ${(error as Error).message}`;
    return { receiver, state: 'note', message, remedy: 'set reviewServer.linkKey to the same value for all processes' };
  }
}
