import { type DeckEnd, routes } from '../../bench/cluster/decks';
import { effectOf, faultTable, type JudgedDeck } from '../../bench/cluster/effects';
import { ReviewHold } from '../../bench/cluster/review-hold';
import { longestWait, timedOutOf, waitsOf } from '../../bench/cluster/steps';

/** What the faults of a cluster need and tell; test/faults/cluster strikes one. */

const at = (seconds: number, more: object) => ({ eventTime: { seconds, nanos: 500_000_000 }, ...more });

describe('the waits of a deck', () => {
  it('are those with an open workflow task or activity, not those of a timer', () => {
    const events = [
      at(0, { eventId: 1 }),
      at(0, { eventId: 2, workflowTaskScheduledEventAttributes: {} }),
      at(3, { eventId: 3, workflowTaskStartedEventAttributes: {} }),
      at(4, { eventId: 4, workflowTaskCompletedEventAttributes: { scheduledEventId: 2 } }),
      at(4, { eventId: 5, activityTaskScheduledEventAttributes: {} }),
      at(9, { eventId: 6, activityTaskCompletedEventAttributes: { scheduledEventId: 5 } }),
      at(9, { eventId: 7, timerStartedEventAttributes: {} }),
      at(99, { eventId: 8, timerFiredEventAttributes: {} }),
    ] as unknown as Parameters<typeof waitsOf>[0];
    expect(waitsOf(events).map(({ from, to }) => to - from)).toEqual([3000, 1000, 5000]);
  });

  it('count for a fault when they touch it, as do decisions without an answer', () => {
    const steps = {
      timedOut: [],
      pids: [],
      waits: [
        { from: 0, to: 4000 },
        { from: 9000, to: 10_000 },
      ],
    };
    const end = { decided: [{ from: 5000, to: 11_000 }] };
    expect(longestWait({ from: 3000, to: 4500 }, steps, end)).toBe(4);
    expect(longestWait({ from: 9500, to: 9600 }, steps, end)).toBe(6);
    expect(longestWait({ from: 20_000, to: 30_000 }, steps, end)).toBe(0);
  });
});

describe('the calls that timed out', () => {
  it('are those that Temporal repeated and those that failed', () => {
    const events = [
      { eventId: 5, activityTaskScheduledEventAttributes: { activityType: { name: 'listDesigns' } } },
      { eventId: 6, activityTaskScheduledEventAttributes: { activityType: { name: 'streamOutline' } } },
      at(8, { activityTaskStartedEventAttributes: { scheduledEventId: 5, lastFailure: { timeoutFailureInfo: {} } } }),
      { activityTaskStartedEventAttributes: { scheduledEventId: 6 } },
      at(9, { activityTaskTimedOutEventAttributes: { scheduledEventId: 6 } }),
    ] as unknown as Parameters<typeof timedOutOf>[0];
    expect(timedOutOf(events)).toEqual([
      { name: 'listDesigns', at: 8500 },
      { name: 'streamOutline', at: 9500 },
    ]);
  });
});

describe('a hold of reviews', () => {
  it('takes as many decks as it has places, until it is released', async () => {
    const hold = new ReviewHold(2);
    const first = hold.take();
    const second = hold.take();
    expect(hold.take()).toBeUndefined();
    await hold.full;
    let over = false;
    const both = Promise.all([first, second]).then(() => {
      over = true;
    });
    await new Promise(setImmediate);
    expect(over).toBe(false);
    hold.release();
    await both;
    expect(hold.take()).toBeUndefined();
  });
});

describe('the effect of a fault', () => {
  it('counts the decks that were under way', () => {
    const deck = (from: number, to: number, more: Partial<JudgedDeck> = {}): JudgedDeck => ({
      end: { uid: 'u', route: routes[0]!, lived: { from, to }, decided: [], helped: 0 } as unknown as DeckEnd,
      ...{ wrong: [], builds: ['today'], steps: { pids: [7], waits: [{ from, to: from + 2000 }], timedOut: [] } },
      ...more,
    });
    const judged = [
      deck(0, 900),
      deck(0, 5000, {
        steps: {
          pids: [7, 8],
          waits: [{ from: 0, to: 2000 }],
          timedOut: [
            { name: 'streamOutline', at: 2000 },
            { name: 'readOutline', at: 4500 },
          ],
        },
      }),
      deck(3000, 9000, {
        wrong: ['tasks: 2, and the result speaks of 1'],
        steps: { pids: [], waits: [], timedOut: [] },
      }),
    ];
    const effect = effectOf({ name: 'a fault', from: 1000, to: 4000 }, judged);
    expect(effect).toMatchObject({ seconds: 3, decks: 2, waits: [0, 2], moved: 1, timedOut: 1, wrong: 1 });
    expect(faultTable([effect])).toContain('| a fault | 3 s | 2 | 1 | 1 | 0.0, 2.0 s | 0 | 0 | 1 |');
  });
});
