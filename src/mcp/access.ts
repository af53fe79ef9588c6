import type { Settings } from '../config';
import { userKeyOf } from '../core/deck-id';
import type { Decks } from '../decks/decks';
import { DeckError } from '../decks/errors';
import { parseDeckId } from '../decks/written-id';

/** What the server works with at one call: the decks, and the settings that are in effect at that moment. */
export interface OpenedDecks {
  decks: Decks;
  settings: Settings;
}

/** How the tools reach decks. */
export interface DeckAccess {
  /** Connects for the time of one call: a stack that was started anew meanwhile is found. */
  open<Result>(work: (opened: OpenedDecks) => Promise<Result>): Promise<Result>;
  /** Only decks of this user, as the person who configured the server has said. */
  user?: { uid: string; channel: string };
  /** False: nothing is confirmed over this server, not even by a person; see docs/mcp.md. */
  confirms: boolean;
}

/** The workflow id of what an assistant calls a deck. @throws DeckError for what is not an id, or not this server's */
export async function deckIdOf(text: string, access: Pick<DeckAccess, 'user' | 'open'>): Promise<string> {
  const workflowId = parseDeckId(text);
  const { user } = access;
  if (user === undefined || (await isOf(user, workflowId, access))) return workflowId;
  throw notOf(user);
}

export function notOf(user: NonNullable<DeckAccess['user']>): DeckError {
  return new DeckError('not-found', `This server shows the decks of the user ${userKeyOf(user)} only.`);
}

async function isOf(user: NonNullable<DeckAccess['user']>, workflowId: string, { open }: Pick<DeckAccess, 'open'>) {
  const whose = workflowId.split('/')[1];
  if (whose !== user.uid) return whose === userKeyOf(user);
  // Decks of 0.1.0 have no channel in their ids; the deck itself says which it is of.
  const { channel = '' } = await open(async ({ decks }) => decks.input(await decks.describe(workflowId)));
  return channel.trim() === user.channel;
}
