import { type ActivityDependencies, callActivity } from './perform';

export function usageActivities(deps: ActivityDependencies) {
  return {
    countUserOutlines: callActivity(deps, 'countUserOutlines'),
  };
}
