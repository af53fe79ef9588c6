import { z } from 'zod';
import { type BatchReport, WIDEST_WINDOW } from '../../core/batch';
import { KEY, LONGEST_KEY } from '../../core/deck-id';
import type { Document } from '../../core/document';
import { documentFacts, type PresentationInput, presentationInput, storedText, type WorkflowSettings } from './input';

/** Maximum characters of JSONL inside the input; longer JSONL is passed as a reference. */
const INLINE_ITEMS = 100_000;

/** Its length is that of a uid or request: in UTF-16 code units. */
const key = (what: string, most: number) =>
  z
    .string(`${what} must be text`)
    .max(most, `${what} is longer than ${most} characters`)
    .regex(KEY, `${what} must only contain letters, digits and . _ @ + = -`);

const items = z.union(
  [
    z.string().min(1).max(INLINE_ITEMS),
    z.strictObject({ ...documentFacts, text: z.string().min(1).max(INLINE_ITEMS) }),
    storedText,
  ],
  `items must be JSONL text of at most ${INLINE_ITEMS} characters, or a reference to a stored text`,
);

/** Every field of an input except uid and request. */
const defaults = z.strictObject(presentationInput.shape).omit({ uid: true, request: true }).partial();

/**
 * Input of the workflow `presentationBatch`: one JSON object, from any client and from the Temporal UI's start form.
 */
export const batchInput = z.strictObject({
  // Leaves room for "-<line>": together they are the request of a deck.
  batch: key('batch', 90).describe('Batch name. A running batch cannot be started again.'),
  uid: key('uid', LONGEST_KEY).optional().describe('User of the decks whose line has no uid.'),
  items: items.describe('JSONL: one input of the workflow `presentation` per line. uid and request are optional.'),
  window: z
    .int('window must be a whole number')
    .min(1, 'window must be 1 or more')
    .max(WIDEST_WINDOW, `window must be at most ${WIDEST_WINDOW}`)
    .default(10)
    .describe('Concurrency limit: maximum number of decks that run at the same time.'),
  onError: z
    .enum(['continue', 'stop'], 'onError must be continue or stop')
    .default('continue')
    .describe('stop: start no more decks after the first failure.'),
  cancelRunning: z.boolean().default(false).describe('True: canceling the batch also cancels its running decks.'),
  slice: z
    .int()
    .min(1)
    .max(1000)
    .default(200)
    .describe('Number of decks to start before the workflow continues as new.'),
  defaults: defaults.optional().describe('Default values for fields that a line leaves out.'),
});

export type BatchInput = z.input<typeof batchInput>;

/** A validated batch item. */
export interface BatchItem {
  /** Line of the source file. */
  line: number;
  /** Title of the deck in lists. */
  title: string;
  input: PresentationInput;
}

/** The input merged with the settings, recorded once at the start of the history. */
export interface BatchPlan {
  batch: string;
  items: Document;
  total: number;
  window: number;
  onError: 'continue' | 'stop';
  cancelRunning: boolean;
  slice: number;
  report: BatchReport;
  settings: Pick<WorkflowSettings, 'retries' | 'timeouts'>;
}

/**
 * Input of the workflow `scheduledPresentation`: a deck without a request, which is derived from the scheduled time.
 */
export interface ScheduledInput {
  schedule: string;
  input: Omit<PresentationInput, 'request'>;
}
