import { channelIn } from '../core/deck-id';
import { given } from '../core/given';
import type { PresentationProgress, PresentationResult } from '../core/progress';
import type { DeckFailure, Decks } from './decks';
import { DeckError } from './errors';
import type { ListedDeck } from './listed-deck';

/** The output of `deck status --json`: the progress, the status of the run on the server, and the outcome. */
export interface DeckRecord
  extends Partial<PresentationProgress>,
    Pick<ListedDeck, 'workflowId' | 'runId' | 'status' | 'startedAt' | 'closedAt' | 'execution'> {
  // From the server, not from the deck itself.
  workflowId: string;
  startedAt: string;
  result?: PresentationResult;
  failure?: DeckFailure;
}

export async function recordOf(decks: Decks, workflowId: string): Promise<DeckRecord> {
  const deck = await decks.describe(workflowId);
  if (deck.status === 'RUNNING') {
    try {
      return withProgress(deck, await decks.progress(deck));
    } catch (error) {
      if (!(error instanceof DeckError) || error.execution === undefined) throw error;
      // The deck cannot respond, so only the server's facts are left, which include the reason.
      const { stage } = deck;
      const listed = stage === undefined ? {} : { stage: stage as PresentationProgress['stage'] };
      return { ...withProgress(deck, listed), execution: error.execution };
    }
  }
  const outcome = await decks.outcome(deck);
  // The progress of a complete deck needs a worker that can replay it; the outcome does not.
  const progress = await decks.progress(deck).catch((error) => {
    if (error instanceof DeckError) return undefined;
    throw error;
  });
  const known = progress ?? ('result' in outcome ? resultAsProgress(outcome.result) : {});
  return { ...withProgress(deck, known), ...outcome };
}

function withProgress(deck: ListedDeck, told: Partial<PresentationProgress>): DeckRecord {
  const { workflowId, runId, status, startedAt, closedAt, execution } = deck;
  // A deck from a document or topic gets its title during the run.
  const title = told.title || deck.title;
  const channel = told.channel ?? channelIn(workflowId);
  return {
    ...told,
    workflowId,
    runId,
    status,
    startedAt,
    ...given({ closedAt, execution, title }),
    ...(channel === '' ? {} : { channel }),
  };
}

/** The progress of a complete deck, as far as its result has it. */
export function resultAsProgress({ outcome, revision: _, ...result }: PresentationResult) {
  return { stage: outcome, ...result };
}
