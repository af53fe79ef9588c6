import { pause } from '../../base/io/pause';
import type { PresentationProgress, PresentationResult } from '../../core/progress';
import type { DeckFailure, Decks } from '../../decks/decks';
import { isSilence } from '../../decks/errors';
import type { ListedDeck } from '../../decks/listed-deck';
import { stageWords } from '../../decks/words';
import { healthLine } from '../../temporal/execution-words';
import { type ProgressView, stageText } from '../show/progress-view';

/** Why following a deck stopped. Only after `result` and `failure` is the deck complete. */
export type Followed =
  | { end: 'result'; result: PresentationResult }
  | { end: 'failure'; failure: DeckFailure }
  | { end: 'parked'; progress: PresentationProgress }
  | { end: 'interrupted' };

export interface FollowOptions {
  view: ProgressView;
  signal: AbortSignal;
  everyMs: number;
  /** Called with every progress report of the deck. */
  onProgress?: (progress: PresentationProgress) => void;
  /** Called for each revision under review; `again` requests another call for the same revision. */
  onReview?: (progress: PresentationProgress) => Promise<'decided' | 'again' | 'left'>;
  /** Called when the deck is parked; `stop` stops following. Default: continue. */
  onParked?: (progress: PresentationProgress) => Promise<'resolved' | 'stop'>;
}

/** Stops following after this long without a response. Long enough for a worker to restart. */
const NO_RESPONSE_TIMEOUT_MS = 120_000;

/** Shows the progress of a deck until it completes. */
export async function follow(decks: Decks, workflowId: string, options: FollowOptions): Promise<Followed> {
  const { view, signal, everyMs } = options;
  const seen = { review: '', attention: '' };
  let silentSince: number | undefined;
  while (!signal.aborted) {
    try {
      const facts = await decks.describe(workflowId);
      if (facts.status !== 'RUNNING') {
        const outcome = await decks.outcome(facts);
        return 'result' in outcome ? { end: 'result', ...outcome } : { end: 'failure', ...outcome };
      }
      const progress = await decks.progress(facts);
      silentSince = undefined;
      const parked = await handleProgress(progress, facts, options, seen);
      if (parked !== undefined) return parked;
    } catch (error) {
      if (!isSilence(error) || signal.aborted) throw error;
      silentSince ??= Date.now();
      if (Date.now() - silentSince > NO_RESPONSE_TIMEOUT_MS) throw error;
      view.show(error.message.replace(/\.$/, ''));
    }
    await pause(everyMs, signal);
  }
  return { end: 'interrupted' };
}

async function handleProgress(
  progress: PresentationProgress,
  { execution }: ListedDeck,
  { view, onProgress, onReview, onParked, signal }: FollowOptions,
  seen: { review: string; attention: string },
): Promise<Followed | undefined> {
  if (signal.aborted) return undefined;
  const { attention, outline, review } = progress;
  if (execution === undefined) {
    view.show(attention === undefined ? stageText(progress) : `${stageWords(progress.stage)}: parked`);
  }
  onProgress?.(progress);
  // Shown last because progress replaces the line on a board.
  if (execution !== undefined) view.show(`${stageWords(progress.stage)}: ${healthLine(execution, { next: false })}`);
  if (attention !== undefined && attention.at !== seen.attention) {
    seen.attention = attention.at;
    if (onParked !== undefined && (await onParked(progress)) === 'stop') return { end: 'parked', progress };
  }
  if (attention === undefined && review !== undefined && outline !== undefined) {
    const key = `${review.gate} ${outline.revision} ${review.since}`;
    if (key === seen.review || onReview === undefined) return undefined;
    const answer = await onReview(progress);
    if (answer !== 'again') seen.review = key;
    if (answer === 'left') return { end: 'interrupted' };
  }
  return undefined;
}
