import type { Services } from '../../context/services';
import { failJob } from '../../store/jobs';
import { runContentJob } from './content';
import { runExportJob } from './exports';
import { clearExpiredDesigns, sweepOrphanFiles } from './housekeeping';

/** The dependencies of the jobs. */
export type JobDependencies = Pick<
  Services,
  | 'db'
  | 'files'
  | 'renderer'
  | 'texts'
  | 'writers'
  | 'timing'
  | 'leases'
  | 'profile'
  | 'gate'
  | 'now'
  | 'log'
  | 'telemetry'
  | 'settings'
>;

/** A ticket or a task key; everything else is in the row. */
interface Job {
  id: string;
}

/** Creates the activities of the service's jobs. Each checks the row first, so that finished work is not repeated. */
export function createJobActivities(dependencies: JobDependencies) {
  const { db, now } = dependencies;
  return {
    generateContent: ({ id }: Job): Promise<void> => runContentJob(dependencies, id),
    renderExport: ({ id }: Job): Promise<void> => runExportJob(dependencies, id),
    failContent: ({ id, reason }: Job & { reason: string }): Promise<void> => failJob(db, 'content', id, reason, now()),
    failExport: ({ id, reason }: Job & { reason: string }): Promise<void> => failJob(db, 'export', id, reason, now()),
    clearExpiredDesigns: (): Promise<void> => clearExpiredDesigns(dependencies),
    sweepOrphanFiles: (): Promise<void> => sweepOrphanFiles(dependencies),
  };
}

export type JobActivities = ReturnType<typeof createJobActivities>;
