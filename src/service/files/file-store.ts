import type { Readable } from 'node:stream';

/** Where the bytes of covers, design data and exports lie. Keys are made by `newFileKey` alone. */
export interface FileStore {
  /** Complete and durable when it returns; the same key written again is replaced as a whole. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** @throws when there is no such file. */
  read(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Keys of the files that were written that many milliseconds ago or before, by the clock of the store. */
  olderThan(ms: number): AsyncIterable<string>;
}

const KEY = /^[a-z0-9]{2}[a-z0-9]{6,62}$/;

export function isFileKey(text: string): boolean {
  return KEY.test(text);
}

/**
 * Where a key lies in any store: a folder per first two characters, so that no folder grows beyond what tools can list.
 * Checked here as well: whatever a caller hands in, no path leaves the store.
 */
export function pathOfKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`not a file key: ${JSON.stringify(key)}`);
  return `${key.slice(0, 2)}/${key}`;
}
