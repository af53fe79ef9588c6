import { setTimeout as sleep } from 'node:timers/promises';
import { add } from '../base/threads/fair-queue';
import type { DeckAccess } from './caller';
import { HttpError } from './http-error';

const MAX_WAIT_MS = 20_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 4_000;
const MAX_TOTAL = 500;
/** Keeps one link, and one person or deck with many links, from using up the requests of all others. */
const MAX_PER_LINK = 50;
const MAX_PER_OWNER = 100;

/** Requests that wait for a change, with limits in total and per link. */
export class LongPolls {
  private readonly held = new Map<string, number>();

  constructor(private readonly stopping: AbortSignal) {}

  /** Polls until something is found, for at most 20 s, or until the client disconnects. */
  async until<Found>(
    holder: DeckAccess,
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
    holder: DeckAccess,
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
  private hold(holder: DeckAccess): () => void {
    // The holder of a link can create more of them, and a person can open every deck.
    const owner = holder.subject ?? holder.reviewer ?? holder.workflowId;
    const counted = [
      ['all', MAX_TOTAL],
      [`of ${owner}`, MAX_PER_OWNER],
      [JSON.stringify(holder), MAX_PER_LINK],
    ] as const;
    if (counted.some(([key, most]) => (this.held.get(key) ?? 0) >= most)) {
      throw new HttpError('too-many', 'Too many pages are open of this deck. Close some, or try again in a moment.');
    }
    for (const [key] of counted) add(this.held, key, 1);
    return () => {
      for (const [key] of counted) add(this.held, key, -1);
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
