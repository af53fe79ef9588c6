import { about, maybe } from './fields';
import { deliveredFile, openPrompts } from './progress';
import { reviewSchemas } from './review-message';
import { stages } from './stages';
import * as z from './zod';

/** Event types of notifications. */
export const noticeKinds = [
  'review.requested',
  'review.reminder',
  'review.escalated',
  'review.changes_requested',
  'review.commented',
  'review.decided',
  'deck.parked',
  'deck.delivered',
  'deck.rejected',
  'deck.failed',
  'deck.cancelled',
] as const;

export type NoticeKind = (typeof noticeKinds)[number];

const { gate, revisionNumber } = reviewSchemas;

export const notification = about(
  'Body of a webhook, see docs/notifications.md.',
  z.object({
    type: about('Event type; `deck doctor --notify` sends `test`.', z.enum([...noticeKinds, 'test'])),
    timestamp: about('Time of the event, ISO 8601, in UTC.', z.iso.datetime()),
    data: z.object({
      deck: about('Workflow id of the deck.', z.string()),
      firstRun: maybe(z.string(), 'ID of the first run of the deck; a deck that is started again has another one.'),
      uid: z.string(),
      request: z.string(),
      title: z.string(),
      stage: z.enum(stages),
      gate: maybe(gate, 'With review.*: the gate.'),
      revision: maybe(revisionNumber, 'The current revision.'),
      due: maybe(z.iso.datetime(), 'With review.*: the review deadline.'),
      decision: maybe(z.string(), 'With review.decided: the decision. With it: by, verified, sha256 of the text.'),
      by: maybe(z.string()),
      verified: maybe(z.boolean()),
      sha256: maybe(z.string()),
      escalateTo: maybe(z.string(), 'With review.escalated: the person to notify.'),
      message: about('One sentence: what happened.', z.string()),
      threads: maybe(z.array(reviewSchemas.positiveInt), 'With review.changes_requested and review.commented.'),
      problem: maybe(z.string(), 'With deck.parked and deck.failed: failure type, see docs/failures.md.'),
      remedy: maybe(z.string(), 'With deck.parked: the suggested fix.'),
      files: maybe(
        z.array(
          z.object({
            ...deliveredFile.shape,
            // Never in a history.
            downloadUrl: maybe(z.string(), 'Anyone who has this URL can download the file from it, for 24 hours.'),
          }),
        ),
        'With deck.delivered.',
      ),
      openPrompts,
      // Never in a history.
      reviewUrl: maybe(z.string(), 'Link to the deck. With review.*, anyone who has the link can decide.'),
    }),
  }),
);
/** Something that happened to a deck, or a `test` of the receiver. */
export type DeckEvent = z.infer<typeof notification>;
export type DeckEventData = DeckEvent['data'];

/** A notification for the operators' log: input of the activity `notify`. */
export interface Notice extends Pick<DeckEventData, 'uid' | 'request' | 'title' | 'message'> {
  kind: Extract<NoticeKind, 'review.reminder' | 'review.escalated' | 'deck.parked'>;
  /** The person to notify, if it is a particular one. */
  to?: string;
}

/** Input of the workflow `notification`. */
export interface NotificationInput {
  event: DeckEvent;
}

/** Result of the workflow `notification`: notified receivers, and those that were not reached despite all retries. */
export interface NotificationResult {
  event: DeckEvent['type'];
  heard: string[];
  missed: { receiver: string; reason: string }[];
}
