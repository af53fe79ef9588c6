import { z } from 'zod';
import { noticeKinds } from '../core/notices';
import { duration, internal, secretReference, section } from './fields';

const eventTypes = z
  .array(z.enum(noticeKinds))
  .min(1)
  // Programs that keep a record ask for every decision; people do not.
  .default(noticeKinds.filter((kind) => kind !== 'review.decided'));

const webhook = z.strictObject({
  /** Name of the receiver in logs and results; defaults to its position in the list. */
  name: z
    .string()
    .regex(/^[\w][\w .-]{0,49}$/, 'must be 1 to 50 letters, digits, spaces, dots, dashes or underscores')
    .optional(),
  /** A secret like the key, because its path or query may contain a token. */
  url: secretReference,
  /** JSON with a signature for a program, or a message for a channel of Slack or Teams. */
  format: z.enum(['json', 'slack', 'teams']).default('json'),
  secret: secretReference.optional(),
  eventTypes,
});

/** `decks@example.com`, or `Decks <decks@example.com>`. */
const sender = z.string().refine((from) => z.email().safeParse(addressOf(from)).success, {
  error: 'must be an email address, such as decks@example.com or "Decks <decks@example.com>"',
});

/** The bare address of a sender with or without a name. */
export function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}

export const notificationSettings = section({
  webhooks: z.array(webhook).default([]),
  email: section({
    smtp: secretReference.nullable().default(null),
    from: sender.nullable().default(null),
    to: z.array(z.email()).default([]),
    eventTypes,
  }).refine(({ smtp, from }) => smtp === null || from !== null, {
    path: ['from'],
    error: 'is required: the sender of the emails',
  }),
  /** One delivery attempt. */
  timeout: internal(duration('15s', { min: '100ms', max: '5m' })),
  /** How long failed deliveries to a receiver are retried. */
  giveUpAfter: internal(duration('3 days', { min: '1s' })),
}).superRefine(({ webhooks }, context) => {
  for (const [index, { format, secret }] of webhooks.entries()) {
    if ((format === 'json') === (secret !== undefined)) continue;
    const message = format === 'json' ? 'is required: it signs the events' : `is for format: json, not for ${format}`;
    context.addIssue({ code: 'custom', path: ['webhooks', index, 'secret'], message });
  }
  const names = webhooks.map(({ name }, index) => name ?? String(index + 1));
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue;
    context.addIssue({
      code: 'custom',
      path: ['webhooks', index, 'name'],
      message: 'is already the name of another webhook',
    });
  }
});
