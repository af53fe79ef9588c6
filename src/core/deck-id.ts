/** What makes a deck: whose it is, and the key of the request. */
export interface DeckKeys {
  uid: string;
  /** Absent and empty are the same: none. */
  channel?: string | undefined;
  request: string;
}

export const WORKFLOW_ID_PREFIX = 'presentation';

/** Longest uid, request or name of a schedule: no part of an id is longer. */
export const LONGEST_KEY = 100;

/** Neither this nor `%` may be in a uid or request, so no user and no deck is written like another. */
const BEFORE_CHANNEL = '~';

/** Longest channel in an id, in bytes as written there: with the longest uid and request, ids stay below 1,000. */
const CHANNEL_BYTES = 380;

/** The user in one word: `<uid>`, or `<uid>~<channel>` where there is a channel. */
export function userKeyOf({ uid, channel }: Omit<DeckKeys, 'request'>): string {
  const own = channelKey(channel);
  return own === '' ? uid : `${uid}${BEFORE_CHANNEL}${own}`;
}

/** `presentation/<uid>/<request>`, or `presentation/<uid>~<channel>/<request>`: the same request started twice is one deck. */
export function workflowIdOf(keys: DeckKeys): string {
  return deckPrefixOf(keys) + keys.request;
}

/** What the ids of all decks of a user begin with. */
export function deckPrefixOf(user: Omit<DeckKeys, 'request'>): string {
  return `${WORKFLOW_ID_PREFIX}/${userKeyOf(user)}/`;
}

/** The id that 0.1.0 gave a deck, whatever its channel. */
export function idWithoutChannel({ uid, request }: DeckKeys): string {
  return workflowIdOf({ uid, request });
}

/** The channel that an id names; empty where it names none, as the ids of 0.1.0. */
export function channelIn(workflowId: string): string {
  const written = new RegExp(`^${WORKFLOW_ID_PREFIX}/[^/${BEFORE_CHANNEL}]+${BEFORE_CHANNEL}([^/]+)/`).exec(workflowId);
  try {
    return decodeURIComponent(written?.[1] ?? '');
  } catch {
    // Written by hand, and no channel's.
    return written![1]!;
  }
}

export function fitsId(channel: string): boolean {
  return Buffer.byteLength(channelKey(channel)) <= CHANNEL_BYTES;
}

/** A channel may be any text: what a uid may not hold is written as `%` and the byte, also what `encodeURIComponent` leaves. */
function channelKey(channel = ''): string {
  const escaped = (text: string) => Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`);
  return channel.trim().replace(/[^\p{L}\p{N}._@+=-]/gu, (text) => escaped(text).join('').toUpperCase());
}
