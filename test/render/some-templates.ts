import { enterpriseTemplates, systemTemplates } from '../../src/slides/render/templates';
import type { Template } from '../../src/slides/render/templates/template';
import { COMPLETE } from '../deep';
import { spread } from '../setup/spread';

/** The templates of a table: in `unit` a dark one and a light one, which draw tables differently. */
export const someTemplates: readonly Template[] = spread(
  [...systemTemplates, ...enterpriseTemplates],
  ['dark', 'table'],
  COMPLETE,
);

export const someSystemTemplates = someTemplates.filter((each) => systemTemplates.includes(each));
