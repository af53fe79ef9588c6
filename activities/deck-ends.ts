import { Context, log } from '@temporalio/activity';
import { type Client, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { PresentationResult } from '../src/core/progress';
import { PresentationDesignId } from '../src/core/search-attributes';
import { type ActivityDependencies, perform } from './perform';

/** How a deck has ended; `unknown`: the server no longer has its history. */
export type DeckEnd =
  | { result: PresentationResult }
  | { failure: { type: string; message: string; cancelled: boolean } }
  | { unknown: string };

/** A deck as the server knows it. Without an end, it is running. */
export interface SeenDeck {
  title?: string;
  designId?: number;
  end?: DeckEnd;
}

/** What `exportDesign` needs of an end. */
export type ExportEnd = Exclude<DeckEnd, { result: unknown }> | { result: ExportResult };
type ExportResult = Pick<PresentationResult, 'uid' | 'request' | 'designId' | 'files' | 'problems'>;

/** Maximum number of a deck's problems that another workflow gets; the deck itself has them all. */
const MAX_PROBLEMS = 10;
const LOOKED_AT_ONCE = 20;

export function deckEndActivities(deps: ActivityDependencies) {
  return {
    /**
     * Waits for decks that are not children of the workflow run, until the first one completes or the time is over.
     * @param waitMs 0 checks once @returns the workflow ids of those that are complete
     */
    waitForDecks: ({ decks, waitMs }: { decks: string[]; waitMs: number }): Promise<string[]> =>
      perform(deps, undefined, () => untilOneEnds(decks, waitMs)),

    /** The same for one deck, with its end; null if it is still running. */
    waitForDeck: ({ deck, waitMs }: { deck: string; waitMs: number }): Promise<ExportEnd | null> =>
      perform(deps, undefined, async () => {
        await untilOneEnds([deck], waitMs);
        const { end } = await seeDeck(Context.current().client, deck);
        if (end === undefined || !('result' in end)) return end ?? null;
        const { uid, request, designId, files, problems } = end.result;
        return { result: { uid, request, designId, files, problems: problems.slice(-MAX_PROBLEMS) } as ExportResult };
      }),
  };
}

/** Reads the newest run, which may be that of an operator's reset or of a later start. */
export async function seeDeck(client: Client, workflowId: string): Promise<SeenDeck> {
  const seen: SeenDeck = {};
  try {
    const { memo, runId, status, typedSearchAttributes } = await client.workflow.getHandle(workflowId).describe();
    if (typeof memo?.title === 'string') seen.title = memo.title;
    const designId = typedSearchAttributes.get(PresentationDesignId);
    if (designId !== undefined) seen.designId = designId;
    if (status.name === 'RUNNING') return seen;
    // Of this run, because a call without a run would wait for the end of one that has just begun.
    const result = (await client.workflow.getHandle(workflowId, runId).result()) as PresentationResult;
    return { ...seen, end: { result } };
  } catch (error) {
    if (error instanceof WorkflowFailedError) return { ...seen, end: { failure: failureOf(error) } };
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    return { ...seen, end: { unknown: 'its history is no longer on the server' } };
  }
}

function failureOf({ cause, message }: WorkflowFailedError) {
  const type = cause instanceof ApplicationFailure ? cause.type : cause?.name;
  return {
    type: type ?? 'Unexpected',
    message: cause?.message ?? message,
    cancelled: cause instanceof CancelledFailure,
  };
}

async function untilOneEnds(decks: string[], waitMs: number): Promise<string[]> {
  const context = Context.current();
  const until = Date.now() + waitMs;
  let listed = true;
  for (let pause = 200; ; pause = Math.min(pause * 1.5, 5000)) {
    // The last check describes each deck, because lists lag behind and may miss one.
    const last = Date.now() >= until;
    const some = last || decks.length <= FEW ? decks : listed ? await unlisted(context.client, decks) : [];
    // If listing fails, only the last check is left, so that the failure is not repeated every 5 s.
    if (some === undefined) listed = false;
    const ended = await endedOf(context, some ?? []);
    if (ended.length > 0 || last) return ended;
    await context.sleep(Math.min(pause, Math.max(1, until - Date.now())));
  }
}

/** Up to this number, decks are described one by one: that is exact, and as cheap as a list. */
const FEW = 4;
/** Maximum ids in one query, which then has up to about 80 KB. */
const LISTED_AT_ONCE = 100;

/**
 * The decks that are not listed as running. While all of a hundred are running, one count request is enough. A deck
 * that has just completed may be listed a moment longer, and a later check finds it. Undefined if listing fails.
 */
async function unlisted(client: Client, decks: string[]): Promise<string[] | undefined> {
  const ended: string[] = [];
  try {
    for (let from = 0; from < decks.length; from += LISTED_AT_ONCE) {
      const some = decks.slice(from, from + LISTED_AT_ONCE);
      // Deck ids cannot contain a quote.
      const query = `ExecutionStatus = 'Running' AND WorkflowId IN (${some.map((id) => `'${id}'`).join(', ')})`;
      const { count } = await client.workflow.count(query);
      if (count === some.length) continue;
      const running = new Set<string>();
      for await (const { workflowId } of client.workflow.list({ query })) running.add(workflowId);
      ended.push(...some.filter((id) => !running.has(id)));
    }
    return ended;
  } catch (error) {
    log.warn('decks cannot be listed', { error });
    return undefined;
  }
}

async function endedOf(context: Context, decks: string[]): Promise<string[]> {
  const ended: string[] = [];
  for (let from = 0; from < decks.length; from += LOOKED_AT_ONCE) {
    const some = decks.slice(from, from + LOOKED_AT_ONCE);
    const running = await Promise.all(some.map((id) => isRunning(context.client, id)));
    if (context.cancellationSignal.aborted) throw new CancelledFailure('cancelled');
    ended.push(...some.filter((_, index) => !running[index]));
  }
  return ended;
}

async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
