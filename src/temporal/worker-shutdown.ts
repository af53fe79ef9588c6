import type { Logger } from 'pino';
import type { Settings } from '../config';
import { withTimeout } from '../io/with-timeout';

/**
 * Waits for a worker that was asked to end, but not for ever: one whose calls never come back, or whose pollers never
 * drain, would keep its process from ending. What such a worker had in hand is taken up by another one after its
 * timeouts, as after a crash.
 * @param ended settles when the worker has ended; its failure is passed on.
 */
export async function waitForShutdown(
  ended: Promise<void>,
  { shutdownForceTime }: Settings['worker'],
  log: Logger,
): Promise<void> {
  await withTimeout(shutdownForceTime, ended, () =>
    log.warn(
      { waitedMs: shutdownForceTime },
      'the worker does not end; the process goes on without it, and what it had in hand is taken up by another one',
    ),
  );
}
