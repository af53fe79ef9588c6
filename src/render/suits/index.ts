/** The suits. To add one, write its file and name it here: everything else follows. */
import { academy } from './academy';
import { buildingBlocks } from './building-blocks';
import { celadon } from './celadon';
import { cinnabar } from './cinnabar';
import { clearSky } from './clear-sky';
import { deepSea } from './deep-sea';
import { nova } from './enterprise';
import { folders } from './folders';
import { forest } from './forest';
import { gildedNight } from './gilded-night';
import { graphite } from './graphite';
import { polarNight } from './polar-night';
import { redPoster } from './red-poster';
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
  academy,
  redPoster,
  celadon,
  gildedNight,
  folders,
];

/** Suits of companies: only those with enterprise templates see and use them. */
export const enterpriseSuits: readonly Suit[] = [nova];

const byId = new Map([...systemSuits, ...enterpriseSuits].map((suit) => [suit.id, suit]));

/** A system or an enterprise suit. */
export function findSuit(id: number | undefined): Suit | undefined {
  return id === undefined ? undefined : byId.get(id);
}

/** @throws RangeError when there is no such suit, neither a system nor an enterprise one. */
export function suitById(id: number): Suit {
  const suit = byId.get(id);
  if (!suit) throw new RangeError(`No suit has the id ${id}.`);
  return suit;
}
