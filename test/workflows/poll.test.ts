import { pollDelay } from '../../workflows/presentation/poll';
import { defaultWorkflowSettings } from '../setup/workflow-settings';

const pace = { ...defaultWorkflowSettings.polling, jitter: 0 };

describe('polling pace', () => {
  it('waits the first delay, then each step, then the cap indefinitely', () => {
    const delays = [0, 1, 2, 3, 4, 50].map((attempt) => pollDelay(pace, attempt, 0.5));
    expect(delays).toEqual([3000, 3000, 5000, 10_000, 15_000, 15_000]);
  });

  it('spreads a delay by the jitter to both sides', () => {
    const jittered = { ...pace, jitter: 0.1 };
    expect(pollDelay(jittered, 2, 0)).toBe(4500);
    expect(pollDelay(jittered, 2, 0.5)).toBe(5000);
    expect(pollDelay(jittered, 2, 1)).toBe(5500);
  });

  it('never goes below the floor, whatever the jitter says', () => {
    expect(pollDelay({ ...pace, steps: [200], jitter: 1 }, 1, 0)).toBe(pace.floor);
  });

  it('needs at most 7 polls for a job of 25 s', () => {
    let time = 0;
    let polls = 0;
    while (time < 25_000) time += pollDelay(pace, polls++, 0.5);
    expect(polls).toBeLessThanOrEqual(7);
  });

  it('at the cap is only shortened by the jitter, over its whole range', () => {
    const jittered = { ...pace, jitter: 0.1 };
    expect([0, 0.5, 1].map((random) => pollDelay(jittered, 50, random))).toEqual([13_500, 14_250, 15_000]);
  });

  it('never goes above the cap, whatever the steps say', () => {
    expect(pollDelay({ ...pace, firstDelay: 60_000 }, 0, 0.5)).toBe(pace.cap);
    expect(pollDelay({ ...pace, steps: [60_000], jitter: 0.5 }, 1, 1)).toBe(pace.cap);
  });

  it('is a whole number of milliseconds', () => {
    expect(pollDelay({ ...pace, jitter: 0.1 }, 2, 0.12345)).toBe(4623);
  });
});
