import type { Readable } from 'node:stream';

/** Storage for the bytes of covers, design data and exports. Only `newFileKey` creates keys. */
export interface FileStore {
  /** Writes are complete and durable when this resolves. Writing an existing key replaces the file atomically. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** @throws MissingFile when the file does not exist. */
  read(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Keys of the files written at least this many milliseconds ago, by the clock of the store. */
  olderThan(ms: number): AsyncIterable<string>;
}

/** A file that a store does not have. Any other failure is one of the store. */
export class MissingFile extends Error {
  override readonly name = 'MissingFile';

  constructor(key: string) {
    super(`the file ${key} is not in the file store`);
  }
}

const KEY = /^[a-z0-9]{2}[a-z0-9]{6,62}$/;

export function isFileKey(text: string): boolean {
  return KEY.test(text);
}

/**
 * The path of a key in any store. A directory per two-character prefix keeps directories small enough for tools to
 * list. The key is checked here as well, so that no caller can produce a path outside the store.
 */
export function pathOfKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`not a file key: ${JSON.stringify(key)}`);
  return `${key.slice(0, 2)}/${key}`;
}
