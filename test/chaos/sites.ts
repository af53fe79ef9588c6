import { endpointOf } from '../../src/contract';
import { defaultServiceProfile } from '../../src/contract/profile';
import type { FaultyCall } from '../../src/service/http/testing';
import { callsFor, type EffectType } from '../../src/service/testing/effects';
import type { SeededRandom } from '../../src/service/writer/random';

/** A rule of the service, as `/_admin/faults` takes it; the user is filled in for each deck. */
export interface FaultRule {
  endpoint: FaultyCall;
  effect: { type: EffectType } & Record<string, unknown>;
  probability?: number;
  seed?: string;
}

/** A place where the service can misbehave: one call, in one way of several. */
export interface RuleSite {
  name: string;
  endpoint: FaultyCall;
  kind: keyof typeof kinds;
}

/** Every call that a deck makes. */
const calls: readonly FaultyCall[] = [
  'grantToken',
  'listAdvancedOptions',
  'createTask',
  'streamOutline',
  'streamAlternativeOutline',
  'streamWordContent',
  'readPresetTopic',
  'saveOutline',
  'startContent',
  'checkContent',
  'streamContent',
  'readAlternativeContent',
  'readOutlineTree',
  'addProLayout',
  'searchSuits',
  'saveDesign',
  'listDesigns',
  'readDesign',
  'startExport',
  'readExportResult',
  'file',
];

const codes = Object.values(defaultServiceProfile.failures).map((failure) => failure.codes[0]!);
const UNKNOWN_CODE = 99_999;
const { internal } = defaultServiceProfile.failures;

type Draw = (random: SeededRandom, endpoint: FaultyCall) => FaultRule['effect'];

const isGeneration = (endpoint: FaultyCall) => endpoint !== 'file' && endpointOf(endpoint).responds !== 'envelope';
const one = <T>(random: SeededRandom, items: readonly T[]): T => items[random.integer(0, items.length - 1)]!;
const when = (random: SeededRandom) => one(random, ['before', 'after']);

/** Answers that are not the one to the call. What a service refuses it has not done; a 5xx may come after the deed. */
const answers: readonly Draw[] = [
  (random) => ({ type: 'code', code: one(random, codes) }),
  (random) => ({ type: 'code', code: one(random, codes), httpStatus: 400 }),
  () => ({ type: 'code', code: UNKNOWN_CODE }),
  (random) => ({ type: 'code', code: internal.codes[0]!, when: when(random) }),
  () => ({ type: 'status', status: 429, headers: { 'Retry-After': '1' } }),
  (random, endpoint) => {
    const [status, moment] = [one(random, [500, 502, 503, 504]), when(random)];
    // A generation answered with 503 is taken for not made (docs/internals/decisions.md, 54).
    return { type: 'status', status, when: status === 503 && isGeneration(endpoint) ? 'before' : moment };
  },
  (random) => ({ type: 'status', status: one(random, [401, 403, 404, 408]) }),
  () => ({ type: 'status', status: 200 }),
  (random) => ({ type: 'truncate', bytes: random.integer(0, 400) }),
];

/** What a network or a machine that is too busy does to a call and to its answer. */
const troubles: readonly Draw[] = [
  (random) => ({ type: 'reset', when: when(random) }),
  (random) => ({ type: 'hang', when: when(random) }),
  (random) => ({ type: 'delay', when: when(random), time: random.integer(50, 1500) }),
  (random) => ({ type: 'dribble', bytes: random.integer(20, 400), every: random.integer(1, 10) }),
];

/** What only some calls can suffer. */
const special: readonly Draw[] = [
  (random) => ({ type: 'cutStream', events: random.integer(0, 12), clean: random.next() < 0.5 }),
  (random) => ({ type: 'stall', events: random.integer(0, 12) }),
  (random) => ({ type: 'errorEvent', events: random.integer(0, 12) }),
  (random) => ({ type: 'filterEvent', events: random.integer(0, 12) }),
  () => ({ type: 'failJob' }),
  () => ({ type: 'neverFinish' }),
  () => ({ type: 'linkExpired' }),
  () => ({ type: 'queueFull' }),
  (random) => ({ type: 'tokenInvalid', after: random.integer(0, 2), expired: random.next() < 0.5 }),
];

const kinds = { answer: answers, trouble: troubles, special } as const;

const specials: readonly EffectType[] = [
  'cutStream',
  'stall',
  'errorEvent',
  'filterEvent',
  'failJob',
  'neverFinish',
  'linkExpired',
  'queueFull',
  'tokenInvalid',
];

export const ruleSites: readonly RuleSite[] = calls.flatMap((endpoint) =>
  (['answer', 'trouble', 'special'] as const)
    .filter((kind) => kind !== 'special' || specials.some((type) => callsFor(type).includes(endpoint)))
    .map((kind) => ({ name: `${kind} ${endpoint}`, endpoint, kind })),
);

/** One of the effects of a site that mean something for its call. */
export function drawRule({ endpoint, kind }: RuleSite, random: SeededRandom): FaultRule {
  const drawn = kinds[kind]
    .map((draw) => draw(random, endpoint))
    .filter(({ type }) => callsFor(type).includes(endpoint));
  return { endpoint, effect: one(random, drawn) };
}

/** Calls that make something, whose lost answers are what duplicates come from. */
export const creates = calls.filter((name) => name !== 'file' && endpointOf(name).retry === 'create');
