import { given } from '../core/given';
import type { Gate } from '../core/review-message';
import { MORE_REVIEWERS, nameKeyword } from '../core/reviewer-name';
import {
  PresentationAttention,
  PresentationReviewDue,
  PresentationReviewers,
  PresentationWaitingSince,
} from '../core/search-attributes';
import { factsOf } from '../core/stages';
import type { TemporalConnection } from '../temporal';
import { timeOfEarliest } from '../temporal/earliest';
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
  /** Since when a person has to act. */
  since: string;
  /** Review deadline. */
  due?: string;
}

export interface Inbox {
  /** Reviews by deadline, the most urgent first; then reviews without one and parked decks, the oldest first. */
  items: InboxItem[];
  /** Number of decks that wait, of which `items` may be the first. */
  total: number;
}

export interface InboxFilter {
  uid?: string;
  channel?: string;
  /** Only reviews whose gate names this person, alone or in a required group, and needs that approval. */
  reviewer?: string;
  limit: number;
}

/** Up to this many decks are read and sorted here. A server takes about half a millisecond to list one deck. */
const PAGE = 1_000;

const DUE = `${PresentationAttention.name} IS NULL AND ${PresentationReviewDue.name} IS NOT NULL`;
const dueUntil = (time: string) => `${DUE} AND ${PresentationReviewDue.name} <= '${time}'`;
const NOT_DUE = `(${PresentationAttention.name} IS NOT NULL OR ${PresentationReviewDue.name} IS NULL)`;
const waitingUntil = (time: string) => `${NOT_DUE} AND ${PresentationWaitingSince.name} <= '${time}'`;

/**
 * The decks that wait for a person, the most urgent first. The server's lists may be a moment behind.
 *
 * With more decks than one page, counts find the time up to which there are enough, and only these are read.
 *
 * @param page How many decks are read at once; smaller in tests.
 */
export async function listInbox(
  cluster: TemporalConnection,
  { limit, reviewer, ...filter }: InboxFilter,
  page = PAGE,
): Promise<Inbox> {
  const query = [...needPerson, ...userConditions(filter), ...reviewerConditions(reviewer)].join(' AND ');
  const decks = new Decks(cluster, query, page);
  return searched(cluster.connection, async () => {
    const total = await decks.count();
    if (total <= page) return { items: sorted(await decks.read()).slice(0, limit), total };
    const due = await decks.earliest(dueUntil, limit);
    const others = due.length < limit ? await decks.earliest(waitingUntil, limit - due.length) : [];
    return { items: sorted([...due, ...others]).slice(0, limit), total };
  });
}

const reviewerConditions = (name: string | undefined): string[] =>
  // A gate with more people than the attribute holds may wait for this one, too.
  name === undefined
    ? []
    : [
        `(${[nameKeyword(name), MORE_REVIEWERS].map((each) => `${PresentationReviewers.name} = '${each}'`).join(' OR ')})`,
      ];

/** The decks of a query. */
class Decks {
  constructor(
    private readonly cluster: TemporalConnection,
    private readonly query: string,
    private readonly page: number,
  ) {}

  async count(condition?: string): Promise<number> {
    const { count } = await this.cluster.client.workflow.count(this.queryWith(condition));
    return count;
  }

  async read(condition?: string): Promise<ListedDeck[]> {
    const read: ListedDeck[] = [];
    let token: string | undefined;
    do {
      const page = await deckPage(this.cluster, { query: this.queryWith(condition), pageSize: this.page, token });
      read.push(...page.decks);
      token = page.next;
    } while (token !== undefined);
    return read;
  }

  /** At least the `wanted` earliest decks of a condition that grows with time, or all if there are fewer. */
  async earliest(until: (time: string) => string, wanted: number): Promise<ListedDeck[]> {
    const conditionAt = (ms: number) => until(new Date(ms).toISOString());
    const { time } = await timeOfEarliest((ms) => this.count(conditionAt(ms)), { wanted, enough: this.page });
    return this.read(conditionAt(time));
  }

  private queryWith(condition: string | undefined): string {
    return condition === undefined ? this.query : `${this.query} AND ${condition}`;
  }
}

const sorted = (decks: readonly ListedDeck[]) => decks.map(inboxItem).sort(byUrgency);

function inboxItem({ workflowId, runId, title, uid, channel, stage = 'prepare', ...rest }: ListedDeck): InboxItem {
  const { attention, reviewDue, waitingSince, startedAt } = rest;
  const gate = attention === undefined ? factsOf(stage)?.gate : undefined;
  return {
    ...{ workflowId, runId, stage, since: waitingSince ?? startedAt },
    ...given({ title, uid, channel, gate, attention }),
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
