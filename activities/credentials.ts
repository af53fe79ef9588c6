import type { ActivityDependencies, Call } from './perform';
import { perform } from './perform';

/** What a grant says in a history: when it ends, never the credential. */
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

    /** Proves that codes can be granted; the code itself stays here, a front end asks for its own. */
    grantCode: ({ user, request }: Call<'grantCode'>): Promise<{ granted: true }> =>
      perform(deps, 'grantCode', async (signal) => {
        await deps.client.call('grantCode', request, { ...user, signal });
        return { granted: true as const };
      }),
  };
}
