import { slowness } from './cpu-time';

/** CPU seconds that a file of `unit` may take. `DECK_TEST_UNIT_CPU` sets another number. */
const UNIT_BUDGET = 15;

/**
 * Fails a unit test file that takes too long: `npm run test:unit` is for use after every change. Complete tables belong to
 * `faults` (projects.js), with a sample in `unit`.
 */
export function holdUnitBudget(seconds: number, budget = Number(process.env.DECK_TEST_UNIT_CPU ?? UNIT_BUDGET)): void {
  if (seconds <= budget) return;
  // Only now, because it takes time itself.
  const allowed = budget * slowness();
  if (seconds <= allowed) return;
  throw new Error(
    `This unit test file took ${seconds.toFixed(1)} CPU seconds of ${allowed.toFixed(1)}. Move its tables to the project “faults” (test/setup/projects.js).`,
  );
}
