import { SeededRandom } from '../../src/service/writer/random';
import type { SeedPlan } from './plan';

/** Seeds up to here keep the plan that their results were recorded with. */
export const LAST_WITHOUT = 1000;

const messages = ['children', 'malformed', 'unknown signal', 'unknown update', 'move'] as const;
export type MessageKind = (typeof messages)[number];

/** What operators, other programs and a roll-out do to one deck, or to the workers. */
export type FurtherBlow =
  | { what: 'pause activity'; uid: string; lasts: number }
  | { what: 'reset activity'; uid: string }
  | { what: 'message'; uid: string; message: MessageKind }
  | { what: 'terminate job'; uid: string }
  | { what: 'old worker'; lasts: number };

/** A site is armed in every third seed, and then fires at half of its opportunities. */
const ARMED = 0.33;
const FIRES = 0.5;

type DrawBlow = (random: SeededRandom, uid: string) => SeedPlan['blows'][number];
type Site = [name: string, opportunities: number, draw: (random: SeededRandom, uid: string) => object];

const sites: readonly Site[] = [
  ['pause activity', 3, (random, uid) => ({ what: 'pause activity', uid, lasts: random.integer(200, 6000) })],
  ['reset activity', 3, (_, uid) => ({ what: 'reset activity', uid })],
  ['terminate job', 3, (_, uid) => ({ what: 'terminate job', uid })],
  ...messages.map((message): Site => [message, 2, (_, uid) => ({ what: 'message', uid, message })]),
  // One at a time over all seeds of a group, so that most of a storm is left for the others.
  ['temporal away', 1, (random) => ({ what: 'kill', part: 'temporal', backAfter: random.integer(1000, 15_000) })],
  ['old worker', 1, (random) => ({ what: 'old worker', lasts: random.integer(500, 5000) })],
];

export const furtherSiteNames = [...sites.map(([name]) => name), 'short runs', 'hasty approval'];

/**
 * A storm with outages of Temporal lasts longer: without this, most blows would fall while it is away, when there is
 * nothing to strike.
 */
const SLOWER = 3;

/** Adds the further sites to a plan, from a generator of their own. @param window milliseconds in which a storm strikes */
export function drawFurther(plan: SeedPlan, window: number): void {
  for (const blow of plan.blows) blow.at *= SLOWER;
  for (const deck of plan.decks) deck.startsAt *= SLOWER;
  const random = new SeededRandom(`chaos ${plan.seed} further`);
  const armed = (name: string) => {
    const is = random.next() < ARMED;
    if (is) plan.armed.push(name);
    return is;
  };
  for (const [name, opportunities, draw] of sites) {
    if (!armed(name)) continue;
    for (let each = 0; each < opportunities; each += 1) {
      const at = random.integer(200, window * SLOWER);
      const { uid } = plan.decks[random.integer(0, plan.decks.length - 1)]!;
      const blow = draw(random, uid);
      if (random.next() < FIRES) plan.blows.push({ at, ...blow } as ReturnType<DrawBlow>);
    }
  }
  // Runs so short that messages meet the handover.
  if (armed('short runs')) {
    for (const deck of plan.decks) {
      const settings = deck.input.settings as Record<string, unknown>;
      deck.input.settings = { ...settings, stepsPerRun: random.integer(1, 5) };
    }
  }
  if (armed('hasty approval')) {
    for (const deck of plan.decks) {
      deck.hasty = random.next() < 0.5 ? 'signal' : 'update';
      if (deck.decisions[0] !== 'edit') deck.decisions.unshift('edit');
    }
  }
  plan.blows.sort((a, b) => a.at - b.at);
}
