import type { User } from '../store/users';

/** The caller: an account's server, identified by its signature, or a user's session, identified by its token. */
export type Caller = { kind: 'integrator'; apiKey: string } | { kind: 'user'; user: User };

/** The key for fair scheduling: the user's, for every call, job and process that works for this user. */
export function ownerOf(caller: Caller): string {
  return caller.kind === 'user' ? ownerOfUser(caller.user.id) : `account ${caller.apiKey}`;
}

export function ownerOfUser(userId: number): string {
  return `user ${userId}`;
}
