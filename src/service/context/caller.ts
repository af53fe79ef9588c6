import type { User } from '../store/users';

/** Who calls: an integrator's server by its signature, or one user's session by its token. */
export type Caller = { kind: 'integrator'; apiKey: string } | { kind: 'user'; user: User };

/** Whose turn a piece of work takes: that of the user, whichever call, job or process it is done for. */
export function ownerOf(caller: Caller): string {
  return caller.kind === 'user' ? ownerOfUser(caller.user.id) : `account ${caller.apiKey}`;
}

export function ownerOfUser(userId: number): string {
  return `user ${userId}`;
}
