import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Settings } from '../config';

/**
 * Waits for a worker that was asked to end, but not for ever: one whose calls never come back, or that waits for a server
 * that is gone, would keep its process from ending. What such a worker had in hand is taken up by another one after its
 * timeouts, as after a crash.
 * @param ended settles when the worker has ended; its failure is passed on.
 */
export async function endedInTime(
  ended: Promise<void>,
  { shutdownForceTime }: Settings['worker'],
  log: Logger,
): Promise<void> {
  const done = new AbortController();
  const late = pause(shutdownForceTime, true, { signal: done.signal }).catch(() => false);
  const left = await Promise.race([ended.then(() => false), late]).finally(() => done.abort());
  if (!left) return;
  log.warn(
    { waitedMs: shutdownForceTime },
    'the worker does not end; the process goes on without it, and what it had in hand is taken up by another one',
  );
}
