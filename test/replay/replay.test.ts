import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import type { Pipeline } from '../pipeline/pipeline';
import { ENDING, FOLDER, historyOf, keptNames as kept, replayable, scenarioOf } from './kept';
import { anew, scenarios, startScenarioPipeline } from './scenarios';
import { withoutTraces } from './traces';

/**
 * Histories of decks that ran once, kept. Code that can no longer replay them would leave decks stuck that are under
 * way when it is deployed. DECK_RECORD_HISTORIES=1 keeps those of new scenarios; a version instead of the 1 keeps, below
 * that version, one of each scenario that has none there. Old ones are never recorded over.
 */
async function replay(code: string, histories: readonly unknown[]): Promise<(Error | undefined)[]> {
  const all = histories.map(replayable);
  const outcomes = new Map<string, Error | undefined>();
  for await (const { runId, error } of Worker.runReplayHistories({ workflowBundle: { code } }, all)) {
    outcomes.set(runId, error);
  }
  // Whatever has no outcome was not replayed.
  return all.map(({ runId }) => (outcomes.has(runId) ? outcomes.get(runId) : new Error(`${runId} was not replayed`)));
}
const shipped = () => readFileSync(builtBundle('presentation', plainTraits).codePath, 'utf8');
const { DECK_RECORD_HISTORIES: recording } = process.env;
const folder = recording === '1' || recording === undefined ? '' : `${recording}/`;
const missing = (name: string) =>
  folder === '' ? !kept.map(scenarioOf).includes(name) : !kept.includes(folder + name);

describe('kept histories', () => {
  it('are there, one for each scenario', () => {
    expect(kept.length).toBeGreaterThanOrEqual(30);
    if (!recording) expect(kept.map(scenarioOf)).toEqual(expect.arrayContaining(Object.keys(scenarios)));
  });

  // By one worker, which is most of the work; each of them is a test of its own.
  let outcomes: (Error | undefined)[];
  beforeAll(async () => {
    outcomes = await replay(shipped(), kept.map(historyOf));
  });

  it.each(kept)('%s replays with the code as it is', (name) => {
    expect(outcomes[kept.indexOf(name)]).toBeUndefined();
  });

  it.each([
    ['a renamed activity', (code: string) => code.replaceAll('.saveDesign(', '.storeDesign(')],
    [
      'a stage left out',
      (code: string) => code.replace('done: (state) => state.template !== undefined', 'done: () => true'),
    ],
    [
      'a longer wait',
      (code: string) =>
        code.replace("LOOKUP_PAUSE = '3s'", "LOOKUP_PAUSE = '4s'").replace('.findDesign(', '.seekDesign('),
    ],
  ])('do not replay with %s', async (_, change) => {
    const changed = change(shipped());
    expect(changed).not.toBe(shipped());
    const ends = await replay(changed, Object.keys(anew).map(historyOf));
    expect(ends.some((error) => error instanceof DeterminismViolationError)).toBe(true);
  });
});

/** As docs/internals/changing-workflows.md says it: a new step on every deck's way, with and without the guard. */
describe('a new step', () => {
  const step = "await call.read('Look again').listDesigns({ user: (0, deck_1.userOf)(deck), request: {} });";
  const withStep = (inserted: string) =>
    shipped().replace(/(async function saveDesign\(deck\) \{\n)(.*\n)/, `$1$2${inserted}\n`);
  const made = kept.filter((name) => JSON.stringify(historyOf(name)).includes('"saveDesign"'));

  it('alone leaves the decks stuck that were under way', async () => {
    const changed = withStep(step);
    expect(changed).not.toBe(shipped());
    expect(made.length).toBeGreaterThan(20);
    expect(await replay(changed, [historyOf(made[0]!)])).toEqual([expect.any(DeterminismViolationError)]);
  });

  it('behind patched() does not', async () => {
    const changed = withStep(`if ((0, workflow_1.patched)('look-once-more')) ${step}`);
    expect(changed).not.toBe(shipped());
    expect(await replay(changed, made.map(historyOf))).toEqual(made.map(() => undefined));
  });
});

describe('a history of today', () => {
  const inbox = mkdtempSync(join(tmpdir(), 'deck-inbox-'));
  let pipeline: Pipeline;
  beforeAll(async () => {
    pipeline = await startScenarioPipeline(inbox);
  });
  afterEach(() => pipeline.network.reset());
  afterAll(async () => {
    await pipeline.close();
    rmSync(inbox, { recursive: true });
  });

  const recorded = recording === undefined ? [] : Object.keys(scenarios).filter(missing);
  it.each(recorded.length > 0 ? recorded : Object.keys(anew))('%s replays', async (name) => {
    const handle = await scenarios[name]!(pipeline);
    await handle.result().catch(() => undefined);
    const history = JSON.parse(historyToJSON(await handle.fetchHistory()));
    expect(await replay(shipped(), [history])).toEqual([undefined]);
    if (!recorded.includes(name)) return;
    const clean = withoutTraces(withoutTraces(history, pipeline.directory), inbox);
    mkdirSync(join(FOLDER, folder), { recursive: true });
    writeFileSync(join(FOLDER, folder + name + ENDING), gzipSync(JSON.stringify(clean), { level: 9 }), {
      flag: 'wx',
    });
  });
});
