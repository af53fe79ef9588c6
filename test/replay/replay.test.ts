import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { builtBundle, plainTraits } from '../../src/worker/bundles';
import type { Pipeline } from '../pipeline/pipeline';
import { ENDING, FOLDER, historyOf, keptNames as kept, replayable } from './kept';
import { anew, scenarios, startScenarioPipeline } from './scenarios';
import { withoutTraces } from './traces';

/**
 * Histories of decks that ran once, kept. Code that can no longer replay them would leave decks stuck that are under
 * way when it is deployed. New ones are kept by DECK_RECORD_HISTORIES=1; old ones are never recorded over.
 */
const replay = (code: string, kept: unknown) => {
  const { history, workflowId } = replayable(kept);
  return Worker.runReplayHistory({ workflowBundle: { code } }, history, workflowId);
};
const shipped = () => readFileSync(builtBundle('presentation', plainTraits).codePath, 'utf8');
const recording = process.env.DECK_RECORD_HISTORIES !== undefined;

describe('kept histories', () => {
  it('are there, one for each scenario', () => {
    expect(kept.length).toBeGreaterThanOrEqual(30);
    if (!recording) expect(kept).toEqual(expect.arrayContaining(Object.keys(scenarios)));
  });

  it.each(kept)('%s replays with the code as it is', async (name) => {
    await expect(replay(shipped(), historyOf(name))).resolves.toBeUndefined();
  });

  it.each([
    ['a renamed activity', (code: string) => code.replaceAll('.saveDesign(', '.storeDesign(')],
    ['a stage left out', (code: string) => code.replace(/\{ name: 'template'.*?\},\n/s, '')],
    [
      'a longer wait',
      (code: string) =>
        code.replace("LOOKUP_PAUSE = '3s'", "LOOKUP_PAUSE = '4s'").replace('.listDesigns(', '.readDesigns('),
    ],
  ])('do not replay with %s', async (_, change) => {
    const changed = change(shipped());
    expect(changed).not.toBe(shipped());
    const outcomes = await Promise.all(
      Object.keys(anew).map((name) =>
        replay(changed, historyOf(name)).then(
          () => undefined,
          (error) => error,
        ),
      ),
    );
    expect(outcomes.some((error) => error instanceof DeterminismViolationError)).toBe(true);
  });
});

/** As docs/changing-workflows.md says it: a new step on every deck's way, with and without the guard. */
describe('a new step', () => {
  const step = "await call.read('Look once more').listDesigns({ user: (0, deck_1.userOf)(deck), request: {} });";
  const withStep = (inserted: string) =>
    shipped().replace(/(async function saveDesign\(deck\) \{\n)(.*\n)/, `$1$2${inserted}\n`);
  const made = kept.filter((name) => JSON.stringify(historyOf(name)).includes('"saveDesign"'));

  it('alone leaves the decks stuck that were under way', async () => {
    const changed = withStep(step);
    expect(changed).not.toBe(shipped());
    expect(made.length).toBeGreaterThan(20);
    await expect(replay(changed, historyOf(made[0]!))).rejects.toThrow(DeterminismViolationError);
  });

  it('behind patched() does not', async () => {
    const changed = withStep(`if ((0, workflow_1.patched)('look-once-more')) ${step}`);
    expect(changed).not.toBe(shipped());
    await Promise.all(made.map((name) => replay(changed, historyOf(name))));
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

  const names = recording ? Object.keys(scenarios).filter((name) => !kept.includes(name)) : Object.keys(anew);
  it.each(names)('%s replays', async (name) => {
    const handle = await scenarios[name]!(pipeline);
    await handle.result().catch(() => undefined);
    const history = JSON.parse(historyToJSON(await handle.fetchHistory()));
    await expect(replay(shipped(), history)).resolves.toBeUndefined();
    if (!recording) return;
    const clean = withoutTraces(withoutTraces(history, pipeline.directory), inbox);
    writeFileSync(join(FOLDER, name + ENDING), gzipSync(JSON.stringify(clean), { level: 9 }));
  });
});
