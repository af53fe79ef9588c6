import { compiled, hasSpin } from '../checked/spin';
import { carry, type DeckEnd, newWeather, type Outcome } from './decks';
import { LAST_WITHOUT } from './further-sites';
import { type Blow, LONGEST_STORM_MS, type SeedPlan, STORM_MS } from './plan';
import { notInModel, unreplayable } from './replay';
import type { Rig } from './rig';
import { judgeDeck, judgeRig } from './verdict';

/** What became of one seed. */
export interface SeedReport {
  seed: number;
  /** Seeds whose storms raged over the same processes at the same time, this one among them. */
  together: number[];
  decks: { uid: string; route: string; outcome: Outcome; retries: number; problems: number }[];
  armed: number;
  /** How often each rule of the service has struck this seed's decks. */
  struck: Record<string, number>;
  /** What the runner did to processes and lines for this seed, and how often it found nothing to do it to. */
  blows: Record<string, number>;
  missed: number;
  /** Things that are there twice in the service, each said in a result. */
  saidTwice: number;
  /** The checker's verdict: empty when nothing was lost, nothing twice unsaid, every byte right. */
  wrong: string[];
}

/**
 * Runs the storms of several seeds at once over one set of processes, restarts everything, and judges each deck.
 * @param sabotage something done behind the decks' backs before the checker looks; what proves that it can say no.
 */
export async function runGroup(
  rig: Rig,
  plans: readonly SeedPlan[],
  sabotage: (ends: readonly DeckEnd[]) => Promise<void> = async () => undefined,
): Promise<SeedReport[]> {
  // Before the first deck starts: a rule that comes into force later strikes less on a busy machine.
  await rig.arm(plans.flatMap(({ decks, rules }) => decks.flatMap(({ uid }) => rules.map((rule) => ({ uid, rule })))));
  const began = Date.now();
  const weather = newWeather();
  const carried = plans.map(({ decks }) =>
    decks.map(async (deck) => {
      await until(began + deck.startsAt);
      return carry(rig, deck, weather);
    }),
  );
  const all = plans.flatMap(({ decks }) => decks).length;
  const atRest = () => weather.atRest.size === all;
  const struck = await Promise.all(plans.map(({ blows }) => strikeAll(rig, blows, began, atRest)));
  await until(began + STORM_MS);
  while (!atRest() && Date.now() < began + LONGEST_STORM_MS) await until(Date.now() + 100);
  await rig.calmAndRestart();
  weather.calm = true;
  const ends = await Promise.all(carried.map((decks) => Promise.all(decks)));
  await sabotage(ends.flat());

  const journal = await rig.journal();
  const ofAll = judgeRig(rig);
  const replayed = plans.filter(({ seed }) => seed > LAST_WITHOUT).flatMap(({ decks }) => decks);
  const stuck = await unreplayable(
    rig,
    replayed.map(({ uid }) => uid),
  );
  const checker = hasSpin() ? compiled(['TRACE']) : undefined;
  const everyone = plans.flatMap(({ decks }) => decks.map(({ uid }) => uid));
  const strange = checker && (await notInModel(rig, everyone, checker).finally(checker.close));
  return plans.map((plan, index) => {
    const judged = ends[index]!.map((end) => ({ end, ...judgeDeck(rig, end, journal) }));
    const blows: Record<string, number> = {};
    for (const name of struck[index]!.hit) blows[name] = (blows[name] ?? 0) + 1;
    return {
      seed: plan.seed,
      together: plans.map(({ seed }) => seed),
      decks: judged.map(({ end }) => ({
        uid: end.plan.uid,
        route: end.plan.route,
        outcome: end.outcome,
        retries: end.retries,
        problems: (end.result ?? end.progress)?.problems.length ?? 0,
      })),
      armed: plan.armed.length,
      struck: rig.struck(plan.decks.map(({ uid }) => uid)),
      blows,
      missed: struck[index]!.missed,
      saidTwice: judged.reduce((sum, { twice }) => sum + twice, 0),
      wrong: [
        ...judged.flatMap(({ end, wrong }) =>
          [...wrong, ...(stuck.get(end.plan.uid) ?? []), ...(strange?.get(end.plan.uid) ?? [])].map(
            (what) => `${end.plan.uid} (${end.plan.route}): ${what}`,
          ),
        ),
        ...(index === 0 ? ofAll : []),
      ],
    };
  });
}

/** @param atRest whether no deck is on its way any more: then there is nothing left to strike. */
async function strikeAll(
  rig: Rig,
  blows: readonly Blow[],
  began: number,
  atRest: () => boolean,
): Promise<{ hit: string[]; missed: number }> {
  const hit: string[] = [];
  let missed = 0;
  await Promise.all(
    blows.map(async (blow) => {
      while (!atRest() && Date.now() < began + blow.at) await until(Math.min(began + blow.at, Date.now() + 200));
      if (!atRest() && (await rig.strike(blow))) hit.push(nameOf(blow));
      else missed += 1;
    }),
  );
  return { hit, missed };
}

export function nameOf(blow: Blow): string {
  if ('part' in blow) return `${blow.what} ${blow.part}`;
  if ('line' in blow) return `${blow.what} ${blow.line} line`;
  return 'message' in blow ? `message: ${blow.message}` : blow.what;
}

function until(at: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, at - Date.now())));
}
