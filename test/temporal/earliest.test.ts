import { timeOfEarliest } from '../../src/temporal/earliest';

const now = Date.parse('2026-05-01T00:00:00Z');
const MINUTE = 60_000;

/** Counts among these times, and the times of the calls. */
function counter(times: readonly number[]) {
  const calls: number[] = [];
  const countUntil = async (time: number) => {
    calls.push(time);
    return times.filter((each) => each <= time).length;
  };
  return { countUntil, calls };
}

const spreadOut = Array.from({ length: 10_000 }, (_, at) => now - at * MINUTE);
const due = spreadOut.map((time) => now + MINUTE + (now - time));

it.each([
  [1, 200, 'since', spreadOut],
  [50, 200, 'since', spreadOut],
  [500, 1_000, 'since', spreadOut],
  [1, 200, 'due', due],
  [50, 1_000, 'due', due],
])(
  'finds at least %i and at most %i of 10,000 items by the time %s which they wait',
  async (wanted, enough, _, times) => {
    const { countUntil, calls } = counter(times);
    const { time, count } = await timeOfEarliest(countUntil, { wanted, enough, now });
    expect(count).toBe(times.filter((each) => each <= time).length);
    expect(count).toBeGreaterThanOrEqual(wanted);
    expect(count).toBeLessThanOrEqual(enough);
    expect(calls.length).toBeLessThan(12);
  },
);

it('finds a time of years ago', async () => {
  const years = Array.from({ length: 1_000 }, (_, at) => now - (4 * 365 * 24 * 60 + at) * MINUTE);
  const { countUntil, calls } = counter([...spreadOut, ...years]);
  const { count } = await timeOfEarliest(countUntil, { wanted: 1, enough: 100, now });
  expect(count).toBeGreaterThanOrEqual(1);
  expect(count).toBeLessThanOrEqual(100);
  expect(calls.length).toBeLessThan(25);
});

it('counts once if there are few', async () => {
  const { countUntil, calls } = counter(spreadOut.slice(0, 200));
  expect((await timeOfEarliest(countUntil, { wanted: 1, enough: 200, now })).count).toBe(200);
  expect(calls).toHaveLength(1);
  expect((await timeOfEarliest(counter([]).countUntil, { wanted: 1, enough: 200, now })).count).toBe(0);
});

it('ends at a second that has more than enough', async () => {
  const together = [...Array.from({ length: 500 }, () => now - MINUTE), ...spreadOut.slice(0, 1)];
  const { time, count } = await timeOfEarliest(counter(together).countUntil, { wanted: 1, enough: 200, now });
  expect(count).toBe(500);
  expect(time - (now - MINUTE)).toBeLessThanOrEqual(1_000);
});
