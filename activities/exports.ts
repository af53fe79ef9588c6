import type { ActivityDependencies, Call } from './perform';
import { callActivity, perform } from './perform';

export function exportActivities(deps: ActivityDependencies) {
  return {
    startExport: callActivity(deps, 'startExport'),

    /** The links are signed, so the history records only their number; the download requests them itself. */
    readExportResult: ({ user, request }: Call<'readExportResult'>): Promise<{ files: number }> =>
      perform(deps, 'readExportResult', async (signal) => {
        const links = await deps.client.call('readExportResult', request, { ...user, signal });
        return { files: links.length };
      }),
  };
}
