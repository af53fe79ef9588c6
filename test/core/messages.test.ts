import * as resolve from '../../src/core/resolve-message';
import * as review from '../../src/core/review-message';

/** Whether the sandbox would freeze a schema: it freezes exports with all that is in them, but enters no frozen object. */
function reachesSchema(value: unknown, seen = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null || seen.has(value) || Object.isFrozen(value)) return false;
  seen.add(value);
  return '_zod' in value || Object.values(value).some((each) => reachesSchema(each, seen));
}

it.each([
  ['decisions', review],
  ['resolutions', resolve],
])('the schemas of %s stay writable in the sandbox, because they keep caches', (_, exports) => {
  expect(Object.entries(exports).filter(([, value]) => reachesSchema(value))).toEqual([]);
});
