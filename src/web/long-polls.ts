import { setTimeout as sleep } from 'node:timers/promises';
import { HttpError } from './http-error';

const MAX_WAIT_MS = 20_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 4_000;
const MAX_TOTAL = 500;
/** Keeps one link or caller from using up the requests of all others. */
const MAX_PER_LINK = 50;

/** Requests that wait for a change, with limits in total and per link. */
export class LongPolls {
  private readonly links = new Map<string, number>();
  private total = 0;

  constructor(private readonly stopping: AbortSignal) {}

  /** Polls until something is found, for at most 20 s, or until the client disconnects. */
  async until<Found>(
    holder: object,
    disconnected: AbortSignal,
    check: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const release = this.hold(holder);
    try {
      return await poll(AbortSignal.any([disconnected, this.stopping]), check);
    } finally {
      release();
    }
  }

  /**
   * Yields every change, and undefined where nothing changes for 20 s, until the client disconnects or the server stops.
   * @throws HttpError `too-many` at once
   */
  changes<Found>(
    holder: object,
    disconnected: AbortSignal,
    check: () => Promise<Found | undefined>,
  ): AsyncGenerator<Found | undefined> {
    const release = this.hold(holder);
    const signal = AbortSignal.any([disconnected, this.stopping]);
    return (async function* () {
      try {
        while (!signal.aborted) yield await poll(signal, check);
      } finally {
        release();
      }
    })();
  }

  /** Counts a request until it is released. */
  private hold(holder: object): () => void {
    const key = JSON.stringify(holder);
    const others = this.links.get(key) ?? 0;
    if (this.total >= MAX_TOTAL || others >= MAX_PER_LINK) {
      throw new HttpError('too-many', 'Too many pages are open of this deck. Close some, or try again in a moment.');
    }
    this.total += 1;
    this.links.set(key, others + 1);
    return () => {
      this.total -= 1;
      const now = this.links.get(key)! - 1;
      if (now === 0) this.links.delete(key);
      else this.links.set(key, now);
    };
  }
}

async function poll<Found>(signal: AbortSignal, check: () => Promise<Found | undefined>): Promise<Found | undefined> {
  const deadline = Date.now() + MAX_WAIT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const found = await check();
    const remaining = deadline - Date.now();
    if (found !== undefined || remaining <= 0 || signal.aborted) return found;
    await sleep(Math.min(pause, remaining), undefined, { signal }).catch(() => undefined);
  }
}
