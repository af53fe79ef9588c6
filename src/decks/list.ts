import { type Connection, isGrpcServiceError } from '@temporalio/client';
import { deckPrefixOf } from '../core/deck-id';
import { PRESENTATION } from '../core/messages';
import { PresentationSource, PresentationStage, PresentationUid } from '../core/search-attributes';
import type { TemporalConnection } from '../temporal';
import { healthOfDecks } from '../temporal/execution-health';
import { failingStep, needAttention, overdueReviews } from '../temporal/saved-views';
import { deckPage } from './deck-page';
import { namedCondition } from './deck-search';
import { DeckError } from './errors';
import type { DeckSource } from './input/input';
import type { ListedDeck } from './listed-deck';
import { type UnpolledQueue, unpolledQueues, unpolledSentence } from './unpolled-queues';
import type { DeckStatus } from './words';

/** Texts are quoted in a query, so they must be validated before; `search` is not part of the query. */
export interface DeckFilter {
  stage?: string;
  uid?: string;
  /** With a uid: only decks whose ids have this channel, or none if it is empty. */
  channel?: string;
  status?: DeckStatus;
  source?: DeckSource['kind'];
  since?: Date;
  until?: Date;
  attention: boolean;
  /** Only decks that are awaiting review and were started longer ago than this, in milliseconds. */
  overdueAfter?: number;
  /** Text in the title or id; filtered on the client, because the server cannot search titles. */
  search?: string;
  limit: number;
}

/** Maximum number of decks to search for a text. */
const MOST_SEARCHED = 5_000;
/** Maximum number of decks whose health is checked for a list. */
const MOST_DESCRIBED = 500;
/** Decks per request. */
const PAGE = 200;
const LIST_MS = 15_000;
const GRPC_INVALID_ARGUMENT = 3;

export interface FoundDecks {
  decks: ListedDeck[];
  /** Set if older decks were not searched for the text: the number of decks that were. */
  searched?: number;
  /** Task queues of running decks that no worker polls. */
  unpolled?: UnpolledQueue[];
}

/** Decks by their search attributes, newest first; the server's list may be a moment behind. */
export async function listDecks(cluster: TemporalConnection, filter: DeckFilter): Promise<ListedDeck[]> {
  return (await findDecks(cluster, filter)).decks;
}

/** The same, and whether all decks were searched. @param bounds smaller in tests */
export async function findDecks(
  cluster: TemporalConnection,
  filter: DeckFilter,
  bounds = { page: PAGE, most: MOST_SEARCHED },
): Promise<FoundDecks> {
  const query = queryOf(filter);
  const { search, limit } = filter;
  if (search === undefined) return searched(cluster.connection, () => scanned(cluster, query, filter, bounds));
  return searched(cluster.connection, async () => {
    const named = namedCondition(search, filter);
    const first =
      named === undefined
        ? []
        : (await scanned(cluster, `${query} AND ${named}`, filter, { ...bounds, most: limit })).decks;
    if (first.length === limit) return { decks: first };
    const known = new Set(first.map(({ runId }) => runId));
    const contains = containing(search);
    const rest = await scanned(cluster, query, filter, bounds, (deck) => contains(deck) && !known.has(deck.runId));
    return { ...rest, decks: [...first, ...rest.decks].sort(newestFirst).slice(0, limit) };
  });
}

/** The first decks of a query that fit, of those that are searched at most. */
async function scanned(
  cluster: TemporalConnection,
  query: string,
  { limit, search }: DeckFilter,
  bounds: { page: number; most: number },
  fits: (deck: ListedDeck) => boolean = () => true,
): Promise<FoundDecks> {
  const pageSize = search === undefined ? Math.min(limit, bounds.page) : bounds.page;
  const decks: ListedDeck[] = [];
  let read = 0;
  let token: string | undefined;
  do {
    const page = await deckPage(cluster, { query, pageSize, token });
    decks.push(...page.decks.filter(fits));
    read += page.decks.length;
    token = page.next;
  } while (token !== undefined && decks.length < limit && read < bounds.most);
  const unread = token !== undefined && decks.length < limit;
  return { decks: decks.slice(0, limit), ...(unread ? { searched: read } : {}) };
}

/** In the order of the server's lists: running decks by their start, then closed decks by their end. */
function newestFirst(one: ListedDeck, other: ListedDeck): number {
  const ends = ({ closedAt = '~' }: ListedDeck) => closedAt;
  const compare = (text: string, last: string) => (text > last ? -1 : text < last ? 1 : 0);
  return compare(ends(one), ends(other)) || compare(one.startedAt, other.startedAt);
}

