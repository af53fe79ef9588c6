import { credentials } from './credentials';
import { designs } from './designs';
import { exportEndpoints } from './exports';
import { generation } from './generation';
import { options } from './options';
import { outline } from './outline';
import { templates } from './templates';
import { usage } from './usage';

/** Every hand-typed example; each of the 31 endpoints has at least one. */
export const wireExamples = [
  ...credentials,
  ...generation,
  ...outline,
  ...options,
  ...templates,
  ...designs,
  ...exportEndpoints,
  ...usage,
];

export { filled, type WireExample } from './example';
export { shapeDifferences } from './shape';
