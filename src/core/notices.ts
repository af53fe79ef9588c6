import type { DeliveredFile, Gate } from './messages';
import type { Stage } from './stages';

/** What people can be told about; the event types of the webhooks. */
export const noticeKinds = [
  'review.requested',
  'review.reminder',
  'review.escalated',
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
  /** What is to be decided about: with `review.*`. */
  gate?: Gate;
  /** The revision of outline or content that stands. */
  revision?: number;
  /** With `review.*`: when the review ends by itself, ISO 8601. */
  due?: string;
  /** With `review.escalated`: to whom. */
  escalateTo?: string;
  /** One sentence: what happened. */
  message: string;
  /** With `deck.parked` and `deck.failed`: stable name of what went wrong, see docs/failures.md. */
  problem?: string;
  /** With `deck.parked`: what to do. */
  remedy?: string;
  /** With `deck.delivered`. */
  files?: DeliveredFile[];
  /** The page that shows the deck; with `review.*` it lets whoever holds the link decide. Never in a history. */
  reviewUrl?: string;
}

/** What the operators' log is told besides, whoever else listens: input of the activity `notify`. */
export interface Notice extends Pick<DeckEventData, 'uid' | 'request' | 'title' | 'message'> {
  kind: Extract<NoticeKind, 'review.reminder' | 'review.escalated' | 'deck.parked'>;
  /** Who shall hear of it, where that is somebody in particular. */
  to?: string;
}

/** Input of the workflow `notification`. */
export interface NotificationInput {
  event: DeckEvent;
}

/** Result of the workflow `notification`: who heard, and who did not although it was tried as long as it may be. */
export interface NotificationResult {
  event: DeckEvent['type'];
  heard: string[];
  missed: { receiver: string; reason: string }[];
}
