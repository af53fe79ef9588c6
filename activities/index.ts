import type { EndpointName } from '../src/contract';
import { batchActivities } from './batch';
import { choiceActivities } from './choices';
import { credentialActivities } from './credentials';
import { deckPlaceActivities } from './deck-place';
import { designActivities } from './designs';
import { downloadActivities } from './download';
import { exportActivities } from './exports';
import { generationActivities } from './generation';
import { optionActivities } from './options';
import { outlineActivities } from './outline';
import type { ActivityDependencies } from './perform';
import { presentationActivities } from './presentation';
import { sourceActivities } from './sources';
import { templateActivities } from './templates';
import { usageActivities } from './usage';

/** One activity per endpoint under the endpoint's name; the compiler names the one that is missing. */
export function endpointActivities(deps: ActivityDependencies) {
  return {
    ...credentialActivities(deps),
    ...generationActivities(deps),
    ...outlineActivities(deps),
    ...optionActivities(deps),
    ...templateActivities(deps),
    ...designActivities(deps),
    ...exportActivities(deps),
    ...usageActivities(deps),
  } satisfies Record<EndpointName, (input: never) => Promise<unknown>>;
}

/** Everything a worker registers. */
export function createActivities(deps: ActivityDependencies) {
  return {
    ...endpointActivities(deps),
    ...presentationActivities(deps),
    ...sourceActivities(deps),
    ...choiceActivities(deps),
    ...downloadActivities(deps),
    ...batchActivities(deps),
    ...deckPlaceActivities(deps),
  };
}

export type Activities = ReturnType<typeof createActivities>;
