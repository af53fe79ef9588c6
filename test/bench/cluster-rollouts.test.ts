import { type DeckEnd, routes } from '../../bench/cluster/decks';
import { effectOf, faultTable, type JudgedDeck } from '../../bench/cluster/effects';
import { ReviewHold } from '../../bench/cluster/review-hold';
import { timedOutOf } from '../../bench/cluster/steps';

/** What the faults of a cluster need and tell; test/faults/cluster strikes one. */

const at = (seconds: number, more: object) => ({ eventTime: { seconds, nanos: 500_000_000 }, ...more });

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
      end: { uid: 'u', route: routes[0]!, lived: { from, to }, helped: 0 } as unknown as DeckEnd,
      ...{ wrong: [], builds: ['today'], steps: { pids: [7], timedOut: [] } },
      ...more,
    });
    const judged = [
      deck(0, 900),
      deck(0, 5000, {
        steps: {
          pids: [7, 8],
          timedOut: [
            { name: 'streamOutline', at: 2000 },
            { name: 'readOutline', at: 4500 },
          ],
        },
      }),
      deck(3000, 9000, {
        wrong: ['tasks: 2, and the result speaks of 1'],
        steps: { pids: [], timedOut: [] },
      }),
    ];
    const effect = effectOf({ name: 'a fault', from: 1000, to: 4000 }, judged);
    expect(effect).toMatchObject({ seconds: 3, decks: 2, moved: 1, timedOut: 1, wrong: 1 });
    expect(faultTable([effect])).toContain('| a fault | 3 s | 2 | 1 | 1 | 0 | 0 | 1 |');
  });
});
