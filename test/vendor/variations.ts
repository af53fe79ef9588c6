import { grant, transport } from './access-rows';
import type { Variation, Variations } from './changes';
import { design, exported, file, templates } from './delivery-rows';
import { check, edit, others, task, tree } from './generation-rows';
import { streams } from './stream-rows';

/** What a service may choose where the specification is silent, and what a deck must make of it. */
export interface Row extends Variation {
  area: string;
  name: string;
}

const early = { grant, transport, task, streams, check, tree };
const late = { templates, design, export: exported, file, edit, others };

export const rows: readonly Row[] = Object.entries<Variations>({ ...early, ...late }).flatMap(([area, each]) =>
  Object.entries(each).map(([name, variation]) => ({ area, name, ...variation })),
);
