import { createHash } from 'node:crypto';
import { cells } from '../deep';
import { carry, newWeather } from './decks';
import { furtherSiteNames, LAST_WITHOUT } from './further-sites';
import { runGroup } from './group';
import { type DeckPlan, describePlan, drawPlan, type SeedPlan } from './plan';
import { quiet } from './quiet';
import { openRig, type Rig } from './rig';
import { sabotages } from './sabotage';
import { ruleSites } from './sites';
import { judgeDeck } from './verdict';

/** Row 18 of the fault matrix: whole storms, drawn from a seed. The deep run is `npm run chaos -- --seeds 1-1000`. */

/** All at once, so that the processes that are killed start again for all of them. */
const SEEDS = Array.from({ length: cells(12, 30) }, (_, index) => index + 1);

/** With what operators and roll-outs do, at the same price. */
const FURTHER = Array.from({ length: cells(3, 6) }, (_, index) => LAST_WITHOUT + 1 + index);

/** A hash of the plans of seeds 1 to 1,000: a seed that is reported runs again as it was. */
const EARLIER_PLANS = '5cfedd3961f78f40d586a109c367619ebd15e902d6863c4dfbc57d54f68a27ed';

quiet();
let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig?.close());

describe('a plan', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(drawPlan(7)).toEqual(drawPlan(7));
    expect(describePlan(drawPlan(7))).not.toEqual(describePlan(drawPlan(8)));
    expect(drawPlan(7, 3).decks).toHaveLength(3);
  });

  it('arms a quarter of the sites, and over 1,000 seeds every one of them, every process and every kind of cut', () => {
    const plans = Array.from({ length: 1000 }, (_, index) => drawPlan(index + 1));
    const armed = plans.flatMap((plan) => plan.armed);
    const sites = new Set(armed);
    expect(sites.size).toBe(ruleSites.length + 5 + 10);
    expect(armed.length / 1000 / sites.size).toBeCloseTo(0.25, 1);
    const blows = new Set(
      plans.flatMap((plan) => plan.blows.map((one) => ('part' in one ? `${one.what} ${one.part}` : one.what))),
    );
    expect([...blows].sort()).toEqual(
      [
        ...['kill worker', 'kill service', 'kill temporal', 'terminate worker', 'terminate service'],
        ...['reset', 'cut', 'stall', 'slice', 'refuse'],
      ].sort(),
    );
    const decks = plans.flatMap((plan) => plan.decks.length);
    expect([Math.min(...decks), Math.max(...decks)]).toEqual([1, 5]);
  });
});

describe('a plan of a seed above 1,000', () => {
  it('has further sites, from a generator of their own: the plans of earlier seeds are as their results were recorded', () => {
    const plans = Array.from({ length: LAST_WITHOUT }, (_, index) => drawPlan(index + 1));
    expect(createHash('sha256').update(JSON.stringify(plans)).digest('hex')).toBe(EARLIER_PLANS);
  });

  it('has over 1,000 seeds every site, and every message', () => {
    const plans = Array.from({ length: 1000 }, (_, index) => drawPlan(LAST_WITHOUT + 1 + index));
    const armed = new Set(plans.flatMap((plan) => plan.armed));
    expect([...armed]).toEqual(expect.arrayContaining(furtherSiteNames));
    const struck = new Set(
      plans.flatMap(({ blows }) => blows.map((blow) => ('message' in blow ? blow.message : blow.what))),
    );
    expect([...struck]).toEqual(
      expect.arrayContaining(['pause activity', 'reset activity', 'terminate job', 'old worker', 'children', 'move']),
    );
    const longest = Math.max(
      ...plans.flatMap(({ blows }) => blows.map((blow) => ('part' in blow ? blow.backAfter : 0))),
    );
    expect(longest).toBeGreaterThan(14_000);
  });
});

