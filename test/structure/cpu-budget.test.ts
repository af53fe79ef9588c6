import { holdUnitBudget } from '../setup/cpu-budget';
import { cpuTime, cpuTimeOfChildren, slowness } from '../setup/cpu-time';

describe('the budget of a unit test file', () => {
  it('lets a quick file through, without measuring the machine', () => {
    const before = cpuTime();
    holdUnitBudget(5.9, 6);
    expect(cpuTime() - before).toBeLessThan(50);
  });

  it('rejects a slow one with its seconds, on a slow machine, too', () => {
    expect(() => holdUnitBudget(6000, 6)).toThrow(/took 6000\.0 CPU seconds of \d+\.\d\. Move its tables/);
  });

  it('gives more to a slower machine, never less than the budget', () => {
    expect(slowness()).toBeGreaterThanOrEqual(1);
    expect(cpuTimeOfChildren()).toBeGreaterThanOrEqual(0);
  });
});
