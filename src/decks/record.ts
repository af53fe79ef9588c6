import { channelIn } from '../core/deck-id';
import type { PresentationProgress, PresentationResult } from '../core/messages';
import type { DeckFailure, Decks, DescribedDeck } from './decks';
import { DeckError } from './errors';

/** What `deck status --json` prints: the progress record, with how the run stands on the server and how it ended. */
export interface DeckRecord
  extends Partial<PresentationProgress>,
    Pick<DescribedDeck, 'workflowId' | 'runId' | 'status' | 'startedAt' | 'closedAt' | 'execution'> {
  // Of the server, and not of the deck itself.
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
      // It cannot answer; what the server knows is all there is, and says why.
      const { stage } = deck;
      const listed = stage === undefined ? {} : { stage: stage as PresentationProgress['stage'] };
      return { ...withProgress(deck, listed), execution: error.execution };
    }
  }
  const outcome = await decks.outcome(deck);
  // An ended deck tells its story only while a worker can replay it; its outcome is known without one.
  const progress = await decks.progress(deck).catch((error) => {
    if (error instanceof DeckError) return undefined;
    throw error;
  });
  const told = progress ?? ('result' in outcome ? resultAsProgress(outcome.result) : {});
  return { ...withProgress(deck, told), ...outcome };
}

function withProgress(deck: DescribedDeck, told: Partial<PresentationProgress>): DeckRecord {
  const { workflowId, runId, status, startedAt, closedAt, execution } = deck;
  // A deck from a document or topic learns its title on the way.
  const title = told.title || deck.title;
  const channel = told.channel ?? channelIn(workflowId);
  return {
    ...told,
    workflowId,
    runId,
    status,
    startedAt,
    ...(closedAt === undefined ? {} : { closedAt }),
    ...(execution === undefined ? {} : { execution }),
    ...(title === undefined ? {} : { title }),
    ...(channel === '' ? {} : { channel }),
  };
}

/** A deck that has ended, as far as its result tells. */
export function resultAsProgress({ outcome, revision: _, ...result }: PresentationResult) {
  return { stage: outcome, ...result };
}
