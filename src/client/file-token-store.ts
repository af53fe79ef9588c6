import { createSecretKey, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { replaceFile } from '../base/io/durable-file';
import { type EncryptionKeys, seal, unseal } from '../base/io/encryption';
import type { StoredToken, TokenStore } from './token-store';

const KEY_ID = 'tokens';
const SEALED = { what: 'token store', label: 'deck/token store' };
const contents = z.record(z.string(), z.object({ token: z.string(), grantedAt: z.number(), expiresAt: z.number() }));
type Contents = Record<string, StoredToken>;

/**
 * Stores tokens in one file, so that a restarted worker needs no new grants. The file is sealed with AES-256-GCM under
 * a key derived from the secret key (HKDF-SHA256), has mode 0600 and is replaced atomically.
 * A file that is missing, tampered with or sealed under another secret key counts as empty.
 */
export function createFileTokenStore(path: string, secretKey: string): TokenStore {
  const box = sealer(secretKey);
  let last: Promise<unknown> = Promise.resolve();

  async function read(): Promise<Contents> {
    try {
      return contents.parse(JSON.parse(box.open(await readFile(path))));
    } catch {
      return {};
    }
  }

  /** Serializes changes and first reads those of other processes. */
  function change(apply: (tokens: Map<string, StoredToken>) => void): Promise<void> {
    const turn = last.then(async () => {
      const tokens = new Map(Object.entries(await read()).filter(([, token]) => token.expiresAt > Date.now()));
      apply(tokens);
      await replaceFile(path, box.close(JSON.stringify(Object.fromEntries(tokens))));
    });
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    get: async (key) => {
      const tokens = await read();
      return Object.hasOwn(tokens, key) ? tokens[key] : undefined;
    },
    set: (key, token) => change((tokens) => tokens.set(key, token)),
    delete: (key) => change((tokens) => tokens.delete(key)),
  };
}

function sealer(secretKey: string) {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', SEALED.label, 32)));
  const keys: EncryptionKeys = { keys: new Map([[KEY_ID, key]]), currentKey: KEY_ID, plainPayloads: 'refuse' };
  return {
    close: (text: string) => seal(Buffer.from(text), KEY_ID, keys, SEALED),
    open: (file: Buffer) => unseal(file, KEY_ID, keys, SEALED).toString('utf8'),
  };
}
