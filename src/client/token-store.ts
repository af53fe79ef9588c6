import { createHash } from 'node:crypto';

/** A granted token with its validity, both in epoch milliseconds by the local clock. */
export interface StoredToken {
  readonly token: string;
  readonly grantedAt: number;
  readonly expiresAt: number;
}

/**
 * Storage for tokens between calls. Several workers may share one, and it need not be reliable: a lost token costs one
 * grant, and a store that throws is treated as empty.
 */
export interface TokenStore {
  get(key: string): Promise<StoredToken | undefined>;
  set(key: string, token: StoredToken): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Stores the tokens of this process in memory. */
export function createMemoryTokenStore(): TokenStore {
  const tokens = new Map<string, StoredToken>();
  return {
    get: async (key) => tokens.get(key),
    set: async (key, token) => keepNewest(tokens, key, token),
    delete: async (key) => void tokens.delete(key),
  };
}

const MOST_TOKENS = 10_000;

/** Limits the number of tokens by removing the oldest entry. */
export function keepNewest(tokens: Map<string, StoredToken>, key: string, token: StoredToken): void {
  tokens.delete(key);
  tokens.set(key, token);
  const oldest = tokens.size > MOST_TOKENS ? tokens.keys().next().value : undefined;
  if (oldest !== undefined) tokens.delete(oldest);
}

/**
 * The key of a user's token: a hash, so that a store does not expose API keys and users. It includes the service's URL,
 * because a token must only be sent to the service that granted it.
 */
export function tokenKey(user: { origin: string; apiKey: string; uid: string; channel: string }): string {
  const parts = [user.origin, user.apiKey, user.uid, user.channel];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
