import type { DeliveryFormat } from './formats';
import type { PresentationResult } from './messages';

/** Names of the workflows around `presentation`, and of a batch's messages. */
export const BATCH = 'presentationBatch';
export const EXPORT_DESIGN = 'exportDesign';
export const SCHEDULED = 'scheduledPresentation';
export const batchMessages = {
  /** Query without argument: {@link BatchProgress}. */
  progress: 'progress',
  /** Update or signal `{by?, comment?}`: no more decks are started; those that run go on. */
  pause: 'pause',
  /** Update or signal `{by?}`. */
  resume: 'resume',
  /** Update or signal `{window, by?}`. */
  setWindow: 'setWindow',
  /** Update or signal `{cancelRunning}`: whether a cancellation of the batch cancels the decks that run. */
  cancelRunning: 'cancelRunning',
} as const;

export const WIDEST_WINDOW = 200;

export const batchIdOf = (batch: string) => `batch/${batch}`;
export const SCHEDULE_PREFIX = 'presentation/';

/** Paths of the report on the worker's machine, a line for each deck that has ended, as they end. */
export interface BatchReport {
  csv: string;
  /** The same as JSON lines, values as they are. */
  jsonl: string;
}

export type DeckOutcome = 'delivered' | 'rejected' | 'failed' | 'cancelled';

/** A line of the report. */
export interface BatchRow {
  line: number;
  uid: string;
  request: string;
  workflowId: string;
  title: string;
  outcome: DeckOutcome;
  /** The deck had been started before this batch, or by an earlier run of it. */
  existing: boolean;
  /** Of what was not delivered. */
  reason?: string;
  files: string[];
  designId?: number;
  paidCalls: Record<string, number>;
  problems: string[];
  possibleDuplicates: string[];
}

export interface BatchCounts {
  total: number;
  /** Decks that this batch has started. */
  started: number;
  /** Decks that were there before; they count again under what became of them. */
  existing: number;
  delivered: number;
  rejected: number;
  failed: number;
  cancelled: number;
}

/** Answer of the query `progress`. */
export interface BatchProgress extends BatchCounts {
  workflowId: string;
  batch: string;
  state: 'preparing' | 'running' | 'paused' | 'stopping' | 'finished' | 'cancelled' | 'failed';
  /** One sentence: how far it is, or why it does not go on. */
  summary: string;
  /** Items that were not looked at yet. */
  waiting: number;
  running: number;
  window: number;
  /** The decks under way. */
  decks: { line: number; workflowId: string; existing: boolean }[];
  /** The last decks that failed. */
  failures: { line: number; workflowId: string; reason: string }[];
  /** Trouble of the batch itself, such as a report that cannot be written. */
  problems: string[];
  report?: BatchReport;
  startedAt: string;
  updatedAt: string;
}

/** What the workflow returns; a deck that failed is no failure of the batch. */
export interface BatchResult extends BatchCounts {
  /** `stopped`: after a failure, with `onError: stop`. */
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
  designId: number;
  formats: DeliveryFormat[];
  edit?: boolean;
  zip?: boolean;
  name?: string;
}

export type ExportDesignResult = Pick<PresentationResult, 'uid' | 'request' | 'files' | 'problems'> & {
  designId: number;
  /** The deck that was run for it, for `deck status`. */
  workflowId: string;
};

export interface ScheduledResult {
  workflowId: string;
  request: string;
  /** The scheduled time had its deck already. */
  existing: boolean;
}
