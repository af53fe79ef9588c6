import { findDecksWithHealth } from '../../decks/list';
import { unpolledSentence } from '../../decks/unpolled-queues';
import type { TemporalConnection } from '../../temporal';
import type { ExecutionHealth } from '../../temporal/execution-health';
import { STALLED_DECK_GUIDE } from '../../temporal/execution-words';
import type { Check } from './checks';

/** Number of newest open decks to check; more would take too long. */
const SAMPLE = 200;
/** Fewer attempts are normal. */
const MANY_ATTEMPTS = 5;
const MAX_LISTED = 3;

/** Open decks that no worker serves, that are stalled or keep retrying. The last two are notes: nothing is missing. */
export async function deckChecks(cluster: TemporalConnection): Promise<Check[]> {
  const filter = { status: 'running' as const, attention: false, limit: SAMPLE };
  const found = await findDecksWithHealth(cluster, filter).catch(() => undefined);
  if (found === undefined) return [{ name: 'open decks', state: 'note', message: 'cannot be listed on this server' }];
  const { decks, unpolled: queues = [] } = found;
  const unpolled = queues.map((queue): Check => {
    const remedy = `start one with deck worker whose temporal.taskQueue is ${queue.taskQueue}`;
    return { name: 'open decks', state: 'missing', message: unpolledSentence(queue), remedy };
  });
  const idsWhere = (fits: (health: ExecutionHealth) => boolean) =>
    decks.filter(({ execution }) => execution !== undefined && fits(execution)).map(({ workflowId }) => workflowId);
  const stalled = idsWhere(({ step }) => (step?.failures ?? 0) > 1);
  const retrying = idsWhere(({ calls = [] }) => calls.some(({ attempt }) => attempt >= MANY_ATTEMPTS));
  const sample = `of the ${decks.length === SAMPLE ? `newest ${SAMPLE}` : decks.length} open`;
  if (unpolled.length + stalled.length + retrying.length === 0) {
    return [{ name: 'open decks', state: 'ok', message: `none ${sample} is stalled` }];
  }
  const check = (name: string, ids: string[], remedy: string): Check[] =>
    ids.length === 0 ? [] : [{ name, state: 'note', message: `${ids.length} ${sample}: ${shortened(ids)}`, remedy }];
  return [
    ...unpolled,
    ...check('stalled decks', stalled, `run deck status ID for the reason; see ${STALLED_DECK_GUIDE}`),
    ...check('retrying decks', retrying, 'run deck status ID for the failure, deck list for attempts and next retries'),
  ];
}

function shortened(ids: string[]): string {
  const more = ids.length - MAX_LISTED;
  return `${ids.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
