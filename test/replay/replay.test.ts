import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { bundles } from '../../src/worker/bundles';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { withoutTraces } from './traces';

/**
 * Histories of decks that ran once, kept. Code that can no longer replay them would leave decks stuck that are under
 * way when it is deployed. A new one is kept by DECK_RECORD_HISTORIES=1; old ones are never recorded over.
 */
const FOLDER = join(__dirname, 'histories');
const kept = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

const replay = (code: string, history: unknown) =>
  Worker.runReplayHistory({ workflowBundle: { code } }, historyFromJSON(history), 'presentation/replayed/deck');
const shipped = () => readFileSync(bundles.presentation.codePath, 'utf8');

describe('kept histories', () => {
  it('are there', () => {
    expect(kept.length).toBeGreaterThanOrEqual(5);
  });

  it.each(kept)('%s replays with the code as it is', async (name) => {
    await replay(shipped(), JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
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
    const histories = kept.map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
    const outcomes = await Promise.all(
      histories.map((history) =>
        replay(changed, history).then(
          () => undefined,
          (error) => error,
        ),
      ),
    );
    expect(outcomes.some((error) => error instanceof DeterminismViolationError)).toBe(true);
  });
});

describe('a history of today', () => {
  let pipeline: Pipeline;
  beforeEach(async () => {
    pipeline = await startPipeline({ faulty: true });
  });
  afterEach(() => pipeline.close());

  const inReview = (handle: DeckHandle, revision: number) =>
    pipeline.until(handle, ({ review, outline }) => review !== undefined && outline?.revision === revision);
  const review = (handle: DeckHandle, message: unknown) => handle.executeUpdate('review', { args: [message] });
  const refused = { kind: 'answer', status: 200, body: '{"code":40007,"data":[],"msg":"no balance"}' } as const;

  const scenarios: Record<string, () => Promise<DeckHandle>> = {
    async 'ticket-edited-approved'() {
      const handle = await pipeline.start({ title: 'A deck by ticket', formats: ['ppt', 'pdf'] });
      await inReview(handle, 1);
      await review(handle, { revision: 1, decision: 'regenerate', reviewer: 'ada' });
      await inReview(handle, 2);
      await review(handle, {
        revision: 2,
        decision: 'edit',
        outline: '# A deck\n\n## One\n\n### Page\n\n#### Point\n',
      });
      await review(handle, { revision: 3, decision: 'approve', reviewer: 'ada' });
      return handle;
    },
    async 'stream-by-rule'() {
      return pipeline.start({
        title: 'A deck by stream',
        content: 'stream',
        settings: { review: { mode: 'auto-approve', autoApproveAfter: '200ms', reminders: ['50ms'] } },
      });
    },
    async rejected() {
      const handle = await pipeline.start({ title: 'A rejected deck' });
      await inReview(handle, 1);
      await handle.signal('reviewOutline', 'malformed');
      await review(handle, { revision: 1, decision: 'reject', comment: 'no' });
      return handle;
    },
    async 'parked-retried-adopted'() {
      pipeline.network.strike('/api/ai/chat/v2/content', refused);
      pipeline.network.strike('/api/design/v2/save', { kind: 'lose-answer' });
      const handle = await pipeline.start({ title: 'A deck in trouble', settings: { review: { mode: 'off' } } });
      await pipeline.until(handle, ({ attention }) => attention !== undefined);
      await handle.executeUpdate('resolve', { args: [{ action: 'retry', by: 'ada' }] });
      return handle;
    },
    async cancelled() {
      const handle = await pipeline.start({ title: 'A cancelled deck', settings: { discardOnCancel: true } });
      await inReview(handle, 1);
      await handle.cancel();
      return handle;
    },
  };

  it.each(Object.keys(scenarios))('%s replays', async (name) => {
    const handle = await scenarios[name]!();
    await handle.result().catch(() => undefined);
    const history = JSON.parse(historyToJSON(await handle.fetchHistory()));
    await replay(shipped(), history);
    if (process.env.DECK_RECORD_HISTORIES !== undefined && !kept.includes(`${name}.json`)) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(withoutTraces(history, pipeline.directory))}\n`);
    }
  });
});
