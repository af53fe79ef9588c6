import { userKeyOf } from '../../core/deck-id';
import { factsOf } from '../../core/stages';
import type { ListedDeck } from '../../decks/listed-deck';
import { healthLine } from '../../temporal/execution-words';
import { elapsed } from '../../text/elapsed';
import { type Column, tableLines } from '../terminal/table';

const columns: Column<ListedDeck>[] = [
  {
    name: 'STAGE',
    text: ({ stage, status }) => (status === 'RUNNING' ? (stage ?? 'starting') : endOf(stage, status)),
    style: ({ status, attention }) => (attention !== undefined ? 'yellow' : status === 'RUNNING' ? 'cyan' : 'dim'),
  },
  { name: 'DECK', text: ({ workflowId }) => workflowId, least: 12 },
  { name: 'TITLE', text: ({ title = '' }) => title, least: 10 },
  { name: 'USER', text: ({ uid = '', channel }) => userKeyOf({ uid, channel }), least: 6, dispensable: 2 },
  { name: 'AGE', text: ({ startedAt }) => elapsed(Date.now() - Date.parse(startedAt)), dispensable: 1 },
  {
    name: 'WAITS',
    text: waits,
    style: ({ attention, execution }) =>
      execution?.step !== undefined ? 'red' : attention === undefined && execution === undefined ? undefined : 'yellow',
    least: 12,
  },
];

function endOf(stage: string | undefined, status: string): string {
  return status === 'COMPLETED' ? (stage ?? 'completed') : status.toLowerCase().replace('_', ' ');
}

/** What a deck waits for, if for anything but its work. */
function waits({ status, attention, stage, reviewDue, execution }: ListedDeck): string {
  if (status !== 'RUNNING') return '';
  // A deck that stands still cannot take the help or the decision that it waits for.
  if (execution?.step !== undefined) return healthLine(execution);
  if (attention !== undefined) return `help: ${attention}`;
  if (execution !== undefined) return healthLine(execution);
  if (factsOf(stage)?.gate === undefined) return '';
  if (reviewDue === undefined) return 'a decision';
  const left = Date.parse(reviewDue) - Date.now();
  return left > 0 ? `a decision, ends in ${elapsed(left)}` : `a decision, over for ${elapsed(-left)}`;
}

export function deckTable(decks: readonly ListedDeck[], stream: NodeJS.WriteStream): string[] {
  return tableLines(decks, columns, stream);
}

/** `4 decks: 2 review, 1 content, 1 delivered; 1 needs help`. */
export function countsLine(decks: readonly ListedDeck[]): string {
  const counts = new Map<string, number>();
  for (const deck of decks) {
    const at = columns[0]!.text(deck);
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  const groups = [...counts].sort(([, one], [, other]) => other - one).map(([at, count]) => `${count} ${at}`);
  const stuck = decks.filter(({ status, attention }) => status === 'RUNNING' && attention !== undefined).length;
  const help = stuck === 0 ? '' : `; ${stuck} ${stuck === 1 ? 'needs' : 'need'} help`;
  const still = decks.filter(({ execution }) => execution?.step !== undefined).length;
  const stands = still === 0 ? '' : `; ${still} ${still === 1 ? 'stands' : 'stand'} still`;
  return `${decks.length} ${decks.length === 1 ? 'deck' : 'decks'}: ${groups.join(', ')}${help}${stands}`;
}
