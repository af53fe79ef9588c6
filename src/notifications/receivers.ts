import { z } from 'zod';
import type { Settings } from '../config';
import type { DeckEvent, NoticeKind } from '../core/notices';
import { noticeKinds } from '../core/notices';

type Notifications = Settings['notifications'];

/** Somebody to be told. `key` is what histories, logs and results call it. */
export type Receiver = { key: string } & (
  | { kind: 'webhook'; setting: string; webhook: Notifications['webhooks'][number] }
  | { kind: 'email'; to: string }
);

/** The kinds that anybody listens to: what a deck's plan says of its notices. */
export function noticesOf(notifications: Notifications): NoticeKind[] {
  return noticeKinds.filter((kind) => {
    // Whom an escalation goes to is known only when it happens.
    const escalateTo = kind === 'review.escalated' ? 'anybody@example.com' : undefined;
    return receiversOf(notifications, kind, escalateTo).length > 0;
  });
}

/**
 * Who is told of an event. Each address is a receiver of its own, so that one whose server is busy is tried again and
 * the others do not get the message twice.
 */
export function receiversOf(
  { webhooks, email }: Notifications,
  type: DeckEvent['type'],
  escalateTo?: string,
): Receiver[] {
  const listens = (kinds: readonly NoticeKind[]) => type === 'test' || kinds.includes(type);
  const named = webhooks.map(
    (webhook, index): Receiver => ({
      key: `webhook ${webhook.name ?? index + 1}`,
      kind: 'webhook',
      setting: `notifications.webhooks.${index}`,
      webhook,
    }),
  );
  const hooks = named.filter((receiver) => receiver.kind === 'webhook' && listens(receiver.webhook.kinds));
  if (email.smtp === null || !listens(email.kinds)) return hooks;
  const addressed = email.to.map((to, index): Receiver => ({ key: `e-mail ${index + 1}`, kind: 'email', to }));
  const escalated = type === 'review.escalated' && isAddress(escalateTo) && !email.to.includes(escalateTo);
  return [
    ...hooks,
    ...addressed,
    ...(escalated ? [{ key: 'e-mail escalateTo', kind: 'email', to: escalateTo } as const] : []),
  ];
}

function isAddress(text: string | undefined): text is string {
  return z.email().safeParse(text).success;
}
