import type { Services } from '../context/services';

export interface ResumeTimes {
  everyMs: number;
  /** Younger jobs are skipped, because their start may be in progress. */
  olderThanMs: number;
}

/** Starting a job that already runs costs one refused call, so several services can check independently. */
export const RESUME_TIMES: ResumeTimes = { everyMs: 5 * 60_000, olderThanMs: 60_000 };

/**
 * Restarts unfinished jobs that are not running, until stopped: their workflow was terminated, or their process exited
 * before starting it. Only one round runs at a time, and a failed round is retried by the next one.
 */
export function startResuming(
  { jobs, db, testing, now, log }: Pick<Services, 'jobs' | 'db' | 'testing' | 'now' | 'log'>,
  { everyMs, olderThanMs }: ResumeTimes,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let round = Promise.resolve();
  let timer = setTimeout(look, everyMs).unref();
  function look(): void {
    round = resume().then(() => {
      if (!stopping.signal.aborted) timer = setTimeout(look, everyMs).unref();
    });
  }
  async function resume(): Promise<void> {
    try {
      const which = { before: now() - olderThanMs, except: testing?.asleep, signal: stopping.signal };
      const started = await jobs.resume(db, which);
      if (started > 0) log.warn({ jobs: started }, 'restarted unfinished jobs that were not running');
    } catch (error) {
      log.warn({ err: error }, 'looking for unfinished jobs failed; the next round will retry');
    }
  }
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await round;
    },
  };
}
