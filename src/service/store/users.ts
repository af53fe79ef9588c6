import type { Database } from './database';
import { prepared, type Value } from './prepared';

/** An end user of one account, identified by uid and channel. The same uid in another channel is a different user. */
export interface User {
  id: number;
  apiKey: string;
  uid: string;
  /** Empty if the account names none. */
  channel: string;
}

/** Returns the user, creating it on the first call. Concurrent calls create one row. */
export async function ensureUser(db: Database, who: Omit<User, 'id'>, now: number): Promise<User> {
  const existing = await findUser(db, who);
  if (existing) return existing;
  await db
    .insertInto('users')
    .values({ api_key: who.apiKey, uid: who.uid, channel: who.channel, created_at: now })
    .onConflict((conflict) => conflict.columns(['api_key', 'uid', 'channel']).doNothing())
    .execute();
  return (await findUser(db, who)) as User;
}

export async function findUser(db: Database, { apiKey, uid, channel }: Omit<User, 'id'>): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('api_key', '=', apiKey)
    .where('uid', '=', uid)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return row && { id: row.id, apiKey, uid, channel };
}

const usersById = prepared((db, value: Value<{ id: number }>) =>
  db.selectFrom('users').select(['id', 'api_key', 'uid', 'channel']).where('id', '=', value('id')),
);

export async function userById(db: Database, id: number): Promise<User | undefined> {
  const [row] = await usersById(db, { id });
  return row && { id: row.id, apiKey: row.api_key, uid: row.uid, channel: row.channel };
}

/** Counts the generated outlines of each user, in the requested order; 0 for unknown users. */
export async function countOutlines(
  db: Database,
  apiKey: string,
  channel: string,
  uids: readonly string[],
): Promise<{ uid: string; count: number }[]> {
  const rows = await db
    .selectFrom('outline_counts')
    .innerJoin('users', 'users.id', 'outline_counts.user_id')
    .select(['users.uid', 'outline_counts.count'])
    .where('users.api_key', '=', apiKey)
    .where('users.channel', '=', channel)
    .where('users.uid', 'in', [...uids])
    .execute();
  const counts = new Map(rows.map((row) => [row.uid, row.count]));
  return uids.map((uid) => ({ uid, count: counts.get(uid) ?? 0 }));
}
