import { z } from 'zod';
import { noticeKinds } from '../core/notices';
import { duration, secretReference, section } from './fields';

const eventTypes = z
  .array(z.enum(noticeKinds))
  .min(1)
  .default([...noticeKinds]);

const webhook = z.strictObject({
  /** What the receiver is called in logs and results; its place in the list when left out. */
  name: z
    .string()
    .regex(/^[\w][\w .-]{0,49}$/, 'must be 1 to 50 letters, digits, spaces, dots, dashes or underscores')
    .optional(),
  /** May hold a capability in its path or query, so it is a secret like the key. */
  url: secretReference,
  secret: secretReference,
  eventTypes,
});

/** `decks@example.com`, or `Decks <decks@example.com>`. */
const sender = z.string().refine((from) => z.email().safeParse(addressOf(from)).success, {
  error: 'must be an e-mail address, such as decks@example.com or "Decks <decks@example.com>"',
});

/** The bare address of a sender with or without a name. */
export function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}

/** Who is told of what a deck needs, beside the log. */
export const notificationSettings = section({
  webhooks: z.array(webhook).default([]),
  email: section({
    smtp: secretReference.nullable().default(null),
    from: sender.nullable().default(null),
    to: z.array(z.email()).default([]),
    eventTypes,
  }).refine(({ smtp, from }) => smtp === null || from !== null, {
    path: ['from'],
    error: 'is needed: the address that the messages come from',
  }),
  timeout: duration('15s', { min: '100ms', max: '5m' }),
  giveUpAfter: duration('3 days', { min: '1s' }),
}).superRefine(({ webhooks }, context) => {
  const names = webhooks.map(({ name }, index) => name ?? String(index + 1));
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue;
    context.addIssue({ code: 'custom', path: ['webhooks', index, 'name'], message: 'is the name of another one' });
  }
});
