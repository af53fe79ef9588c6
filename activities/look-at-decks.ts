import { Context, log } from '@temporalio/activity';
import { type Client, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { startedChannel } from '../src/api/placed-deck';
import { channelIn } from '../src/core/deck-id';
import type { PresentationResult } from '../src/core/messages';
import { type ActivityDependencies, perform } from './perform';

export interface LookCall {
  /** With a title or channel, of a deck that was there before: whether it is the one that is meant. */
  decks: { workflowId: string; title?: string; channel?: string }[];
  /** How long to wait for the first of them to end; 0 looks once. */
  waitMs: number;
}

/** A deck that has ended, or that is another one than was meant. */
export interface SeenDeck {
  workflowId: string;
  result?: PresentationResult;
  failure?: { type: string; message: string; cancelled: boolean };
  /** The title of the deck that has this request; the id of one of another channel. */
  taken?: string;
}

/** What one answer carries at most, so that a window of 200 does not burst a history. */
export const ANSWER_BYTES = 100_000;
/** Problems of one deck that are told to a batch; the deck itself has them all. */
const PROBLEMS_TOLD = 10;
export const LOOKED_AT_ONCE = 20;

export function lookingActivities(deps: ActivityDependencies) {
  return {
    /** Waits for decks that this run of the workflow has not started: for the first to end, or for the time to pass. */
    lookAtDecks: ({ decks, waitMs }: LookCall): Promise<{ decks: SeenDeck[] }> =>
      perform(deps, undefined, async () => {
        const context = Context.current();
        const until = Date.now() + waitMs;
        let listed = true;
        for (let pause = 200; ; pause = Math.min(pause * 1.5, 5000)) {
          // The last look of all asks for each deck, as lists are a little behind and may miss one.
          const last = Date.now() >= until;
          const some = last || decks.length <= FEW ? decks : listed ? await unlisted(context.client, decks) : [];
          // Without lists there is still the last look; the server is not asked for the same trouble every 5 s.
          if (some === undefined) listed = false;
          const seen = await lookAt(context, some ?? []);
          if (seen.length > 0 || last) return { decks: seen };
          await context.sleep(Math.min(pause, Math.max(1, until - Date.now())));
        }
      }),
  };
}

/** So few are asked for one by one: that is exact, and as cheap as a list. */
const FEW = 4;
/** Ids in one query; with the longest of them it has some 80 KB. */
const LISTED_AT_ONCE = 100;

/**
 * Those of the decks that are not listed as running: one count for a hundred of them as long as all are, then a list. A deck
 * that has just ended is listed for a moment longer; it is found by a later look. Undefined when there are no lists just now.
 */
async function unlisted(client: Client, decks: LookCall['decks']): Promise<LookCall['decks'] | undefined> {
  const ended: LookCall['decks'] = [];
  try {
    for (let from = 0; from < decks.length; from += LISTED_AT_ONCE) {
      const some = decks.slice(from, from + LISTED_AT_ONCE);
      // No part of a deck's id may hold a quote.
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
      // The rest is found by the next look.
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
    // Only an id without a channel leaves it open whose deck it is.
    if (channel !== undefined && channelIn(workflowId) === '') {
      if ((await startedChannel(client, { workflowId, runId })) !== channel.trim())
        return { workflowId, taken: workflowId };
    }
    const other = memo?.title;
    if (title !== undefined && typeof other === 'string' && other !== title) return { workflowId, taken: other };
    if (status.name === 'RUNNING') return undefined;
    const result = (await handle.result()) as PresentationResult;
    return { workflowId, result: { ...result, problems: result.problems.slice(-PROBLEMS_TOLD) } };
  } catch (error) {
    if (error instanceof WorkflowFailedError) {
      const { cause } = error;
      const cancelled = cause instanceof CancelledFailure;
      const type = cause instanceof ApplicationFailure ? (cause.type ?? 'Unexpected') : (cause?.name ?? 'Unexpected');
      return { workflowId, failure: { type, message: cause?.message ?? error.message, cancelled } };
    }
    if (error instanceof WorkflowNotFoundError) {
      const message = 'its history is not on the server any more';
      return { workflowId, failure: { type: 'NotFound', message, cancelled: false } };
    }
    throw error;
  }
}
