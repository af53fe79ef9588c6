import type { DeliveryFormat } from './formats';
import type { PresentationResult } from './progress';
import type { ServiceId } from './service-id';

/** Names of the workflows that start `presentation`, and of a batch's messages. */
export const BATCH = 'presentationBatch';
export const EXPORT_DESIGN = 'exportDesign';
export const SCHEDULED = 'scheduledPresentation';
export const batchMessages = {
  /** Query without argument: {@link BatchProgress}. */
  progress: 'progress',
  /** Update `{by?, comment?}`: starts no more decks; running decks continue. */
  pause: 'pause',
  /** Update `{by?}`. */
  resume: 'resume',
  /** Update `{window, by?}`. */
  setWindow: 'setWindow',
  /** Update `{cancelRunning}`: whether canceling the batch also cancels its running decks. */
  cancelRunning: 'cancelRunning',
} as const;

export const WIDEST_WINDOW = 200;

export const batchIdOf = (batch: string) => `batch/${batch}`;
export const SCHEDULE_PREFIX = 'presentation/';

/** Paths of the report on the worker's host, with a row for each completed deck. */
export interface BatchReport {
  csv: string;
  /** The same rows as JSON Lines, with typed values. */
  jsonl: string;
}

export type DeckOutcome = 'delivered' | 'rejected' | 'failed' | 'cancelled';

/** A deck that a batch has started or found. */
export interface BatchDeck {
  line: number;
  uid: string;
  request: string;
  workflowId: string;
  title: string;
  /** The deck was started before this batch, or by an earlier start of it. */
  existing: boolean;
}

/** A row of the report. */
export interface BatchRow extends BatchDeck {
  /** `unknown`: the server no longer has the deck; counted as failed. */
  outcome: DeckOutcome | 'unknown';
  /** Why the deck was not delivered. */
  reason?: string;
  files: string[];
  designId?: ServiceId;
  paidCalls: Record<string, number>;
  problems: string[];
  possibleDuplicates: string[];
}

/** Maximum characters of a title in the state of a batch, which may hold 200 decks. */
export const LONGEST_TITLE = 200;

export interface BatchCounts {
  total: number;
  /** Decks that this batch has started. */
  started: number;
  /** Decks that existed before. They are also counted under their outcome. */
  existing: number;
  delivered: number;
  rejected: number;
  failed: number;
  cancelled: number;
}

/** Result of the query `progress`. */
export interface BatchProgress extends BatchCounts {
  workflowId: string;
  batch: string;
  state: 'preparing' | 'running' | 'paused' | 'stopping' | 'finished' | 'cancelled' | 'failed';
  /** One sentence: the progress of the batch, or why it does not continue. */
  summary: string;
  /** Items that were not started yet. */
  waiting: number;
  running: number;
  window: number;
  /** The running decks. */
  decks: { line: number; workflowId: string; existing: boolean }[];
  /** The last decks that failed. */
  failures: { line: number; workflowId: string; reason: string }[];
  /** Problems of the batch itself, such as a report that cannot be written. */
  problems: string[];
  report?: BatchReport;
  startedAt: string;
  updatedAt: string;
}

/** Result of the workflow. A failed deck does not fail the batch. */
export interface BatchResult extends BatchCounts {
  /** `stopped`: a deck failed, with `onError: stop`. */
  outcome: 'finished' | 'stopped';
  batch: string;
  /** Items that were not started because the batch was stopped. */
  notStarted: number;
  report: BatchReport;
}

/** Input of the workflow `exportDesign`. */
export interface ExportDesignInput {
  uid: string;
  request: string;
  channel?: string;
  designId: ServiceId;
  formats: DeliveryFormat[];
  edit?: boolean;
  zip?: boolean;
  name?: string;
}

export type ExportDesignResult = Pick<PresentationResult, 'uid' | 'request' | 'files' | 'problems'> & {
  designId: ServiceId;
  /** The deck that exported the design, for `deck status`. */
  workflowId: string;
};

export interface ScheduledResult {
  workflowId: string;
  request: string;
  /** The deck of this scheduled time existed before. */
  existing: boolean;
}
