import { WorkflowFailedError } from '@temporalio/client';
import { CliError } from '../cli/exit';
import { channelIn } from '../core/deck-id';
import type { PresentationProgress, PresentationResult } from '../core/messages';
import type { ExecutionHealth } from '../temporal/execution-health';
import { type DeckFacts, DeckStandsStill, type Decks } from './decks';

/** What `deck status --json` prints: the progress record, with how the run stands on the server and how it ended. */
export interface DeckRecord extends Partial<PresentationProgress> {
  workflowId: string;
  runId: string;
  /** `RUNNING`, `COMPLETED`, `FAILED`, `CANCELLED`, `TERMINATED` or `TIMED_OUT`. */
  status: string;
  startedAt: string;
  closedAt?: string;
  /** Of a running deck, where something fails: attempts, reasons, next tries. */
  execution?: ExecutionHealth;
  result?: PresentationResult;
  failure?: DeckFailure;
}

export interface DeckFailure {
  /** Stable name of the kind of failure, see docs/failures.md. */
  type: string;
  message: string;
}

/** How a deck ended: with a result, or with a failure. */
export type Outcome = { result: PresentationResult } | { failure: DeckFailure };

export async function recordOf(decks: Decks, workflowId: string): Promise<DeckRecord> {
  const facts = await decks.facts(workflowId);
  const { taskQueue: _, title: ordered, ...known } = facts;
  // A deck from a document or topic learns its title on the way.
  const titled = (told: Partial<PresentationProgress>) => {
    const title = told.title || ordered;
    const channel = told.channel ?? channelIn(workflowId);
    return {
      ...told,
      ...known,
      ...(title === undefined ? {} : { title }),
      ...(channel === '' ? {} : { channel }),
    };
  };
  if (facts.status === 'RUNNING') {
    try {
      return titled(await decks.progress(facts));
    } catch (error) {
      if (!(error instanceof DeckStandsStill)) throw error;
      // It cannot answer; what the server knows is all there is, and says why.
      const stage = await decks.stage(workflowId);
      const listed = stage === undefined ? {} : { stage: stage as PresentationProgress['stage'] };
      return { ...titled(listed), execution: error.execution };
    }
  }
  const outcome = await outcomeOf(decks, facts);
  // An ended deck tells its story only while a worker can replay it; its outcome is known without one.
  const progress = await decks.progress(facts).catch((error) => {
    if (error instanceof CliError) return undefined;
    throw error;
  });
  const told = progress ?? ('result' in outcome ? outcomeAsProgress(outcome.result) : {});
  return { ...titled(told), ...outcome };
}

export async function outcomeOf(decks: Decks, { workflowId, status }: DeckFacts): Promise<Outcome> {
  try {
    return { result: await decks.result(workflowId) };
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    const { cause } = error;
    const type = (cause as { type?: string } | undefined)?.type ?? endType(status);
    return {
      failure: { type, message: status === 'CANCELLED' ? 'it was cancelled' : (cause?.message ?? error.message) },
    };
  }
}

function endType(status: string): string {
  return status.charAt(0) + status.slice(1).toLowerCase();
}

function outcomeAsProgress({ outcome, revision: _, ...result }: PresentationResult): Partial<PresentationProgress> {
  return { stage: outcome, ...result };
}
