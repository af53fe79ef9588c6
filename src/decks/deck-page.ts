import { executionInfoFromRaw } from '@temporalio/client/lib/helpers';
import type { TemporalConnection } from '../temporal';
import { type ListedDeck, listedDeck } from './listed-deck';

interface DeckPage {
  decks: ListedDeck[];
  /** Temporal's token for the next page, as base64url; absent on the last page. */
  next?: string;
}

/**
 * One page of a list of decks, newest first.
 *
 * @param token `next` of the page before.
 */
export async function deckPage(
  { client, connection, lists }: TemporalConnection,
  { query, pageSize, token }: { query: string; pageSize: number; token?: string | undefined },
): Promise<DeckPage> {
  const { namespace } = client.options;
  const { executions, nextPageToken } = await connection.workflowService.listWorkflowExecutions({
    namespace,
    query,
    pageSize,
    ...(token === undefined ? {} : { nextPageToken: Buffer.from(token, 'base64url') }),
  });
  const { loadedDataConverter } = lists.options;
  const infos = await Promise.all(
    (executions ?? []).map((raw) => executionInfoFromRaw(raw, loadedDataConverter, raw, namespace)),
  );
  const next = Buffer.from(nextPageToken ?? []).toString('base64url');
  return { decks: infos.map(listedDeck), ...(next === '' ? {} : { next }) };
}
