import { utf8Length } from '../base/text/utf8-bytes';

/** What identifies a deck: its user and its idempotency key. */
export interface DeckKeys {
  uid: string;
  /** Absent or empty: none. */
  channel?: string | undefined;
  request: string;
}

export const WORKFLOW_ID_PREFIX = 'presentation';

/** Maximum length of a uid, request or schedule name, in characters. */
export const LONGEST_KEY = 100;
/** Their characters. */
export const KEY = /^[\p{L}\p{N}._@+=-]+$/u;

/** Neither this nor `%` is allowed in a uid or request, so every id is unambiguous. */
const BEFORE_CHANNEL = '~';

/** Maximum bytes of an escaped channel in an id: with the longest uid and request, ids stay below 1,000 bytes. */
const CHANNEL_BYTES = 380;

/** `<uid>`, or `<uid>~<channel>` for a user with a channel. */
export function userKeyOf({ uid, channel }: Omit<DeckKeys, 'request'>): string {
  const own = channelKey(channel);
  return own === '' ? uid : `${uid}${BEFORE_CHANNEL}${own}`;
}

/**
 * `presentation/<uid>/<request>`, or `presentation/<uid>~<channel>/<request>`: starting the same request twice is one
 * deck.
 */
export function workflowIdOf(keys: DeckKeys): string {
  return deckPrefixOf(keys) + keys.request;
}

/** Common prefix of the ids of a user's decks. */
export function deckPrefixOf(user: Omit<DeckKeys, 'request'>): string {
  return `${WORKFLOW_ID_PREFIX}/${userKeyOf(user)}/`;
}

/** The channel in an id; empty if the id has none. */
export function channelIn(workflowId: string): string {
  const written = new RegExp(`^${WORKFLOW_ID_PREFIX}/[^/${BEFORE_CHANNEL}]+${BEFORE_CHANNEL}([^/]+)/`).exec(workflowId);
  try {
    return decodeURIComponent(written?.[1] ?? '');
  } catch {
    // Not an escaped channel, so the id was written by hand.
    return written![1]!;
  }
}

/** The uid in an id. */
export function uidIn(workflowId: string): string {
  return shortId(workflowId).split('/', 1)[0]!.split(BEFORE_CHANNEL, 1)[0]!;
}

export function fitsId(channel: string): boolean {
  return utf8Length(channelKey(channel)) <= CHANNEL_BYTES;
}

/**
 * A channel can be any text. Characters that a uid cannot have are percent-encoded, including those that
 * `encodeURIComponent` keeps.
 */
function channelKey(channel = ''): string {
  const escaped = (text: string) =>
    Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`);
  return channel.trim().replace(/[^\p{L}\p{N}._@+=-]/gu, (text) => escaped(text).join('').toUpperCase());
}

/** `u1/r1` of `presentation/u1/r1`, as people type it. */
export function shortId(workflowId: string): string {
  const prefix = `${WORKFLOW_ID_PREFIX}/`;
  return workflowId.startsWith(prefix) ? workflowId.slice(prefix.length) : workflowId;
}

/** The workflow id of `u1/r1`. Other IDs are returned as they are. */
export function longId(id: string): string {
  return /^[^/]+\/[^/]+$/.test(id) ? `${WORKFLOW_ID_PREFIX}/${id}` : id;
}

/**
 * The key by which the server serves users in turn. Its limit is 64 bytes, and a character has up to 4. Users with the
 * same first 16 characters share a key.
 */
export function fairnessKeyOf(uid: string): string {
  return [...uid].slice(0, 16).join('');
}
