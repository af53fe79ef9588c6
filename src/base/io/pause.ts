import { setTimeout as delay } from 'node:timers/promises';

/** Sleeps until the time is over or the signal aborts; does not throw. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);
