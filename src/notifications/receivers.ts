import type { Settings } from '../config';
import type { DeckEvent, NoticeKind } from '../core/notices';
import { noticeKinds } from '../core/notices';
import { linkKey } from '../edge/review-links';
import type { Notifications, Receiver, ReceiverCheck } from './channel';
import { channels } from './channels';

/** Who is told of an event, by every channel. */
export function receiversOf(notifications: Notifications, type: DeckEvent['type'], escalateTo?: string): Receiver[] {
  return channels.flatMap((channel) => channel.receivers(notifications, type, escalateTo));
}

/** The kinds that anybody listens to: what a deck's plan says of its notices. */
export function noticesOf(notifications: Notifications): NoticeKind[] {
  return noticeKinds.filter((kind) => {
    // Whom an escalation goes to is known only when it happens.
    const escalateTo = kind === 'review.escalated' ? 'anybody@example.com' : undefined;
    return receiversOf(notifications, kind, escalateTo).length > 0;
  });
}

/** Looks whether each receiver is set up as it must be; sends nothing. */
export function checkReceivers(settings: Settings, env: NodeJS.ProcessEnv = process.env): ReceiverCheck[] {
  const all = channels.flatMap((channel) => channel.check(settings.notifications, env));
  return all.length === 0 ? all : [...all, checkedLinks(settings, env)];
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
