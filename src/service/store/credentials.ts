import { hash as digest } from 'node:crypto';
import { LruCache } from '../../base/io/lru-cache';
import type { Database } from './database';
import { prepared, type Value } from './prepared';
import type { User } from './users';

/** A granted credential and the user it belongs to. */
export interface Grant {
  user: User;
  expiresAt: number;
}

/** Expired rows are kept this long, so that their users get the message "expired" instead of "unknown". */
const KEEP_EXPIRED_MS = 30 * 86_400_000;

export async function storeToken(db: Database, token: string, grant: Grant, now: number): Promise<void> {
  await db
    .insertInto('tokens')
    .values({ token_hash: hash(token), ...rowOf(grant, now) })
    .execute();
  await removeExpired(db, 'tokens', now);
}

export async function storeCode(db: Database, code: string, grant: Grant, now: number): Promise<void> {
  await db
    .insertInto('codes')
    .values({ code_hash: hash(code), ...rowOf(grant, now) })
    .execute();
  await removeExpired(db, 'codes', now);
}

const rowOf = ({ user, expiresAt }: Grant, now: number) => ({
  user_id: user.id,
  created_at: now,
  expires_at: expiresAt,
});

async function removeExpired(db: Database, table: 'tokens' | 'codes', now: number): Promise<void> {
  await db
    .deleteFrom(table)
    .where('expires_at', '<', now - KEEP_EXPIRED_MS)
    .execute();
}

/** How long a grant is cached, and how many are cached. */
const KEPT_MS = 1_000;
const MOST_KEPT = 10_000;

const keptGrants = new WeakMap<Database, LruCache<Grant>>();

/**
 * Returns the grant of a token, expired or not. It is found by its hash, so the lookup's timing reveals nothing about
 * other tokens.
 * Rows never change, so a grant is cached for one second; callers must check the expiry every time. A row that is
 * removed by hand, or by another process, is therefore honored for at most one more second.
 */
export function findToken(db: Database, token: string): Grant | Promise<Grant | undefined> {
  const kept = keptGrants.get(db) ?? new LruCache({ weight: MOST_KEPT, ms: KEPT_MS });
  keptGrants.set(db, kept);
  const key = hash(token);
  return kept.get(key) ?? readToken(db, key, kept);
}

async function readToken(db: Database, key: string, kept: LruCache<Grant>): Promise<Grant | undefined> {
  const [row] = await tokenByHash(db, { hash: key });
  if (!row) return undefined;
  const user = { id: row.id, apiKey: row.api_key, uid: row.uid, channel: row.channel };
  return kept.set(key, { user, expiresAt: row.expires_at });
}

/** Clears the cache after rows of tokens or users were removed or replaced. */
export function forgetTokens(db: Database): void {
  keptGrants.delete(db);
}

const tokenByHash = prepared((db, value: Value<{ hash: string }>) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['users.id', 'users.api_key', 'users.uid', 'users.channel', 'tokens.expires_at'])
    .where('tokens.token_hash', '=', value('hash')),
);

function hash(credential: string): string {
  return digest('sha256', credential);
}