/** The same, with the health of running decks, which lists do not have. */
export async function findDecksWithHealth(cluster: TemporalConnection, filter: DeckFilter): Promise<FoundDecks> {
  const { decks, ...rest } = await findDecks(cluster, filter);
  const running = decks.filter(({ status }) => status === 'RUNNING').slice(0, MOST_DESCRIBED);
  const [health, unpolled] = await Promise.all([healthOfDecks(cluster, running), unpolledQueues(cluster, running)]);
  const withHealth = decks.map((deck) => {
    const execution = health.get(deck.runId);
    return execution === undefined ? deck : { ...deck, execution };
  });
  return { ...rest, decks: withHealth, ...(unpolled.length === 0 ? {} : { unpolled }) };
}

/** What a person should know about a list: older decks were not searched, or no worker carries the decks. */
export function warningsOf({ searched: count, unpolled = [] }: FoundDecks): string[] {
  const narrow = `Only the newest ${count} decks were searched for this text. Narrow the list, or search for a user or the start of an ID.`;
  const waiting = unpolled.map((queue) => `${unpolledSentence(queue)}. Start one with \`deck worker\`.`);
  return [...(count === undefined ? [] : [narrow]), ...waiting];
}

/** Number of decks that match a list filter. */
export async function countDecks({ client, connection }: TemporalConnection, query: string): Promise<number> {
  const { count } = await searched(connection, () => client.workflow.count(query));
  return count;
}

/** Whether this server can search for decks whose workflow task keeps failing. */
export async function searchesProblems({ client, connection }: TemporalConnection): Promise<boolean> {
  const ask = () => client.workflow.count(failingStep.join(' AND '));
  return connection.withDeadline(Date.now() + LIST_MS, ask).then(
    () => true,
    () => false,
  );
}

/** Runs a search with a time limit. @throws DeckError if search attributes are missing */
export async function searched<Result>(connection: Connection, search: () => Promise<Result>): Promise<Result> {
  try {
    return await connection.withDeadline(Date.now() + LIST_MS, search);
  } catch (error) {
    const cause = isGrpcServiceError(error) ? error : (error as Error).cause;
    if (!isGrpcServiceError(cause) || cause.code !== GRPC_INVALID_ARGUMENT) throw error;
    throw new DeckError('unusable', `The server cannot search for decks (${cause.details})`, {
      remedy: 'register the search attributes with `deck setup`',
      cause: error,
    });
  }
}

function containing(search: string): (deck: ListedDeck) => boolean {
  const plain = (text: string) => text.normalize('NFKC').toLowerCase();
  const wanted = plain(search);
  return ({ title = '', workflowId }) => plain(title).includes(wanted) || plain(workflowId).includes(wanted);
}

const statusConditions: Record<DeckStatus, string> = {
  running: "ExecutionStatus = 'Running'",
  delivered: `ExecutionStatus = 'Completed' AND ${PresentationStage.name} = 'delivered'`,
  rejected: `ExecutionStatus = 'Completed' AND ${PresentationStage.name} = 'rejected'`,
  failed: "ExecutionStatus = 'Failed'",
  cancelled: "ExecutionStatus = 'Canceled'",
  terminated: "ExecutionStatus = 'Terminated'",
  'timed-out': "ExecutionStatus = 'TimedOut'",
};

const is = (attribute: { name: string }, value: string | undefined) =>
  value === undefined ? [] : [`${attribute.name} = '${value}'`];

/** Conditions for the decks of a user, in one channel or in all. */
export function userConditions({ uid, channel }: { uid?: string | undefined; channel?: string | undefined }): string[] {
  const inChannel = uid !== undefined && channel !== undefined;
  return [
    ...is(PresentationUid, uid),
    ...(inChannel ? [`WorkflowId STARTS_WITH '${deckPrefixOf({ uid, channel })}'`] : []),
  ];
}

function queryOf({ stage, uid, channel, status, source, since, until, attention, overdueAfter }: DeckFilter): string {
  return [
    `WorkflowType = '${PRESENTATION}'`,
    ...is(PresentationStage, stage),
    ...userConditions({ uid, channel }),
    ...is(PresentationSource, source),
    ...(status === undefined ? [] : [statusConditions[status]]),
    ...(since === undefined ? [] : [`StartTime >= '${since.toISOString()}'`]),
    ...(until === undefined ? [] : [`StartTime < '${until.toISOString()}'`]),
    ...(attention ? needAttention : []),
    ...(overdueAfter === undefined ? [] : overdueReviews(overdueAfter)),
  ].join(' AND ');
}
