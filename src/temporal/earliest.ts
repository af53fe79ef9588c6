/** No deck started, waits or ends further away than this. */
const HORIZON_MS = 5 * 365 * 86_400_000;
/** Times this close are not told apart, even if they belong to many decks. */
const CLOSEST_MS = 1_000;
/** Distances from now that are shorter than this are halved as they are, longer ones by their order of magnitude. */
const NEAR_MS = 60_000;

/**
 * Finds the time up to which at least `wanted` items exist, but at most `enough` if no second has more. The visibility
 * store of a server without Elasticsearch cannot sort by an attribute, and listing an item takes far longer than
 * counting it. Most items are near the present, where fewer counts find them than halves of all time would: servers allow
 * only a few requests for lists and counts per second.
 *
 * @param countUntil Number of items up to a time, in milliseconds.
 */
export async function timeOfEarliest(
  countUntil: (time: number) => Promise<number>,
  { wanted, enough, now = Date.now() }: { wanted: number; enough: number; now?: number },
): Promise<{ time: number; count: number }> {
  let from = now - HORIZON_MS;
  let time = now + HORIZON_MS;
  let count = await countUntil(time);
  while (count > Math.max(wanted, enough) && time - from > CLOSEST_MS) {
    const middle = now + timeAt((distanceOf(from - now) + distanceOf(time - now)) / 2);
    const found = await countUntil(middle);
    if (found < wanted) from = middle;
    else {
      time = middle;
      count = found;
    }
  }
  return { time, count };
}

/** Grows like the logarithm of the time from now. */
const distanceOf = (ms: number) => Math.asinh(ms / NEAR_MS);
const timeAt = (distance: number) => NEAR_MS * Math.sinh(distance);
