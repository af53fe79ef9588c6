import { counted } from '../../base/text/counted';
import { elapsed } from '../../base/text/elapsed';
import { shortId, userKeyOf } from '../../core/deck-id';
import { factsOf } from '../../core/stages';
import type { ListedDeck } from '../../decks/listed-deck';
import { healthLine } from '../../temporal/execution-words';
import { type Column, tableLines } from '../terminal/table';
import { deadlineText } from './deadline-text';

const columns: Column<ListedDeck>[] = [
  {
    name: 'STAGE',
    text: ({ stage, status, openPrompts }) =>
      status === 'RUNNING' ? (stage ?? 'starting') : openPrompts === undefined ? outcomeOf(stage, status) : 'frame',
    style: ({ status, attention }) => (attention !== undefined ? 'yellow' : status === 'RUNNING' ? 'cyan' : 'dim'),
  },
  { name: 'DECK', text: ({ workflowId }) => shortId(workflowId) },
  { name: 'TITLE', text: ({ title = '' }) => title, minWidth: 10 },
  { name: 'USER', text: ({ uid = '', channel }) => userKeyOf({ uid, channel }), minWidth: 6, hideOrder: 2 },
  { name: 'AGE', text: ({ startedAt }) => elapsed(Date.now() - Date.parse(startedAt)), hideOrder: 1 },
  {
    name: 'WAITING FOR',
    text: waitingFor,
    style: ({ attention, execution }) =>
      execution?.step !== undefined ? 'red' : attention === undefined && execution === undefined ? undefined : 'yellow',
    minWidth: 12,
  },
];

function outcomeOf(stage: string | undefined, status: string): string {
  return status === 'COMPLETED' ? (stage ?? 'completed') : status.toLowerCase().replace('_', ' ');
}

/** Why a deck does not make progress. Empty if it does. */
function waitingFor({ status, attention, stage, reviewDue, execution }: ListedDeck): string {
  if (status !== 'RUNNING') return '';
  // A stalled deck cannot accept a resolution or a decision.
  if (execution?.step !== undefined) return healthLine(execution);
  if (attention !== undefined) return `parked: ${attention}`;
  if (execution !== undefined) return healthLine(execution);
  if (factsOf(stage)?.gate === undefined) return '';
  return reviewDue === undefined ? 'review' : `review, ${deadlineText(reviewDue)}`;
}

export function deckTable(decks: readonly ListedDeck[], stream: NodeJS.WriteStream): string[] {
  return tableLines(decks, columns, stream);
}

/** `4 decks: 2 review, 1 content, 1 delivered; 1 parked`. */
export function countsLine(decks: readonly ListedDeck[]): string {
  const counts = new Map<string, number>();
  for (const deck of decks) {
    const at = columns[0]!.text(deck);
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  const groups = [...counts].sort(([, one], [, other]) => other - one).map(([at, count]) => `${count} ${at}`);
  const parkedCount = decks.filter(({ status, attention }) => status === 'RUNNING' && attention !== undefined).length;
  const parked = parkedCount === 0 ? '' : `; ${parkedCount} parked`;
  const stalledCount = decks.filter(({ execution }) => execution?.step !== undefined).length;
  const stalled = stalledCount === 0 ? '' : `; ${stalledCount} stalled`;
  return `${counted(decks.length, 'deck')}: ${groups.join(', ')}${parked}${stalled}`;
}
