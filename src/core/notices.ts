import type { DeliveredFile, Gate } from './messages';
import type { Stage } from './stages';

/** Event types of notifications. */
export const noticeKinds = [
  'review.requested',
  'review.reminder',
  'review.escalated',
  'review.changes_requested',
  'deck.parked',
  'deck.delivered',
  'deck.rejected',
  'deck.failed',
  'deck.cancelled',
] as const;

export type NoticeKind = (typeof noticeKinds)[number];

/** Body of a webhook: something that happened to a deck, or a `test` of the receiver. */
export interface DeckEvent {
  type: NoticeKind | 'test';
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: DeckEventData;
}

export interface DeckEventData {
  /** Workflow id of the deck. */
  deck: string;
  uid: string;
  request: string;
  title: string;
  stage: Stage;
  /** With `review.*`: the gate. */
  gate?: Gate;
  /** The current revision. */
  revision?: number;
  /** With `review.*`: the review deadline, ISO 8601. */
  due?: string;
  /** With `review.escalated`: the person to notify. */
  escalateTo?: string;
  /** One sentence: what happened. */
  message: string;
  /** With `deck.parked` and `deck.failed`: failure type, see docs/failures.md. */
  problem?: string;
  /** With `deck.parked`: the suggested fix. */
  remedy?: string;
  /** With `deck.delivered`. */
  files?: DeliveredFile[];
  /** Review link, which with `review.*` allows decisions. Never in a history. */
  reviewUrl?: string;
}

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
