import { type ActivityDependencies, type Call, callActivity, perform } from './perform';
import { orUnclear, type Unclear } from './unclear';

/** The number of files; zero while the export runs. */
export type CheckedExport = { status: 'answered'; files: number } | Unclear;

export function exportActivities(deps: ActivityDependencies) {
  return {
    startExport: callActivity(deps, 'startExport'),

    /** The links are signed, so the history records only their number; the download requests them itself. */
    readExportResult: ({ user, request }: Call<'readExportResult'>): Promise<CheckedExport> =>
      perform(deps, 'readExportResult', (signal) =>
        orUnclear(async () => {
          const links = await deps.client.call('readExportResult', request, { ...user, signal });
          return { status: 'answered', files: links.length };
        }),
      ),
  };
}
