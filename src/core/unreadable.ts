/**
 * Marks for payloads that cannot be read. An exception instead would fail the workflow task forever, because a message
 * cannot be removed from a history.
 */

/** Encoding of a payload that the codec could not decrypt, between codec and sandbox. Its data is one of the faults. */
export const UNREADABLE_ENCODING = 'binary/unreadable';

/**
 * Faults that depend on the keys and settings of the worker. Another worker may be able to read the same payload, so
 * the deck records the fault.
 */
const FAULTS_OF_KEYS = {
  plain: 'it is not encrypted, and encryption.plainPayloads rejects plain messages',
  undecryptable: 'it cannot be decrypted: it was modified, or this worker has a different key under its key ID',
} as const;
export type FaultOfKeys = keyof typeof FAULTS_OF_KEYS;
export const faultsOfKeys = Object.keys(FAULTS_OF_KEYS) as readonly FaultOfKeys[];

/** A symbol, which JSON cannot contain, so that no message can imitate the mark. */
const WHY = Symbol.for('durable-presentations.unreadable');

export interface Unreadable {
  /** An error message without any of the content. */
  readonly [WHY]: string;
  readonly fault?: FaultOfKeys;
}

/** The mark of a payload that no worker can read. */
export function unreadable(why: string): Unreadable {
  return { [WHY]: `the message cannot be read: ${why}` };
}

/** The mark of a payload that this worker cannot read. */
export function unreadableHere(fault: FaultOfKeys): Unreadable {
  return { ...unreadable(FAULTS_OF_KEYS[fault]), fault };
}

export function isUnreadable(value: unknown): value is Unreadable {
  return typeof value === 'object' && value !== null && WHY in value;
}

/** The error message for the sender of an unreadable value; undefined for every other value. */
export function whyUnreadable(value: unknown): string | undefined {
  return isUnreadable(value) ? value[WHY] : undefined;
}
