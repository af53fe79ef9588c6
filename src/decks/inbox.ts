import type { Gate } from '../core/messages';
import { factsOf } from '../core/stages';
import type { TemporalConnection } from '../temporal';
import { needPerson } from '../temporal/saved-views';
import { deckPage } from './deck-page';
import { searched, userConditions } from './list';
import type { ListedDeck } from './listed-deck';

/** A deck that waits for a person. */
export interface InboxItem {
  workflowId: string;
  runId: string;
  title?: string;
  uid?: string;
  channel?: string;
  stage: string;
  /** The gate that needs a decision; absent for a parked deck. */
  gate?: Gate;
  /** The failure type that parked the deck; absent for a review. */
  attention?: string;
  /** Since when a person has to act. For decks from before 0.2, the start of the deck. */
  since: string;
  /** Review deadline. */
  due?: string;
}

export interface Inbox {
  /** Reviews by deadline, the most urgent first; then reviews without one and parked decks, the oldest first. */
  items: InboxItem[];
  /** Number of decks that wait, of which `items` may be the first. */
  total: number;
  /** Whether more decks wait than were read. */
  more: boolean;
}

export interface InboxFilter {
  uid?: string;
  channel?: string;
  limit: number;
}

/** Maximum number of waiting decks to read and sort; the visibility store cannot sort by deadline. */
const MOST_READ = 20_000;
const PAGE = 1_000;

/** The decks that wait for a person, the most urgent first. The server's lists may be a moment behind. */
export async function listInbox(cluster: TemporalConnection, { limit, ...filter }: InboxFilter): Promise<Inbox> {
  const query = [...needPerson, ...userConditions(filter)].join(' AND ');
  const decks: ListedDeck[] = [];
  let token: string | undefined;
  await searched(cluster.connection, async () => {
    do {
      const page = await deckPage(cluster, { query, pageSize: PAGE, token });
      decks.push(...page.decks);
      token = page.next;
    } while (token !== undefined && decks.length < MOST_READ);
  });
  const items = decks.map(inboxItem).sort(byUrgency);
  return { items: items.slice(0, limit), total: items.length, more: token !== undefined };
}

function inboxItem({ workflowId, runId, title, uid, channel, stage = 'prepare', ...rest }: ListedDeck): InboxItem {
  const { attention, reviewDue, waitingSince, startedAt } = rest;
  const gate = attention === undefined ? factsOf(stage)?.gate : undefined;
  return {
    ...{ workflowId, runId, stage, since: waitingSince ?? startedAt },
    ...(title === undefined ? {} : { title }),
    ...(uid === undefined ? {} : { uid }),
    ...(channel === undefined ? {} : { channel }),
    ...(gate === undefined ? {} : { gate }),
    ...(attention === undefined ? {} : { attention }),
    ...(gate === undefined || reviewDue === undefined ? {} : { due: reviewDue }),
  };
}

/** ISO 8601 times in UTC sort as texts, and this text sorts after all of them. */
const NEVER = '~';

function byUrgency(one: InboxItem, other: InboxItem): number {
  return compare(one.due ?? NEVER, other.due ?? NEVER) || compare(one.since, other.since);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
