/** Chooses among fitting patterns, so that no pattern fills a long deck or follows itself too often. */
import type { Pattern } from './patterns';

/** In shorter decks, a pattern may be used as often as it fits. */
const shortDeck = 8;
const largestShare = 1 / 4;
const mostInARow = 2;

export class Variety {
  private readonly counts = new Map<string, number>();
  private last = '';
  private inARow = 0;
  private readonly most: number;

  /** @param pages expected number of content slides */
  constructor(pages: number) {
    this.most = pages < shortDeck ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(pages * largestShare));
  }

  /**
   * All patterns, the one to try first at the start.
   * @param tired kind of the last two slides, if they have the same
   */
  ordered(groups: readonly Pattern[][], tired: string | undefined): Pattern[] {
    const isWorn = ({ name, kind }: Pattern) => kind === tired || this.isWorn(name);
    const fresh = groups.map((group) => group.filter((each) => !isWorn(each)));
    const worn = groups.map((group) => group.filter(isWorn));
    return [...fresh, ...worn].flatMap((group) =>
      group.sort((one, other) => this.used(one.name) - this.used(other.name)),
    );
  }

  private isWorn(name: string): boolean {
    return this.used(name) >= this.most || (this.last === name && this.inARow >= mostInARow);
  }

  note(name: string): void {
    this.inARow = this.last === name ? this.inARow + 1 : 1;
    this.last = name;
    this.counts.set(name, this.used(name) + 1);
  }

  private used(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}
