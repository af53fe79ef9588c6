import type { ActivityDependencies, Call } from './perform';
import { callActivity, perform } from './perform';

export function exportActivities(deps: ActivityDependencies) {
  return {
    startExport: callActivity(deps, 'startExport'),

    /** The links are signed, so a history only learns how many there are; the download asks for them itself. */
    readExportResult: ({ user, request }: Call<'readExportResult'>): Promise<{ files: number }> =>
      perform(deps, 'readExportResult', async (signal) => {
        const links = await deps.client.call('readExportResult', request, { ...user, signal });
        return { files: links.length };
      }),
  };
}
