/** Pseudo-random numbers with a seed, so that a deck can be reproduced. */
export class SeededRandom {
  private state: number;

  constructor(seed: string) {
    // FNV-1a over the code units: fast, and different for every title and variant.
    let hash = 0x811c9dc5;
    for (let at = 0; at < seed.length; at += 1) {
      hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
    }
    this.state = hash >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive), using mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** Returns `count` of the items in their original order. */
  some<T>(items: readonly T[], count: number): T[] {
    const chosen = items.map((item, place) => ({ item, place, rank: this.next() }));
    chosen.sort((a, b) => a.rank - b.rank);
    return chosen
      .slice(0, count)
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
}
