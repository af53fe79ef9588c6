import { z } from 'zod';
import type { PlannedSettings } from '../config/workflow-settings';
import { type BatchReport, WIDEST_WINDOW } from '../core/batch';
import type { Document } from '../core/document';
import { documentFacts, type PresentationInput, presentationInput, storedText } from './input';

/** Longest JSONL that travels inside the input; a longer one by its address. */
const INLINE_ITEMS = 100_000;

const key = (what: string, most: number) =>
  z
    .string(`${what} must be text`)
    .regex(
      new RegExp(`^[\\p{L}\\p{N}._@+=-]{1,${most}}$`, 'u'),
      `${what} may hold 1 to ${most} letters, digits and . _ @ + = -`,
    );

const items = z.union(
  [
    z.string().min(1).max(INLINE_ITEMS),
    z.strictObject({ ...documentFacts, text: z.string().min(1).max(INLINE_ITEMS) }),
    storedText,
  ],
  `items must be JSONL text of at most ${INLINE_ITEMS} characters, or the address of a stored one`,
);

/** What an input may say apart from whose deck it is. */
const defaults = z.strictObject(presentationInput.shape).omit({ uid: true, request: true }).partial();

/** Input of the workflow `presentationBatch`: one JSON object, from any client and from the Temporal UI's start form. */
export const batchInput = z.strictObject({
  // Room for "-<line>" behind it: together they are the request of a deck.
  batch: key('batch', 90).describe('Key of the batch; a batch that runs cannot be started twice.'),
  uid: key('uid', 100).optional().describe('User of the decks whose line names none.'),
  items: items.describe('JSONL: one input of the workflow `presentation` a line; uid and request may be left out.'),
  window: z
    .int('window must be a whole number')
    .min(1, 'window must be 1 or more')
    .max(WIDEST_WINDOW, `window must be at most ${WIDEST_WINDOW}`)
    .default(10)
    .describe('Most decks that are under way at once.'),
  onError: z
    .enum(['continue', 'stop'], 'onError must be continue or stop')
    .default('continue')
    .describe('stop: the first deck that fails is the last one that was started.'),
  cancelRunning: z.boolean().default(false).describe('True: a cancelled batch cancels its decks, too.'),
  slice: z.int().min(1).max(1000).default(200).describe('Decks started before the history is continued as a new one.'),
  defaults: defaults.optional().describe('What every line says that does not say it itself.'),
});

export type BatchInput = z.input<typeof batchInput>;

/** One deck of a batch, checked: what a slice of the items holds. */
export interface BatchItem {
  /** Line of the file that it came from. */
  line: number;
  /** What the deck is called, for lists. */
  title: string;
  input: PresentationInput;
  /** The id of its deck, where it has a channel. */
  workflowId?: string;
}

/** The input with every choice made, recorded once at the start of the history. */
export interface BatchPlan {
  batch: string;
  items: Document;
  total: number;
  window: number;
  onError: 'continue' | 'stop';
  cancelRunning: boolean;
  slice: number;
  report: BatchReport;
  settings: Pick<PlannedSettings, 'retries' | 'timeouts'>;
}

/** Input of the workflow `scheduledPresentation`: a deck without its request, which the scheduled time makes. */
export interface ScheduledInput {
  schedule: string;
  input: Omit<PresentationInput, 'request'>;
}
