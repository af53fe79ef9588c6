/**
 * Values that stand for a payload that cannot be read. A throw in place of them would fail the workflow task forever:
 * nobody can take a message back out of a history.
 */

/** Encoding of a payload that the codec could not decrypt, between it and the sandbox; its data is one of the faults. */
export const UNREADABLE_ENCODING = 'binary/unreadable';

/**
 * Faults that depend on the keys and settings of the worker. Another worker may be able to read the same payload, so
 * a deck writes down that it could not.
 */
const FAULTS_OF_KEYS = {
  plain: 'it is not encrypted, and encryption.plainPayloads refuses plain messages',
  undecryptable: 'it cannot be decrypted: it was changed, or another key goes by the name of its key here',
} as const;
export type FaultOfKeys = keyof typeof FAULTS_OF_KEYS;
export const faultsOfKeys = Object.keys(FAULTS_OF_KEYS) as readonly FaultOfKeys[];

/** Not a string: JSON cannot hold it, so no message can pass itself off as the mark. */
const WHY = Symbol.for('durable-presentations.unreadable');

export interface Unreadable {
  /** A sentence without anything of the content. */
  readonly [WHY]: string;
  readonly fault?: FaultOfKeys;
}

/** Of a payload that no worker can read. */
export function unreadable(why: string): Unreadable {
  return { [WHY]: `the message cannot be read: ${why}` };
}

/** Of a payload that this worker cannot read. */
export function unreadableHere(fault: FaultOfKeys): Unreadable {
  return { ...unreadable(FAULTS_OF_KEYS[fault]), fault };
}

export function isUnreadable(value: unknown): value is Unreadable {
  return typeof value === 'object' && value !== null && WHY in value;
}

/** Why a value cannot be read, as a sentence for its sender; undefined for every value that was read. */
export function whyUnreadable(value: unknown): string | undefined {
  return isUnreadable(value) ? value[WHY] : undefined;
}
