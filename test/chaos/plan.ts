import type { PresentationInput } from '../../src/decks/input/input';
import { SeededRandom } from '../../src/service/writer/random';
import { drawFurther, type FurtherBlow, LAST_WITHOUT } from './further-sites';
import { drawRule, type FaultRule, ruleSites } from './sites';

/** What the runner sends as a reviewer, one after the other; after the last of them it approves. */
export type Decision = 'approve' | 'edit' | 'regenerate' | 'reject';

export interface DeckPlan {
  uid: string;
  route: string;
  input: Partial<PresentationInput>;
  /** Milliseconds after the beginning of the storm. */
  startsAt: number;
  decisions: Decision[];
  /** Approves an edit in the moment in which it was taken, without a look whether the review waits. */
  hasty?: 'signal' | 'update';
  /** Milliseconds after its start; left out: never cancelled. */
  cancelledAfter?: number;
}

export const parts = ['worker', 'service', 'temporal'] as const;
export type Part = (typeof parts)[number];
export type NetworkKind = 'reset' | 'cut' | 'stall' | 'slice' | 'refuse';

/** Something that the runner does to the processes or to the lines between them. */
export type Blow = { at: number } & (
  | { what: 'kill' | 'terminate'; part: Part; backAfter: number }
  | { what: NetworkKind; line: 'service' | 'temporal'; lasts: number; bytes: number }
  | FurtherBlow
);

export interface SeedPlan {
  seed: number;
  decks: DeckPlan[];
  /** Names of the sites that are armed, of every kind. */
  armed: string[];
  /** Rules of the service for each of the decks; whether one strikes is drawn for every call, from its own seed. */
  rules: FaultRule[];
  blows: Blow[];
}

/** When the runner strikes, and how long faults last at least. */
export const STORM_MS = 6000;
/** How long they last at most, for decks that are still on their way: on a busy machine most of them are. */
export const LONGEST_STORM_MS = 120_000;
const ARMED = 0.25;
const FIRES = 0.25;
/** Moments of a storm at which an armed site of the runner's own may fire. */
const OPPORTUNITIES = { kill: 2, network: 4 };
const MOST_DECKS = 5;

const killSites = [
  { what: 'kill', part: 'worker' },
  { what: 'kill', part: 'service' },
  { what: 'kill', part: 'temporal' },
  { what: 'terminate', part: 'worker' },
  { what: 'terminate', part: 'service' },
] as const;
const networkKinds: readonly NetworkKind[] = ['reset', 'cut', 'stall', 'slice', 'refuse'];

/** Everything that one seed does; the same for the same seed and number of decks. */
export function drawPlan(seed: number, decks?: number): SeedPlan {
  const random = new SeededRandom(`chaos ${seed}`);
  const count = random.integer(1, MOST_DECKS);
  const plan: SeedPlan = { seed, decks: [], armed: [], rules: [], blows: [] };
  const armed = (site: string) => {
    const is = random.next() < ARMED;
    if (is) plan.armed.push(site);
    return is;
  };
  for (const site of ruleSites) {
    if (!armed(site.name)) continue;
    plan.rules.push({ ...drawRule(site, random), probability: FIRES, seed: `${seed} ${site.name}` });
  }
  const opportunities = (howMany: number, fire: (at: number) => void) => {
    for (let each = 0; each < howMany; each += 1) {
      const at = random.integer(200, STORM_MS);
      if (random.next() < FIRES) fire(at);
    }
  };
  for (const site of killSites) {
    if (!armed(`${site.what} ${site.part}`)) continue;
    opportunities(OPPORTUNITIES.kill, (at) => plan.blows.push({ at, ...site, backAfter: random.integer(0, 1000) }));
  }
  for (const line of ['service', 'temporal'] as const) {
    for (const what of networkKinds) {
      if (!armed(`${what} ${line} line`)) continue;
      opportunities(OPPORTUNITIES.network, (at) =>
        plan.blows.push({ at, what, line, lasts: random.integer(100, 2500), bytes: random.integer(0, 1500) }),
      );
    }
  }
  plan.blows.sort((a, b) => a.at - b.at);
  for (let index = 0; index < (decks ?? count); index += 1) plan.decks.push(drawDeck(`s${seed}-${index + 1}`, random));
  if (seed > LAST_WITHOUT) drawFurther(plan, STORM_MS);
  return plan;
}

