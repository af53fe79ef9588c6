import { listDecks } from '../../decks/list';
import type { TemporalConnection } from '../../temporal';
import { healthOfDecks } from '../../temporal/execution-health';
import { STALLED_DECK_GUIDE } from '../../temporal/execution-words';
import type { Check } from './checks';

/** The newest open decks; more would keep the command waiting. */
const SAMPLE = 200;
const TOGETHER_MS = 5_000;
/** Fewer attempts are what retries are for. */
const MANY_ATTEMPTS = 5;
const NAMED = 3;

/** Open decks that stand still or are tried again and again. They are named, and do not count as something missing. */
export async function deckChecks(cluster: TemporalConnection): Promise<Check[]> {
  const filter = { status: 'running' as const, attention: false, limit: SAMPLE };
  const decks = await listDecks(cluster, filter).catch(() => undefined);
  if (decks === undefined) return [{ name: 'open decks', state: 'note', message: 'this server does not list them' }];
  const health = await healthOfDecks(cluster, decks, { timeoutMs: TOGETHER_MS });
  const named = (fits: (runId: string) => boolean) =>
    decks.filter(({ runId }) => fits(runId)).map(({ workflowId }) => workflowId);
  const still = named((runId) => (health.get(runId)?.step?.failures ?? 0) > 1);
  const retrying = named((runId) => (health.get(runId)?.calls ?? []).some(({ attempt }) => attempt >= MANY_ATTEMPTS));
  const looked = `of the ${decks.length === SAMPLE ? `newest ${SAMPLE}` : decks.length} open`;
  if (still.length + retrying.length === 0) {
    return [{ name: 'open decks', state: 'ok', message: `${looked}, none stands still` }];
  }
  const check = (name: string, ids: string[], remedy: string): Check[] =>
    ids.length === 0 ? [] : [{ name, state: 'note', message: `${ids.length} ${looked}: ${shortened(ids)}`, remedy }];
  return [
    ...check('decks that stand still', still, `deck status ID says why; the ways out: ${STALLED_DECK_GUIDE}`),
    ...check('decks that retry', retrying, 'deck status ID says what fails; deck list shows attempts and next tries'),
  ];
}

function shortened(ids: string[]): string {
  const more = ids.length - NAMED;
  return `${ids.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
