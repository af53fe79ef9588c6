import type { Settings } from '../config';
import { userKeyOf } from '../core/deck-id';
import type { Decks } from '../decks/decks';
import { DeckError } from '../decks/errors';
import { parseDeckId } from '../decks/written-id';

/** The decks, and the settings in effect, for one tool call. */
export interface OpenedDecks {
  decks: Decks;
  settings: Settings;
}

/** Access of the tools to decks. */
export interface DeckAccess {
  /** Connects for one call, so that a restarted stack is found. */
  open<Result>(work: (opened: OpenedDecks) => Promise<Result>): Promise<Result>;
  /** Limits the server to the decks of this user. */
  user?: { uid: string; channel: string };
  /** False: this server does not ask for confirmations, so actions that need one are refused; see docs/mcp.md. */
  confirms: boolean;
}

/** The workflow id for a deck ID from an assistant. @throws DeckError for an invalid ID or a deck of another user */
export async function deckIdOf(text: string, access: Pick<DeckAccess, 'user' | 'open'>): Promise<string> {
  const workflowId = parseDeckId(text);
  const { user } = access;
  if (user === undefined || (await isOf(user, workflowId, access))) return workflowId;
  throw notOf(user);
}

export function notOf(user: NonNullable<DeckAccess['user']>): DeckError {
  return new DeckError('not-found', `This server only has access to decks of the user ${userKeyOf(user)}.`);
}

async function isOf(user: NonNullable<DeckAccess['user']>, workflowId: string, { open }: Pick<DeckAccess, 'open'>) {
  const whose = workflowId.split('/')[1];
  if (whose !== user.uid) return whose === userKeyOf(user);
  // Decks of 0.1.0 have no channel in their ids, so read it from the deck's input.
  const { channel = '' } = await open(async ({ decks }) => decks.input(await decks.describe(workflowId)));
  return channel.trim() === user.channel;
}
