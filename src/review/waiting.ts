import { setTimeout as sleep } from 'node:timers/promises';
import type { ReviewLink } from '../edge/review-links';
import { Refused } from './refusal';

const LONGEST_WAIT_MS = 20_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 4_000;
const MOST_IN_ALL = 500;
/** Whoever has one link must not keep the others of the deck from its news. */
const MOST_OF_ONE_LINK = 50;

/** Requests that wait for news, and how many may. */
export class Waiting {
  private readonly links = new Map<string, number>();
  private all = 0;

  constructor(private readonly stopping: AbortSignal) {}

  /** Looks again and again until something is found, at most 20 s long, and not longer than the one who asked stays. */
  async until<Found>(
    link: ReviewLink,
    left: AbortSignal,
    look: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const key = JSON.stringify(link);
    const others = this.links.get(key) ?? 0;
    if (this.all >= MOST_IN_ALL || others >= MOST_OF_ONE_LINK) {
      throw new Refused('too-many', 'Too many pages wait with this link; close some, or try again in a moment.');
    }
    this.all += 1;
    this.links.set(key, others + 1);
    try {
      return await lookUntil(AbortSignal.any([left, this.stopping]), look);
    } finally {
      this.all -= 1;
      const now = this.links.get(key)! - 1;
      if (now === 0) this.links.delete(key);
      else this.links.set(key, now);
    }
  }
}

async function lookUntil<Found>(
  signal: AbortSignal,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const found = await look();
    const remaining = deadline - Date.now();
    if (found !== undefined || remaining <= 0 || signal.aborted) return found;
    await sleep(Math.min(pause, remaining), undefined, { signal }).catch(() => undefined);
  }
}