describe('a storm', () => {
  it(`of seeds 1 to ${SEEDS.length}: nothing lost, nothing twice unsaid, every byte right, nothing after a cancellation`, async () => {
    const reports = await runGroup(
      rig,
      SEEDS.map((seed) => drawPlan(seed)),
    );
    expect(reports.map(({ seed, wrong }) => ({ seed, wrong }))).toEqual(SEEDS.map((seed) => ({ seed, wrong: [] })));
    expect(reports.flatMap(({ decks }) => decks).length).toBeGreaterThanOrEqual(SEEDS.length);
  });

  it(`of seeds ${FURTHER[0]} to ${FURTHER.at(-1)}, with operators, messages and a roll-out: the same, and every run replays`, async () => {
    const reports = await runGroup(
      rig,
      FURTHER.map((seed) => drawPlan(seed)),
    );
    expect(reports.map(({ seed, wrong }) => ({ seed, wrong }))).toEqual(FURTHER.map((seed) => ({ seed, wrong: [] })));
  });
});

describe('the checker', () => {
  const quick = (uid: string, more: Partial<DeckPlan> = {}): DeckPlan => ({
    uid,
    route: 'Markdown',
    input: {
      uid,
      request: 'r1',
      title: 'Quiet',
      markdown: '# Tea\n\n## Origins\n\n### China\n\n#### Rivers\n',
      formats: ['pdf'],
      settings: { review: { mode: 'off' }, contentReview: { mode: 'off' } },
    },
    startsAt: 0,
    decisions: ['approve'],
    ...more,
  });

  it(`names each of ${Object.keys(sabotages).length} wrongs done behind a deck's back, and nothing of a deck without one`, async () => {
    const waiting = { review: { mode: 'required' }, contentReview: { mode: 'off' } };
    const wrongs = Object.entries(sabotages);
    const decks = wrongs.map(([, { fits }], index) => {
      const deck = quick(`wrong-${index}`);
      if (fits({ plan: deck, outcome: 'delivered', retries: 0 })) return deck;
      // It waits for a decision until it is cancelled.
      return quick(deck.uid, { input: { ...deck.input, settings: waiting }, decisions: [], cancelledAfter: 0 });
    });
    const quiet: SeedPlan = { seed: 0, decks: [...decks, quick('right')], armed: [], rules: [], blows: [] };
    const [report] = await runGroup(rig, [quiet], async (ends) => {
      for (const [index, [, { commit, fits }]] of wrongs.entries()) {
        expect(fits(ends[index]!)).toBe(true);
        await commit(rig, ends[index]!);
      }
    });
    for (const [index, [name, { named }]] of wrongs.entries()) {
      const said = report!.wrong.filter((line) => line.startsWith(`wrong-${index} `) || !/^(wrong-|right)/.test(line));
      expect({ name, said }).toEqual({ name, said: expect.arrayContaining([expect.stringMatching(named)]) });
    }
    // Its bytes in the service were turned with all the others'; nothing else is wrong with it.
    const ofRight = report!.wrong.filter((line) => line.startsWith('right'));
    expect(ofRight).toEqual([expect.stringMatching(/is not what the service has/)]);
  });

  it('names a deck that was terminated, and one that no worker runs', async () => {
    const { client } = rig.temporal;
    const unpolled = { ...rig.settings, temporal: { ...rig.settings.temporal, taskQueue: 'not-polled' } };
    const calm = { ...newWeather(3000), calm: true };
    const idle = await carry({ ...rig, settings: unpolled }, quick('idle'), calm);
    expect(judgeDeck(rig, idle, []).wrong).toEqual([expect.stringMatching(/^lost: /)]);
    await client.workflow.getHandle('presentation/idle/r1').terminate('by force');
    const forced = await carry(rig, quick('idle'), calm);
    expect(judgeDeck(rig, forced, []).wrong).toEqual([expect.stringMatching(/^failed: TERMINATED/)]);
  });
});
