import type { Database } from '../store/database';
import { type User, userById } from '../store/users';

/** The caller: an account's server, identified by its signature, or a user's session, identified by its token. */
export type Caller = { kind: 'integrator'; apiKey: string } | { kind: 'user'; user: User };

/**
 * The key for fair scheduling, for every call, job and process that works for this user: turns go from account to
 * account, then from user to user.
 */
export function ownerOf(caller: Caller): string {
  return caller.kind === 'user' ? `${caller.user.apiKey}/${caller.user.id}` : `${caller.apiKey}/`;
}

/** The same by the user's row. A user who was erased meanwhile is alone. */
export async function ownerOfUser(db: Database, userId: number): Promise<string> {
  const user = await userById(db, userId);
  return user ? ownerOf({ kind: 'user', user }) : `/${userId}`;
}
