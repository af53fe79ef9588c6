import { paced, pauseAfter, timings } from '../../../src/service/domain/timing';

/** Milliseconds that a stream of the given number of fragments takes when nothing but its pauses takes time. */
function lengthOf(fragments: number, pace: { fragmentMs: number; streamMs: number }): number {
  let elapsed = 0;
  for (let sent = 0; sent < fragments; sent += 1) elapsed += pauseAfter(elapsed, pace);
  return elapsed;
}

const { realistic, instant } = timings;
const outline = { ...realistic, fragmentMs: realistic.outlineFragmentMs };
const content = { ...realistic, fragmentMs: realistic.contentFragmentMs };

describe('the pauses of a stream', () => {
  test.each([1, 150, 450, 750, 10_000, 100_000, 1_000_000])(
    'leave a stream of %d fragments well within 60 s, in the realistic profile',
    (fragments) => {
      for (const pace of [outline, content]) expect(lengthOf(fragments, pace)).toBeLessThanOrEqual(50_000);
    },
  );

  test('make a deck of usual length take 60 to 90 s', () => {
    const deck = lengthOf(146, outline) + lengthOf(441, content) + realistic.exportMs;
    expect(deck).toBeGreaterThan(60_000);
    expect(deck).toBeLessThan(90_000);
  });

  test('shrink as the time goes by, and end before they are too short for a timer', () => {
    const pace = { fragmentMs: 100, streamMs: 1_000 };
    expect([0, 250, 500, 989, 995, 1_000, 5_000].map((elapsed) => pauseAfter(elapsed, pace))).toEqual([
      100,
      75,
      50,
      expect.closeTo(1.1),
      0,
      0,
      0,
    ]);
    expect(pauseAfter(0, { fragmentMs: 5_000, streamMs: 1_000 })).toBe(1_000);
  });

  test('are all the same where a single delay is set for the instant profile', () => {
    const pace = { ...instant, fragmentMs: 20 };
    expect([0, 1_000, 1e9].map((elapsed) => pauseAfter(elapsed, pace))).toEqual([20, 20, 20]);
    expect(lengthOf(1_000, { ...instant, fragmentMs: instant.contentFragmentMs })).toBe(0);
  });
});

describe('a paced stream', () => {
  async function* many(count: number): AsyncGenerator<string> {
    for (let at = 0; at < count; at += 1) yield `${at} `;
  }
  const never = new AbortController().signal;

  test('brings every fragment in order, in the time that it has', async () => {
    const got: string[] = [];
    const started = performance.now();
    // One by one these pauses would take 33 minutes.
    for await (const fragment of paced(many(20_000), { fragmentMs: 100, streamMs: 300 }, never)) got.push(fragment);
    expect(got).toEqual(Array.from({ length: 20_000 }, (_, at) => `${at} `));
    expect(performance.now() - started).toBeLessThan(600_000);
  });

  test('waits for its reader: nothing is fetched ahead', async () => {
    let fetched = 0;
    async function* counted(): AsyncGenerator<string> {
      for await (const fragment of many(100)) {
        fetched += 1;
        yield fragment;
      }
    }
    const stream = paced(counted(), { fragmentMs: 0, streamMs: 100 }, never);
    await stream.next();
    await stream.next();
    expect(fetched).toBe(2);
    await stream.return(undefined);
  });

  test('ends with the reason of the one who stops it, also in the middle of a pause', async () => {
    const stop = new AbortController();
    const stream = paced(many(3), { fragmentMs: 600_000, streamMs: Number.POSITIVE_INFINITY }, stop.signal);
    const next = stream.next();
    setTimeout(() => stop.abort(new Error('the reader has gone')), 20);
    await expect(next).rejects.toMatchObject({ name: 'AbortError' });
    await expect(paced(many(1), { fragmentMs: 0, streamMs: 1 }, stop.signal).next()).rejects.toThrow(
      'the reader has gone',
    );
  });
});
