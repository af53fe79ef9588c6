import type { Database } from './database';
import type { User } from './users';

/** Calls of the language model, and the tokens that its provider reported. */
export interface Spend {
  calls: number;
  tokens: number;
}

export async function addSpend(db: Database, userId: number, day: string, { calls, tokens }: Spend): Promise<void> {
  await db
    .insertInto('model_spend')
    .values({ user_id: userId, day, calls, tokens })
    .onConflict((conflict) =>
      conflict.columns(['day', 'user_id']).doUpdateSet((row) => ({
        calls: row('model_spend.calls', '+', calls),
        tokens: row('model_spend.tokens', '+', tokens),
      })),
    )
    .execute();
}

/** What a user and its account spent on one day. */
export async function spentOn(
  db: Database,
  { id, apiKey }: Pick<User, 'id' | 'apiKey'>,
  day: string,
): Promise<{ user: Spend; account: Spend }> {
  const rows = await db
    .selectFrom('model_spend')
    .innerJoin('users', 'users.id', 'model_spend.user_id')
    .select(['user_id', 'calls', 'tokens'])
    .where('day', '=', day)
    .where('api_key', '=', apiKey)
    .execute();
  const sum = (of: readonly Spend[]): Spend => ({
    calls: of.reduce((all, { calls }) => all + calls, 0),
    tokens: of.reduce((all, { tokens }) => all + tokens, 0),
  });
  return { user: sum(rows.filter(({ user_id }) => user_id === id)), account: sum(rows) };
}

export interface SpendOfAccount extends Spend {
  apiKey: string;
  uid: string;
  channel: string;
  day: string;
}

/** What all users spent from a day on, newest day first. */
export function spendSince(db: Database, day: string): Promise<SpendOfAccount[]> {
  return db
    .selectFrom('model_spend')
    .innerJoin('users', 'users.id', 'model_spend.user_id')
    .select(['api_key as apiKey', 'uid', 'channel', 'day', 'calls', 'tokens'])
    .where('day', '>=', day)
    .orderBy('day', 'desc')
    .orderBy('calls', 'desc')
    .orderBy('user_id')
    .execute();
}
