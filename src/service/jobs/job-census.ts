import type { Logger } from 'pino';
import type { Services } from '../context/services';
import { countUnfinishedJobs } from '../store/jobs';

/** Counts unfinished jobs for the metrics until stopped. */
export function startJobCensus(
  { db, telemetry, log }: Pick<Services, 'db' | 'telemetry'> & { log: Logger },
  everyMs: number,
): { stop(): Promise<void> } {
  let under = take();
  const timer = setInterval(() => {
    under = under.then(take);
  }, everyMs).unref();
  async function take(): Promise<void> {
    try {
      for (const kind of ['content', 'export'] as const) {
        telemetry.unfinishedJobs(kind, await countUnfinishedJobs(db, kind));
      }
    } catch (error) {
      log.warn({ err: error }, 'the unfinished jobs could not be counted');
    }
  }
  return {
    async stop() {
      clearInterval(timer);
      await under;
    },
  };
}
