import type { PresentationProgress, PresentationResult } from '../../core/messages';
import type { DeckFailure, Decks, DescribedDeck } from '../../decks/decks';
import { isSilence } from '../../decks/errors';
import { stageWords } from '../../decks/words';
import { pause } from '../../io/pause';
import { healthLine } from '../../temporal/execution-words';
import { type ProgressView, stageText } from '../show/progress-view';

/** How following a deck came to its end; only the first two are the deck's own end. */
export type Followed =
  | { end: 'result'; result: PresentationResult }
  | { end: 'failure'; failure: DeckFailure }
  | { end: 'parked'; progress: PresentationProgress }
  | { end: 'interrupted' };

export interface FollowOptions {
  view: ProgressView;
  signal: AbortSignal;
  everyMs: number;
  /** Called with everything that the deck says of itself. */
  onProgress?: (progress: PresentationProgress) => void;
  /** Called for each revision that waits for a decision; `again` asks for another call about the same one. */
  onReview?: (progress: PresentationProgress) => Promise<'decided' | 'again' | 'left'>;
  /** Called when the deck is parked; `stop` ends the following. Left out: the following goes on. */
  onAttention?: (progress: PresentationProgress) => Promise<'resolved' | 'stop'>;
}

/** Without an answer for so long, the following ends; a worker that is being restarted is back before. */
const PATIENCE_MS = 120_000;

/** Shows a deck's progress until it ends. */
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
      const parked = await attend(progress, facts, options, seen);
      if (parked !== undefined) return parked;
    } catch (error) {
      if (!isSilence(error) || signal.aborted) throw error;
      silentSince ??= Date.now();
      if (Date.now() - silentSince > PATIENCE_MS) throw error;
      view.show(error.message.replace(/\.$/, ''));
    }
    await pause(everyMs, signal);
  }
  return { end: 'interrupted' };
}

async function attend(
  progress: PresentationProgress,
  { execution }: DescribedDeck,
  { view, onProgress, onReview, onAttention, signal }: FollowOptions,
  seen: { review: string; attention: string },
): Promise<Followed | undefined> {
  if (signal.aborted) return undefined;
  const { attention, outline, review } = progress;
  if (execution === undefined) {
    view.show(attention === undefined ? stageText(progress) : `${stageWords(progress.stage)}: waits for help`);
  }
  onProgress?.(progress);
  // After the progress, which on a board takes the place of what was shown before.
  if (execution !== undefined) view.show(`${stageWords(progress.stage)}: ${healthLine(execution, { next: false })}`);
  if (attention !== undefined && attention.at !== seen.attention) {
    seen.attention = attention.at;
    if (onAttention !== undefined && (await onAttention(progress)) === 'stop') return { end: 'parked', progress };
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
