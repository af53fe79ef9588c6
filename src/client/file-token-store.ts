import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { replaceFile } from '../base/io/durable-file';
import type { StoredToken, TokenStore } from './token-store';

const MAGIC = Buffer.from('DECKTOK1');
const SALT = 16;
const NONCE = 12;
const TAG = 16;
const HEAD = MAGIC.length + SALT + NONCE + TAG;

const contents = z.record(z.string(), z.object({ token: z.string(), grantedAt: z.number(), expiresAt: z.number() }));
type Contents = Record<string, StoredToken>;

/**
 * Stores tokens in one file, so that a restarted worker needs no new grants. The file is sealed with AES-256-GCM under
 * a key derived from the secret key (HKDF-SHA256, new salt for every write), has mode 0600 and is replaced atomically.
 * A file that is missing, tampered with or sealed under another secret key counts as empty.
 */
export function createFileTokenStore(path: string, secretKey: string): TokenStore {
  const seal = sealer(secretKey);
  let last: Promise<unknown> = Promise.resolve();

  async function read(): Promise<Contents> {
    try {
      return contents.parse(JSON.parse(seal.open(await readFile(path))));
    } catch {
      return {};
    }
  }

  /** Serializes changes and first reads those of other processes. */
  function change(apply: (tokens: Map<string, StoredToken>) => void): Promise<void> {
    const turn = last.then(async () => {
      const tokens = new Map(Object.entries(await read()).filter(([, token]) => token.expiresAt > Date.now()));
      apply(tokens);
      await replaceFile(path, seal.close(JSON.stringify(Object.fromEntries(tokens))));
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
  const keyFrom = (salt: Uint8Array) => Buffer.from(hkdfSync('sha256', secretKey, salt, 'deck token store', 32));
  return {
    close(text: string): Buffer {
      const salt = randomBytes(SALT);
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', keyFrom(salt), nonce).setAAD(MAGIC);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([MAGIC, salt, nonce, cipher.getAuthTag(), sealed]);
    },
    open(file: Buffer): string {
      if (file.length < HEAD || !file.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('not a token store');
      const salt = file.subarray(MAGIC.length, MAGIC.length + SALT);
      const nonce = file.subarray(MAGIC.length + SALT, HEAD - TAG);
      const decipher = createDecipheriv('aes-256-gcm', keyFrom(salt), nonce).setAAD(MAGIC);
      decipher.setAuthTag(file.subarray(HEAD - TAG, HEAD));
      return Buffer.concat([decipher.update(file.subarray(HEAD)), decipher.final()]).toString('utf8');
    },
  };
}
