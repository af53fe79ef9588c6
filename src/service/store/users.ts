import type { Database } from './database';

/** An end user of one integrator. */
export interface User {
  id: number;
  apiKey: string;
  uid: string;
}

/** The user, created at the first call; calls at the same time end in one row. */
export async function ensureUser(db: Database, apiKey: string, uid: string, now: number): Promise<User> {
  const existing = await findUser(db, apiKey, uid);
  if (existing) return existing;
  await db
    .insertInto('users')
    .values({ api_key: apiKey, uid, created_at: now })
    .onConflict((conflict) => conflict.columns(['api_key', 'uid']).doNothing())
    .execute();
  return (await findUser(db, apiKey, uid)) as User;
}

async function findUser(db: Database, apiKey: string, uid: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('api_key', '=', apiKey)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row && { id: row.id, apiKey, uid };
}

/** How many outlines have been generated for each user, in the order asked; 0 for users that nobody has seen. */
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
    .where('outline_counts.channel', '=', channel)
    .where('users.uid', 'in', [...uids])
    .execute();
  const counts = new Map(rows.map((row) => [row.uid, row.count]));
  return uids.map((uid) => ({ uid, count: counts.get(uid) ?? 0 }));
}
