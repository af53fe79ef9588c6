import { createHash } from 'node:crypto';
import type { Database } from './database';
import { prepared, type Value } from './prepared';
import type { User } from './users';

/** A granted credential and the chain that it is bound to. */
export interface Grant {
  user: User;
  channel: string;
  expiresAt: number;
}

/** Expired rows are kept this long, so that their users hear "expired" and not "unknown". */
const KEEP_EXPIRED_MS = 30 * 86_400_000;

export async function storeToken(db: Database, token: string, grant: Grant, now: number): Promise<void> {
  await db
    .insertInto('tokens')
    .values({
      token_hash: hash(token),
      user_id: grant.user.id,
      channel: grant.channel,
      created_at: now,
      expires_at: grant.expiresAt,
    })
    .execute();
  await db
    .deleteFrom('tokens')
    .where('expires_at', '<', now - KEEP_EXPIRED_MS)
    .execute();
}

export async function storeCode(db: Database, code: string, grant: Grant, now: number): Promise<void> {
  await db
    .insertInto('codes')
    .values({
      code_hash: hash(code),
      user_id: grant.user.id,
      channel: grant.channel,
      created_at: now,
      expires_at: grant.expiresAt,
    })
    .execute();
  await db
    .deleteFrom('codes')
    .where('expires_at', '<', now - KEEP_EXPIRED_MS)
    .execute();
}

/** The grant of a token. Found by its hash, so the search's own timing says nothing about other tokens. */
export async function findToken(db: Database, token: string): Promise<Grant | undefined> {
  const [row] = await tokenByHash(db, { hash: hash(token) });
  return (
    row && { user: { id: row.id, apiKey: row.api_key, uid: row.uid }, channel: row.channel, expiresAt: row.expires_at }
  );
}

const tokenByHash = prepared((db, value: Value<{ hash: string }>) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['users.id', 'users.api_key', 'users.uid', 'tokens.channel', 'tokens.expires_at'])
    .where('tokens.token_hash', '=', value('hash')),
);

function hash(credential: string): string {
  return createHash('sha256').update(credential).digest('hex');
}
