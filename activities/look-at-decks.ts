import { Context, log } from '@temporalio/activity';
import { type Client, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { startedChannel } from '../src/api/placed-deck';
import { channelIn } from '../src/core/deck-id';
import type { PresentationResult } from '../src/core/messages';
import { type ActivityDependencies, perform } from './perform';

export interface LookCall {
  /** Title and channel are set for a deck that existed before, to check that it is the intended one. */
  decks: { workflowId: string; title?: string; channel?: string }[];
  /** How long to wait for the first deck to complete; 0 checks once. */
  waitMs: number;
}

/** A deck that is complete, or that is not the intended one. */
export interface SeenDeck {
  workflowId: string;
  result?: PresentationResult;
  failure?: { type: string; message: string; cancelled: boolean };
  /** For another deck under this request: its title, or its id if it belongs to another channel. */
  taken?: string;
}

/** Maximum bytes of one result, so that 200 decks do not exceed Temporal's limits. */
export const ANSWER_BYTES = 100_000;
/** Maximum number of a deck's problems that a batch gets; the deck itself has them all. */
const MAX_PROBLEMS = 10;
export const LOOKED_AT_ONCE = 20;

export function lookingActivities(deps: ActivityDependencies) {
  return {
    /** Waits for decks that are not children of the workflow run, until the first one completes or the time is over. */
    lookAtDecks: ({ decks, waitMs }: LookCall): Promise<{ decks: SeenDeck[] }> =>
      perform(deps, undefined, async () => {
        const context = Context.current();
        const until = Date.now() + waitMs;
        let listed = true;
        for (let pause = 200; ; pause = Math.min(pause * 1.5, 5000)) {
          // The last check describes each deck, because lists lag behind and may miss one.
          const last = Date.now() >= until;
          const some = last || decks.length <= FEW ? decks : listed ? await unlisted(context.client, decks) : [];
          // If listing fails, only the last check is left, so that the failure is not repeated every 5 s.
          if (some === undefined) listed = false;
          const seen = await lookAt(context, some ?? []);
          if (seen.length > 0 || last) return { decks: seen };
          await context.sleep(Math.min(pause, Math.max(1, until - Date.now())));
        }
      }),
  };
}

/** Up to this number, decks are described one by one: that is exact, and as cheap as a list. */
const FEW = 4;
/** Maximum ids in one query, which then has up to about 80 KB. */
const LISTED_AT_ONCE = 100;

/**
 * The decks that are not listed as running. While all of a hundred are running, one count request is enough. A deck
 * that has just completed may be listed a moment longer, and a later check finds it. Undefined if listing fails.
 */
async function unlisted(client: Client, decks: LookCall['decks']): Promise<LookCall['decks'] | undefined> {
  const ended: LookCall['decks'] = [];
  try {
    for (let from = 0; from < decks.length; from += LISTED_AT_ONCE) {
      const some = decks.slice(from, from + LISTED_AT_ONCE);
      // Deck ids cannot contain a quote.
      const ids = some.map(({ workflowId }) => `'${workflowId}'`).join(', ');
      const query = `ExecutionStatus = 'Running' AND WorkflowId IN (${ids})`;
      const { count } = await client.workflow.count(query);
      if (count === some.length) continue;
      const running = new Set<string>();
      for await (const { workflowId } of client.workflow.list({ query })) running.add(workflowId);
      ended.push(...some.filter(({ workflowId }) => !running.has(workflowId)));
    }
    return ended;
  } catch (error) {
    log.warn('decks cannot be listed', { error });
    return undefined;
  }
}

async function lookAt(context: Context, decks: LookCall['decks']): Promise<SeenDeck[]> {
  const found: SeenDeck[] = [];
  let bytes = 0;
  for (let from = 0; from < decks.length; from += LOOKED_AT_ONCE) {
    const some = await Promise.all(decks.slice(from, from + LOOKED_AT_ONCE).map((deck) => look(context.client, deck)));
    if (context.cancellationSignal.aborted) throw new CancelledFailure('cancelled');
    for (const seen of some) {
      if (seen === undefined) continue;
      bytes += JSON.stringify(seen).length;
      // The next check finds the rest.
      if (found.length > 0 && bytes > ANSWER_BYTES) return found;
      found.push(seen);
    }
  }
  return found;
}

async function look(
  client: Client,
  { workflowId, title, channel }: LookCall['decks'][number],
): Promise<SeenDeck | undefined> {
  const handle = client.workflow.getHandle(workflowId);
  try {
    const { memo, status, runId } = await handle.describe();
    // Only an id without a channel does not say which channel the deck belongs to.
    if (channel !== undefined && channelIn(workflowId) === '') {
      if ((await startedChannel(client, { workflowId, runId })) !== channel.trim())
        return { workflowId, taken: workflowId };
    }
    const other = memo?.title;
    if (title !== undefined && typeof other === 'string' && other !== title) return { workflowId, taken: other };
    if (status.name === 'RUNNING') return undefined;
    const result = (await handle.result()) as PresentationResult;
    return { workflowId, result: { ...result, problems: result.problems.slice(-MAX_PROBLEMS) } };
  } catch (error) {
    if (error instanceof WorkflowFailedError) {
      const { cause } = error;
      const cancelled = cause instanceof CancelledFailure;
      const type = cause instanceof ApplicationFailure ? (cause.type ?? 'Unexpected') : (cause?.name ?? 'Unexpected');
      return { workflowId, failure: { type, message: cause?.message ?? error.message, cancelled } };
    }
    if (error instanceof WorkflowNotFoundError) {
      const message = 'its history is no longer on the server';
      return { workflowId, failure: { type: 'NotFound', message, cancelled: false } };
    }
    throw error;
  }
}
