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
export function deckIdOf(text: string, { user }: Pick<DeckAccess, 'user'>): string {
  const workflowId = parseDeckId(text);
  if (user === undefined || workflowId.split('/')[1] === userKeyOf(user)) return workflowId;
  throw notOf(user);
}

export function notOf(user: NonNullable<DeckAccess['user']>): DeckError {
  return new DeckError('not-found', `This server only has access to decks of the user ${userKeyOf(user)}.`);
}
