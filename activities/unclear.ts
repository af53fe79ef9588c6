import { ClientError } from '../src/client';

/** The answer of a poll that says neither that the job runs nor how it ended. */
export interface Unclear {
  status: 'unclear';
  /** What the service said, and what would settle it. */
  seen: string;
}

export const unclear = (seen: string): Unclear => ({ status: 'unclear', seen });

/**
 * The answer of a poll. Codes that the profile does not list mean "not ready yet" at some services, and no answer is
 * worth another paid job: the stage looks again until its deadline.
 */
export async function orUnclear<T>(ask: () => Promise<T>): Promise<T | Unclear> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ClientError) || error.data.during !== undefined) throw error;
    const { kind, meaning, code, httpStatus } = error.data;
    const isUnlisted = meaning === 'unknown' && (httpStatus ?? 0) < 500;
    // A gateway, or a job that is not there yet.
    const isEarly = kind === 'malformed' || (kind === 'http-status' && httpStatus === 404 && code === undefined);
    if (isUnlisted || isEarly) return unclear(error.message);
    throw error;
  }
}
