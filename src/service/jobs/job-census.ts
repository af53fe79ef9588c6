import type { Logger } from 'pino';
import type { Services } from '../context/services';
import { countUnfinishedContentJobs } from '../store/content-jobs';
import { countUnfinishedExports } from '../store/exports';

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
      telemetry.unfinishedJobs('content', await countUnfinishedContentJobs(db));
      telemetry.unfinishedJobs('export', await countUnfinishedExports(db));
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
