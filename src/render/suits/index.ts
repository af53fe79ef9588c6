/** The list of templates. To add one, write its file and list it here; nothing else needs to change. */
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

/** Company templates, visible only to accounts with enterprise templates. */
export const enterpriseSuits: readonly Suit[] = [nova];

const byId = new Map([...systemSuits, ...enterpriseSuits].map((suit) => [suit.id, suit]));

/** The template of a task for which none was chosen, always the same one. */
export function defaultSuit(taskId: number): Suit {
  return systemSuits[taskId % systemSuits.length]!;
}

/** Returns a system or enterprise template. */
export function findSuit(id: number | undefined): Suit | undefined {
  return id === undefined ? undefined : byId.get(id);
}

/** @throws RangeError if no system or enterprise template has this id. */
export function suitById(id: number): Suit {
  const suit = byId.get(id);
  if (!suit) throw new RangeError(`No template has the id ${id}.`);
  return suit;
}
