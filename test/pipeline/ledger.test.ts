import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DeliveredFile } from '../../src/core/progress';
import { ownerOf } from '../../src/decks/documents/owner';
import { documentDirectory } from '../../src/decks/documents/paths';
import { type DeckHandle, type Pipeline, startPipeline } from './pipeline';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline();
});
afterAll(() => pipeline.close());

const today = new Date().toISOString().slice(0, 10);
const deliver = async (uid: string, title = 'Green tea') => {
  const result = await (await pipeline.start({ uid, title, settings: { review: { mode: 'off' } } })).result();
  expect(result.outcome).toBe('delivered');
  return result;
};

const changeByHand = ({ files: [file] }: { files: DeliveredFile[] }) =>
  writeFileSync(file!.path, 'with changes by hand');

/** As the Temporal UI resets a deck to its beginning. @returns the new run */
async function resetToStart({ workflowId }: DeckHandle): Promise<DeckHandle> {
  const { connection, client } = pipeline.temporal;
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const first = events!.find(({ workflowTaskCompletedEventAttributes: done }) => done);
  const { runId } = await connection.workflowService.resetWorkflowExecution({
    namespace: client.options.namespace,
    workflowExecution: { workflowId, runId: '' },
    workflowTaskFinishEventId: first!.eventId!,
    requestId: workflowId,
    reason: 'a test',
  });
  return client.workflow.getHandle(workflowId, runId) as unknown as DeckHandle;
}

describe('what an earlier run of a deck paid for', () => {
  it('is reported by a deck that starts again under the same key, and its file is kept', async () => {
    const first = await deliver('again');
    expect(first.possibleDuplicates).toEqual([]);
    const [file] = first.files;
    changeByHand(first);
    const second = await deliver('again', 'Green tea');
    const name = file!.path.split('/').at(-1)!;
    const kept = name.replace('.pptx', '-earlier.pptx');
    expect(second.possibleDuplicates).toEqual([
      `an earlier run of this deck made task ${first.taskId} on ${today}`,
      `an earlier run of this deck made design ${first.designId} on ${today}`,
      `${name} was there already; that file is now ${kept}`,
    ]);
    expect(second.files[0]!.path).toBe(file!.path);
    expect(readFileSync(join(dirname(file!.path), kept), 'utf8')).toBe('with changes by hand');
    changeByHand(second);
    const third = await deliver('again');
    expect(
      readdirSync(dirname(file!.path))
        .filter((each) => each.endsWith('.pptx'))
        .sort(),
    ).toEqual([name.replace('.pptx', '-earlier-2.pptx'), kept, name].sort());
    expect(third.possibleDuplicates).toHaveLength(5);
  });

  it('is reported by a deck that was reset', async () => {
    const deck = await pipeline.start({ title: 'Green tea' });
    const { taskId } = await pipeline.until(deck, ({ review }) => review !== undefined);
    const again = await resetToStart(deck);
    const progress = await pipeline.until(again, ({ review }) => review !== undefined);
    expect(progress.taskId).not.toBe(taskId);
    expect(progress.possibleDuplicates).toEqual([`an earlier run of this deck made task ${taskId} on ${today}`]);
    await again.cancel();
    await expect(again.result()).rejects.toThrow();
  });

  it('is not needed: a deck whose ledger is damaged or lost is delivered', async () => {
    const ledgers = join(documentDirectory(pipeline.settings), ownerOf({ uid: 'damaged' }), 'ledger');
    changeByHand(await deliver('damaged'));
    for (const name of readdirSync(ledgers)) writeFileSync(join(ledgers, name), '{');
    const second = await deliver('damaged');
    // The file is not known to be of an earlier run, but it is not this run's either.
    expect(second.possibleDuplicates).toEqual([expect.stringContaining('-earlier.pptx')]);
    changeByHand(second);
    rmSync(ledgers, { recursive: true });
    expect((await deliver('damaged')).possibleDuplicates).toEqual([expect.stringContaining('-earlier-2.pptx')]);
  });
});
