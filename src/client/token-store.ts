import { createHash } from 'node:crypto';

/** A granted token with its validity, both in epoch milliseconds by our clock. */
export interface StoredToken {
  readonly token: string;
  readonly grantedAt: number;
  readonly expiresAt: number;
}

/**
 * Where tokens outlive a call. A store may be shared by many workers; it need not be reliable: a token that is lost
 * costs one grant, and a store that throws is treated as empty.
 */
export interface TokenStore {
  get(key: string): Promise<StoredToken | undefined>;
  set(key: string, token: StoredToken): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Tokens of this process alone. */
export function createMemoryTokenStore(): TokenStore {
  const tokens = new Map<string, StoredToken>();
  return {
    get: async (key) => tokens.get(key),
    set: async (key, token) => keepNewest(tokens, key, token),
    delete: async (key) => void tokens.delete(key),
  };
}

const MOST_TOKENS = 10_000;

/** Keeps a map of tokens from growing with every user there ever was: the oldest entry makes room. */
export function keepNewest(tokens: Map<string, StoredToken>, key: string, token: StoredToken): void {
  tokens.delete(key);
  tokens.set(key, token);
  const oldest = tokens.size > MOST_TOKENS ? tokens.keys().next().value : undefined;
  if (oldest !== undefined) tokens.delete(oldest);
}

/**
 * The key of one user's token: a hash, so that a store does not list api keys and users. The service's address is
 * part of it: a token is never sent to another service than the one that granted it.
 */
export function tokenKey(user: { origin: string; apiKey: string; uid: string; channel: string }): string {
  const parts = [user.origin, user.apiKey, user.uid, user.channel];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
