import { Draw, SEED } from '../deep';
import type { Variation } from './changes';
import { type Ended, inTurns, type Pipeline, startPipeline } from './drive';
import type { Behavior } from './service';
import { type Row, rows } from './variations';
import { nameOf, paidTooOften } from './verdict';

/**
 * Two differences at once, in pairs that a seed draws: every deck is delivered or says why it waits, and pays no more than
 * the two rows allow together. DECK_DEEP_SEED draws other pairs, DECK_VENDOR_PAIRS their number.
 */
const PAIRS = Number(process.env.DECK_VENDOR_PAIRS ?? 300);

const places = ({ instead = {}, answers = {}, needs = [] }: Variation): Set<string> =>
  new Set([...Object.keys(instead), ...Object.keys(answers), ...needs]);
/** What a behavior has that only one of two can have. */
const own = ({ input, edits, tokens, oldDesigns }: Variation) => ({ input, edits, tokens, oldDesigns });

/** Whether both differences can be seen: at other endpoints, and on the way of the same deck. */
function compatible(left: Row, right: Row): boolean {
  if (left.area === right.area) return false;
  const [one, other] = [places(left), places(right)];
  if ([...one].some((place) => other.has(place))) return false;
  // A change of everything would also change what the other one needs.
  if ((one.has('any') && right.needs) || (other.has('any') && left.needs)) return false;
  const [had, has] = [own(left), own(right)];
  return (Object.keys(had) as (keyof typeof had)[]).every((key) => had[key] === undefined || has[key] === undefined);
}

function drawPairs(seed: number): { name: string; pair: [Row, Row] }[] {
  const draw = new Draw(seed);
  const pairs = new Map<string, [Row, Row]>();
  while (pairs.size < PAIRS) {
    const [left, right] = [draw.of(rows), draw.of(rows)];
    if (compatible(left, right)) pairs.set(`${nameOf(left)} + ${nameOf(right)}`, [left, right]);
  }
  return [...pairs].map(([name, pair]) => ({ name, pair }));
}

let pipeline: Pipeline;
let ends: Promise<Ended>[];
const pairs = drawPairs(SEED);
const joined = (pair: readonly Row[]): Variation => Object.assign({}, ...pair.map(own));
beforeAll(async () => {
  pipeline = await startPipeline();
  ends = inTurns(pairs, ({ pair }) =>
    pipeline.deck(`pair-${pairs.findIndex((each) => each.pair === pair)}`, pair satisfies Behavior[], joined(pair)),
  );
});
afterAll(async () => {
  await Promise.allSettled(ends);
  await pipeline.close();
});

it.each(pairs.map((each, index) => ({ ...each, index })))(`seed ${SEED}: $name`, async ({ pair, index }) => {
  const ended = await ends[index]!;
  expect(paidTooOften(joined(pair), pair, ended)).toEqual([]);
  expect(ended.outcome).not.toBe('failed');
  if (ended.outcome === 'parked')
    expect(ended.sentence).toMatch(/^(?!Unexpected)\w+: could not .+ \(.+\)$|^\w+: .{20,}/s);
});
