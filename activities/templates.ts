import { type ActivityDependencies, callActivity } from './perform';

export function templateActivities(deps: ActivityDependencies) {
  return {
    listSuitFilters: callActivity(deps, 'listSuitFilters'),
    searchSuits: callActivity(deps, 'searchSuits'),
    listEnterpriseSuits: callActivity(deps, 'listEnterpriseSuits'),
  };
}
