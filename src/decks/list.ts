import { type Connection, isGrpcServiceError } from '@temporalio/client';
import { deckPrefixOf } from '../core/deck-id';
import { PRESENTATION } from '../core/messages';
import { PresentationSource, PresentationStage, PresentationUid } from '../core/search-attributes';
import type { DeckSource } from '../input/input';
import type { TemporalConnection } from '../temporal';
import { healthOfDecks } from '../temporal/execution-health';
import { failingStep, needAttention, overdueReviews } from '../temporal/saved-views';
import { deckPage } from './deck-page';
import { DeckError } from './errors';
import type { ListedDeck } from './listed-deck';
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

/** Decks by their search attributes, newest first; the server's list may be a moment behind. */
export async function listDecks(cluster: TemporalConnection, filter: DeckFilter): Promise<ListedDeck[]> {
  const query = queryOf(filter);
  const pageSize = filter.search === undefined ? Math.min(filter.limit, PAGE) : PAGE;
  const fits = matching(filter.search);
  const decks: ListedDeck[] = [];
  let read = 0;
  let token: string | undefined;
  await searched(cluster.connection, async () => {
    do {
      const page = await deckPage(cluster, { query, pageSize, token });
      decks.push(...page.decks.filter(fits));
      read += page.decks.length;
      token = page.next;
    } while (token !== undefined && decks.length < filter.limit && read < MOST_SEARCHED);
  });
  return decks.slice(0, filter.limit);
}

/** The same, with the health of running decks, which lists do not have. */
export async function listDecksWithHealth(cluster: TemporalConnection, filter: DeckFilter): Promise<ListedDeck[]> {
  const decks = await listDecks(cluster, filter);
  const running = decks.filter(({ status }) => status === 'RUNNING').slice(0, MOST_DESCRIBED);
  const health = await healthOfDecks(cluster, running);
  return decks.map((deck) => {
    const execution = health.get(deck.runId);
    return execution === undefined ? deck : { ...deck, execution };
  });
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

function matching(search: string | undefined): (deck: ListedDeck) => boolean {
  if (search === undefined) return () => true;
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
