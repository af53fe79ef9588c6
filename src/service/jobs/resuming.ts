import type { Services } from '../context/services';

export interface ResumeTimes {
  everyMs: number;
  /** Younger jobs are left alone: their start may be on its way. */
  olderThanMs: number;
}

/** A start of a job that runs costs one refused call, so several services may all look. */
export const RESUME_TIMES: ResumeTimes = { everyMs: 5 * 60_000, olderThanMs: 60_000 };

/**
 * Starts unfinished jobs again that do not run, until stopped: their workflow was terminated, or the process that opened
 * them has ended before it was started. One call at a time; a round that fails is followed by the next one.
 */
export function startResuming(
  { jobs, db, admin, now, log }: Pick<Services, 'jobs' | 'db' | 'admin' | 'now' | 'log'>,
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
      const which = { before: now() - olderThanMs, except: admin?.asleep, signal: stopping.signal };
      const started = await jobs.resume(db, which);
      if (started > 0) log.warn({ jobs: started }, 'unfinished jobs that did not run have been started again');
    } catch (error) {
      log.warn({ err: error }, 'unfinished jobs could not be looked for; the next round follows');
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
