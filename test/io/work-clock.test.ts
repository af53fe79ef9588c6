import { workClock } from '../../src/base/io/work-clock';

/** A clock by which each step takes this real time, and this time of the processor. */
function stepped(steps: readonly (readonly [real: number, processor: number])[]): number[] {
  const at = { real: 0, processor: 0 };
  const clock = workClock({ real: () => at.real, processor: () => at.processor });
  return steps.map(([real, processor]) => {
    at.real += real;
    at.processor += processor;
    return clock();
  });
}

describe('a clock of work', () => {
  it('stands still while the process gets no processor', () => {
    expect(
      stepped([
        [100, 100],
        [60_000, 20],
        [100, 100],
      ]),
    ).toEqual([100, 120, 220]);
  });

  it('counts other work of the process never as more than real time', () => {
    expect(
      stepped([
        [100, 400],
        [100, 350],
      ]),
    ).toEqual([100, 200]);
  });

  it('goes with this process', () => {
    const clock = workClock();
    for (const began = performance.now(); performance.now() - began < 20; );
    const worked = clock();
    expect(worked).toBeGreaterThan(0);
    expect(clock()).toBeGreaterThanOrEqual(worked);
  });
});
