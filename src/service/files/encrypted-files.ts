import { Readable } from 'node:stream';
import { type EncryptionKeys, plainRefused, seal, unseal } from '../../base/io/encryption';
import type { FileStore } from './file-store';

/** Encrypted files begin with this, the length of the key ID (1 byte) and the key ID. */
const MAGIC = Buffer.from('\0deck-encrypted\n');
/** Bytes that are encrypted at once, so that a download needs no memory for a whole file. */
const CHUNK = 1024 * 1024;
/** Format, nonce and tag of each. */
const SEAL = 29;

/** Bound to the file and the place in it, so that nothing can be exchanged, moved or cut off. */
const partOf = (file: string, index: number, isLast: boolean) => ({
  what: 'file',
  label: `deck/file\n${file}\n${index}\n${isLast}`,
});

/** Encrypts the files of a store with the keys for payloads, if there are any. */
export function encryptedFiles(store: FileStore, keys: EncryptionKeys): FileStore {
  if (keys.keys.size === 0) return store;
  return {
    ...store,
    write: (name, bytes) => store.write(name, sealedFile(name, bytes, keys)),
    async read(name) {
      const source = await store.read(name);
      const opened = Readable.from(openedParts(source, name, keys), { objectMode: false });
      return opened.once('close', () => source.destroy());
    },
  };
}

function sealedFile(name: string, bytes: Uint8Array, keys: EncryptionKeys): Uint8Array {
  const { currentKey } = keys;
  if (currentKey === null) return bytes;
  const parts: Uint8Array[] = [MAGIC, Buffer.of(currentKey.length), Buffer.from(currentKey)];
  const count = Math.max(1, Math.ceil(bytes.length / CHUNK));
  for (let index = 0; index < count; index += 1) {
    const part = bytes.subarray(index * CHUNK, (index + 1) * CHUNK);
    parts.push(seal(part, currentKey, keys, partOf(name, index, index === count - 1)));
  }
  return Buffer.concat(parts);
}

async function* openedParts(source: Readable, name: string, keys: EncryptionKeys): AsyncIterable<Buffer> {
  const take = taking(source);
  const head = await take(MAGIC.length + 1);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) {
    if (keys.plainPayloads === 'refuse') throw plainRefused(partOf(name, 0, false));
    for (let part = head; part.length > 0; part = await take(CHUNK)) yield part;
    return;
  }
  const keyId = (await take(head.at(-1) ?? 0)).toString('utf8');
  let next = await take(CHUNK + SEAL);
  for (let index = 0; index === 0 || next.length > 0; index += 1) {
    const part = next;
    next = await take(CHUNK + SEAL);
    yield unseal(part, keyId, keys, partOf(name, index, next.length === 0));
  }
}

/** Returns the next bytes of a stream: up to the requested number, or what is left. */
function taking(source: Readable): (size: number) => Promise<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  return async (size) => {
    const parts = [held];
    for (let have = held.length; have < size; ) {
      const { done, value } = await chunks.next();
      if (done) break;
      parts.push(value);
      have += value.length;
    }
    const all = Buffer.concat(parts);
    held = all.subarray(size);
    return all.subarray(0, size);
  };
}
