import fc from 'fast-check';
import { cells, DEEP, figure, SEED } from '../deep';
import { type FaultyPipeline, inTurns, startFaultyPipeline } from '../faults/faulty-pipeline';
import { type Sequence, sequence } from './commands';
import { type Driven, drive } from './drive';
import { kept } from './kept';
import { replayAll } from './runs';
import { Turnstile } from './turnstile';

/**
 * Sequences of what people, operators and machines do to a deck, drawn from seeds and given to the real workflow, many decks
 * at once; a model in plain TypeScript says what must come of each.
 */

let pipeline: FaultyPipeline;
const turns = new Turnstile();
beforeAll(async () => {
  // Every text is in the store, so that it matters that the store is away.
  pipeline = await startFaultyPipeline({ settings: { workflow: { claimCheckAbove: '1 B' } } });
});
afterAll(() => pipeline.close());

if (DEEP > 0) jest.setTimeout(4 * 3_600_000);

const SEQUENCES = Number(process.env.DECK_MODEL_SEQUENCES ?? cells(8, 200));
/** Smaller sequences are tried for each one that fails. */
const SHRINKS = process.env.DECK_MODEL_SHRINK !== '0';
const SHRINKING_MS = 240_000;

/** What fast-check draws first from a seed. Unbiased: it begins with short sequences otherwise. */
const first = (seed: number) => ({ seed, numRuns: 1, unbiased: true });
const drawn = (seed: number) => fc.sample(sequence, first(seed))[0]!;

const replayable = async (driven: Driven[]) => {
  const { runs, replayed, wrong } = await replayAll(
    pipeline,
    driven.map(({ workflowId }) => workflowId),
  );
  expect({ replayed, wrong }).toEqual({ replayed: runs, wrong: [] });
  return runs;
};

/** The smallest sequence that fast-check finds to fail as this one does, to be kept. */
async function shrunk(seed: number): Promise<string> {
  const property = fc.asyncProperty(sequence, async (one) => {
    const { wrong } = await drive(pipeline, turns, one, 15_000);
    if (wrong !== undefined) throw new Error(wrong);
  });
  const { counterexample, errorInstance, numShrinks } = await fc.check(property, {
    ...first(seed),
    interruptAfterTimeLimit: SHRINKING_MS,
  });
  if (!counterexample) return 'it did not fail again';
  return `after ${numShrinks} shrinks ${JSON.stringify(counterexample[0])}\n${(errorInstance as Error)?.message}`;
}

it(`${SEQUENCES} drawn sequences: model, workflow and the service’s store agree after each command and at the end`, async () => {
  const seeds = Array.from({ length: SEQUENCES }, (_, index) => SEED + index);
  const driven = await inTurns(seeds, async (seed) => {
    const one = await drive(pipeline, turns, drawn(seed));
    if (one.wrong !== undefined) figure(`seed ${seed}: ${one.wrong}\n${JSON.stringify(drawn(seed))}`);
    return one;
  });
  const failures = seeds.flatMap((seed, index) => {
    const { wrong } = driven[index]!;
    return wrong === undefined ? [] : [{ seed, wrong }];
  });
  for (const { seed } of SHRINKS ? failures : []) figure(`seed ${seed}: ${await shrunk(seed)}`);
  expect(failures).toEqual([]);
  const runs = await replayable(driven);
  const commands = driven.reduce((sum, { given }) => sum + given, 0);
  figure(`model: ${SEQUENCES} sequences from seed ${SEED}, ${commands} commands, ${runs} runs replayed`);
});

const names = Object.keys(kept);
(names.length > 0 ? it : it.skip)(`${names.length} kept sequences, each of which has failed once`, async () => {
  const driven = await inTurns(names, (name) => drive(pipeline, turns, kept[name] as Sequence));
  const wrong = names.flatMap((name, index) => (driven[index]!.wrong ? [`${name}: ${driven[index]!.wrong}`] : []));
  expect(wrong).toEqual([]);
  await replayable(driven);
});
