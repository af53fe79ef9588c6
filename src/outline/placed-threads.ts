import type { Thread } from '../core/progress';
import type { OutlineItem } from '../core/review-message';
import { itemsOf, placeOf } from './outline-items';

export interface PlacedThread extends Thread {
  /** The item of the current text. */
  place?: OutlineItem;
  /** The item was changed or removed. */
  removed?: true;
}

/** Threads in the order of the text, each where its line is now. `removed`: the line was changed or removed. */
export function placedThreads(threads: readonly Thread[], markdown: string): PlacedThread[] {
  const items = itemsOf(markdown);
  return threads
    .map((thread): PlacedThread => {
      if (thread.item === undefined) return thread;
      const place = placeOf(items, thread.item);
      return place === undefined ? { ...thread, removed: true } : { ...thread, place };
    })
    .sort((one, other) => orderOf(items, one.place) - orderOf(items, other.place));
}

/** About the whole text first, then by item. */
const orderOf = (items: readonly OutlineItem[], place: OutlineItem | undefined) =>
  place === undefined ? -1 : items.indexOf(place);
