/** The system suits. To add one, write its file and name it here: everything else follows. */
import { buildingBlocks } from './building-blocks';
import { cinnabar } from './cinnabar';
import { clearSky } from './clear-sky';
import { deepSea } from './deep-sea';
import { forest } from './forest';
import { graphite } from './graphite';
import { polarNight } from './polar-night';
import type { Suit } from './suit';
import { violet } from './violet';

export * from './filters';
export type { Suit } from './suit';

export const systemSuits: readonly Suit[] = [
  deepSea,
  cinnabar,
  buildingBlocks,
  forest,
  polarNight,
  clearSky,
  violet,
  graphite,
];

const byId = new Map(systemSuits.map((suit) => [suit.id, suit]));

/** @throws RangeError when there is no such suit. */
export function suitById(id: number): Suit {
  const suit = byId.get(id);
  if (!suit) throw new RangeError(`No suit has the id ${id}.`);
  return suit;
}
