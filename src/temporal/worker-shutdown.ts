import type { Logger } from 'pino';
import { withTimeout } from '../base/io/with-timeout';
import type { Settings } from '../config';

/**
 * Waits for a worker to stop, but only for the force time: calls that never return would keep the process from exiting. Another
 * worker takes over the open tasks after their timeouts, as after a crash.
 * @param ended resolves when the worker has stopped; a rejection is passed on
 */
export async function waitForShutdown(
  ended: Promise<void>,
  { shutdownForceTime }: Settings['worker'],
  log: Logger,
): Promise<void> {
  await withTimeout(shutdownForceTime, ended, () =>
    log.warn(
      { waitedMs: shutdownForceTime },
      'the worker did not stop within worker.shutdownForceTime; exiting without it, another worker takes over its tasks',
    ),
  );
}
