/** The list of templates. To add one, write its file and its theme in themes.json, and list it here. */
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
import type { Template } from './template';
import { templateForTopic } from './topics';
import { violet } from './violet';

export * from './filters';
export type { Template } from './template';

export const systemTemplates: readonly Template[] = [
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
export const enterpriseTemplates: readonly Template[] = [nova];

const byId = new Map([...systemTemplates, ...enterpriseTemplates].map((template) => [template.id, template]));

/** The template of a deck for which none was chosen: by the words of its title, or else the first. */
export function defaultTemplate(title: string): Template {
  return templateForTopic(systemTemplates, [title]) ?? systemTemplates[0]!;
}

/** The template in place of one that does not exist: always the same one for an id, and different ones for neighbors. */
export function substituteTemplate(id: number): Template {
  return systemTemplates[Math.abs(id) % systemTemplates.length]!;
}

/** Returns a system or enterprise template. */
export function findTemplate(id: number | undefined): Template | undefined {
  return id === undefined ? undefined : byId.get(id);
}

/** @throws RangeError if no system or enterprise template has this id. */
export function templateById(id: number): Template {
  const template = byId.get(id);
  if (!template) throw new RangeError(`No template has the id ${id}.`);
  return template;
}
