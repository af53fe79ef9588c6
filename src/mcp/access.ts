import { parseDeckId } from '../cli/deck-id';
import type { Decks } from '../cli/decks';
import { CliError, exitCodes } from '../cli/exit';
import type { Settings } from '../config';

/** What the server works with at one call: the decks, and the settings that are in effect at that moment. */
export interface Opened {
  decks: Decks;
  settings: Settings;
}

/** How the tools reach decks. */
export interface DeckAccess {
  /** Connects for the time of one call: a stack that was started anew meanwhile is found. */
  open<Result>(work: (opened: Opened) => Promise<Result>): Promise<Result>;
  /** Only decks of this user, as the person who configured the server has said. */
  uid?: string;
  /** False: nothing is confirmed over this server, not even by a person; see docs/mcp.md. */
  confirms: boolean;
}

/** The workflow id of what an assistant calls a deck. @throws CliError for what is no id, or not this server's */
export function deckIdOf(text: string, { uid }: Pick<DeckAccess, 'uid'>): string {
  const workflowId = parseDeckId(text);
  if (uid === undefined || workflowId.split('/')[1] === uid) return workflowId;
  throw new CliError(exitCodes.notFound, `This server shows the decks of the user ${uid} only.`);
}
