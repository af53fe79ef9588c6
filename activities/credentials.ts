import type { ActivityDependencies, Call } from './perform';
import { perform } from './perform';

/** A grant as the history records it: its expiry, never the credential. */
export interface Granted {
  /** ISO 8601. */
  expiresAt: string;
}

export function credentialActivities(deps: ActivityDependencies) {
  return {
    grantToken: ({ user }: Call<'grantToken'>): Promise<Granted> =>
      perform(deps, 'grantToken', async (signal) => {
        const { expiresAt } = await deps.client.ensureToken({ ...user, signal });
        return { expiresAt: new Date(expiresAt).toISOString() };
      }),

    /** Checks that codes can be granted. The code itself is not returned; a front end requests its own. */
    grantCode: ({ user, request }: Call<'grantCode'>): Promise<{ granted: true }> =>
      perform(deps, 'grantCode', async (signal) => {
        await deps.client.call('grantCode', request, { ...user, signal });
        return { granted: true as const };
      }),
  };
}
