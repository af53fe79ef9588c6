import type { Logger } from 'pino';
import { withTimeout } from '../base/io/with-timeout';
import type { Settings } from '../config';

/**
 * Waits for a worker to stop, but only for its grace time and a reserve: calls that never return would keep the process from exiting. Another
 * worker takes over the open tasks after their timeouts, as after a crash.
 * @param ended resolves when the worker has stopped; a rejection is passed on
 */
export async function waitForShutdown(
  ended: Promise<void>,
  { shutdownGraceTime, shutdownReserve }: Settings['worker'],
  log: Logger,
): Promise<void> {
  const waitedMs = shutdownGraceTime + shutdownReserve;
  await withTimeout(waitedMs, ended, () =>
    log.warn(
      { waitedMs },
      'the worker did not stop within worker.shutdownGraceTime and 15 s more; exiting without it, another worker takes over its tasks',
    ),
  );
}