/** The routes of a deck; each as often as its share. */
const routes: readonly [route: string, share: number, input: Partial<PresentationInput>][] = [
  ['ticket', 5, { content: 'ticket' }],
  ['stream', 4, { content: 'stream' }],
  ['document', 3, { document: { path: 'tea.docx' } }],
  [
    'Markdown',
    2,
    {
      markdown:
        '# Tea\n\n## Origins\n\n### China\n\n#### Rivers\n\nTea came down the rivers.\n\n### Japan\n\n#### Monks\n',
    },
  ],
  ['topic', 2, { topic: 102 }],
  ['alternative', 2, { provider: 'alternative' }],
];

/** pptx most often; images as one zip, and as many files. */
const formats: readonly Partial<PresentationInput>[] = [
  { formats: ['ppt'] },
  { formats: ['ppt'] },
  { formats: ['ppt'], edit: false },
  { formats: ['pdf'] },
  { formats: ['ppt', 'pdf'] },
  { formats: ['png'], zip: true },
  { formats: ['jpeg'] },
];

function drawDeck(uid: string, random: SeededRandom): DeckPlan {
  const one = <T>(items: readonly T[]): T => items[random.integer(0, items.length - 1)]!;
  const chance = (probability: number) => random.next() < probability;
  const [route, , source] = one(routes.flatMap((entry) => Array.from({ length: entry[1] }, () => entry)));
  const ownWords = ['document', 'Markdown', 'topic'].includes(route);
  const review = one(['off', 'off', 'auto-approve', 'required', 'required']);
  const contentReview = one(['off', 'off', 'off', 'auto-approve', 'required']);
  const pauseBeforeApproval = `${random.integer(100, 1500)}ms`;
  const proLayout = chance(0.25);
  const decisions: Decision[] = [];
  if (chance(0.3)) decisions.push('edit');
  // A text that came with the deck must not be generated.
  if (chance(0.25) && !ownWords) decisions.push('regenerate');
  decisions.push(chance(0.08) ? 'reject' : 'approve');
  const cancelledAfter = chance(0.15) ? random.integer(0, 5000) : undefined;
  return {
    uid,
    route: proLayout ? `${route}, pro layout` : route,
    input: {
      uid,
      request: 'r1',
      title: 'It must arrive',
      ...source,
      ...one(formats),
      ...(proLayout ? { proLayout } : {}),
      ...(chance(0.3) && route !== 'document' ? { options: { page: 'short', group: 'students' } } : {}),
      ...(chance(0.2) ? { template: { rank: random.integer(1, 6) } } : {}),
      settings: {
        review: { mode: review, autoApproveAfter: pauseBeforeApproval },
        contentReview: { mode: contentReview, autoApproveAfter: pauseBeforeApproval },
      },
    },
    startsAt: random.integer(0, STORM_MS / 2),
    decisions,
    ...(cancelledAfter === undefined ? {} : { cancelledAfter }),
  };
}

/** The plan as lines for a person. */
export function describePlan({ seed, decks, rules, blows, armed }: SeedPlan): string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    `seed ${seed}: ${decks.length} decks, ${armed.length} sites armed, each fires at one opportunity in four`,
    ...decks.map(({ uid, route, input, startsAt, decisions, cancelledAfter, hasty }) => {
      const { review, contentReview } = input.settings as Record<string, { mode: string }>;
      const { stepsPerRun } = input.settings as { stepsPerRun?: number };
      const gates = `outline ${review!.mode}, content ${contentReview!.mode}`;
      const end = [
        hasty === undefined ? '' : `, approved at once by ${hasty}`,
        stepsPerRun === undefined ? '' : `, ${stepsPerRun} steps a run`,
        cancelledAfter === undefined ? '' : `, cancelled after ${seconds(cancelledAfter)}`,
      ].join('');
      return `  ${uid} at ${seconds(startsAt)}: ${route} as ${input.formats!.join(' and ')}; ${gates}; ${decisions.join(', ')}${end}`;
    }),
    ...rules.map(({ endpoint, effect }) => `  ${endpoint}: ${JSON.stringify(effect)}`),
    ...blows.map((blow) =>
      'part' in blow
        ? `  ${seconds(blow.at)}: ${blow.what} ${blow.part}, back after ${seconds(blow.backAfter)}`
        : 'line' in blow
          ? `  ${seconds(blow.at)}: ${blow.what} on the ${blow.line} line, for ${seconds(blow.lasts)}`
          : `  ${seconds(blow.at)}: ${JSON.stringify({ ...blow, at: undefined })}`,
    ),
  ];
}
