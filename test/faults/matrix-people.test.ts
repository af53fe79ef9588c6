import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CancelledFailure } from '@temporalio/client';
import type { PresentationInput } from '../../src/decks/input/input';
import type { DeckHandle } from '../pipeline/pipeline';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { holdingsOf, lost } from './checker';
import { type FaultyDeck, type FaultyPipeline, inTurns, startFaultyPipeline } from './faulty-pipeline';
import { prepareProcesses } from './processes';

/** Rows 13, 14 and 16 of the fault matrix: what people and programs do to a deck at the wrong moment, or too often. */

let pipeline: FaultyPipeline;
beforeAll(async () => {
  pipeline = await startFaultyPipeline();
});
afterAll(() => pipeline.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const required = { settings: { review: { mode: 'required' } } };
const inReview = (handle: DeckHandle, revision = 1) =>
  pipeline.until(handle, ({ review, outline }) => review !== undefined && outline?.revision === revision);
const said = (update: Promise<unknown>): Promise<string> =>
  update.then(
    () => 'taken',
    (error) => String(error.cause?.message ?? error.message),
  );
const review = (handle: DeckHandle, message: object, updateId?: string) =>
  handle.executeUpdate('review', { args: [message], ...(updateId === undefined ? {} : { updateId }) });

describe('row 13: decisions', () => {
  it('before there is anything to decide: refused by the update, recorded for the signal; the right one is taken later', async () => {
    const { handle } = await pipeline.deck(required, [
      { endpoint: 'streamOutline', times: 1, effect: { type: 'delay', time: 1500 } },
    ]);
    await pipeline.until(handle, ({ stage }) => stage === 'outline');
    expect(await said(review(handle, { revision: 1, decision: 'approve' }))).toContain('nothing to review yet');
    await handle.signal('approveOutline', {});
    await handle.signal('approveOutline', { revision: 1 });
    const { problems } = await inReview(handle);
    expect(problems.map(({ type }) => type)).toEqual(['Frame', 'MessageIgnored', 'MessageIgnored']);
    await review(handle, { revision: 1, decision: 'reject' });
    expect((await handle.result()).outcome).toBe('rejected');
  });

  it('of forty people at once, each a different one: one counts, the others get an error', async () => {
    const deck = await pipeline.deck(required);
    const { handle } = deck;
    await inReview(handle);
    const outline = '# Edited\n\n## One\n\n### Page\n';
    const decisions = ['approve', 'reject', 'regenerate', 'edit'] as const;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const decision = decisions[index % 4]!;
        return said(
          review(handle, { revision: 1, decision, reviewer: `p${index}`, ...(decision === 'edit' ? { outline } : {}) }),
        );
      }),
    );
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
    for (const answer of answers)
      expect(answer).toMatch(
        /taken|just decided|already|not the current revision|nothing to review|closing workflow|completed/,
      );
    await handle.cancel();
  });

  it('sent twenty times under one update id, and stale after it: decided once', async () => {
    const deck = await pipeline.deck(required);
    const { handle } = deck;
    await inReview(handle);
    const again = { revision: 1, decision: 'regenerate' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => said(review(handle, again, 'one'))));
    expect(answers).toEqual(Array(20).fill('taken'));
    expect((await inReview(handle, 2)).paidCalls.streamOutline).toBe(2);
    expect(await said(review(handle, { revision: 1, decision: 'approve' }))).toContain(
      'revision 1 is not the current revision',
    );
    await review(handle, { revision: 2, decision: 'approve' });
    await pipeline.arrived(deck);
    expect(await said(review(handle, { revision: 2, decision: 'approve' }))).not.toBe('taken');
    await expect(handle.signal('approveOutline', {})).rejects.toThrow(/completed|not found/i);
  });

  it('in every wrong shape, by signal and by update, at review and while parked: the deck never sticks', async () => {
    const shapes: unknown[] = [
      undefined,
      null,
      true,
      7,
      Number.MAX_SAFE_INTEGER,
      '',
      'approve',
      [],
      [[]],
      {},
      { revision: 1 },
      { decision: 'approve' },
      { revision: '1', decision: 'approve' },
      { revision: 1.5, decision: 'approve' },
      { revision: 1, decision: ['approve'] },
      { revision: 1, decision: 'edit' },
      { revision: 1, decision: 'edit', outline: 7 },
      { revision: 1, decision: 'edit', outline: { value: '' } },
      { revision: 1, decision: 'edit', restore: 9 },
      { action: 'retry', taskId: 'x' },
      { action: {} },
      { action: 'provide' },
      { toString: 1, revision: { valueOf: 1 } },
      { decision: 'x'.repeat(10_000), revision: 1 },
    ];
    const parkedRule = [{ endpoint: 'searchSuits', times: 2, effect: { type: 'code', code: 40008 } }];
    const deck = await pipeline.deck({ ...required, template: { rank: 1 } }, parkedRule);
    const { handle } = deck;
    // A right revision would approve.
    const stale = (shape: unknown) =>
      typeof shape === 'object' && shape !== null && 'revision' in shape ? { ...shape, revision: 99 } : shape;
    const send = async () => {
      for (const shape of shapes) {
        await handle.signal('approveOutline', stale(shape));
        for (const update of ['review', 'resolve'])
          expect(await said(handle.executeUpdate(update, { args: [shape] }))).not.toBe('taken');
      }
    };
    await inReview(handle);
    await send();
    // The newest ten are kept, so that a flood pushes out nothing else.
    const { problems } = await inReview(handle);
    expect(problems.map(({ type }) => type)).toEqual(['Frame', ...Array(10).fill('MessageIgnored')]);
    await review(handle, { revision: 1, decision: 'approve' });
    await pipeline.parked(deck);
    await send();
    await pipeline.parked(deck);
    await handle.executeUpdate('resolve', { args: [{ action: 'retry' }] });
    await pipeline.arrived(deck);
  });
});

describe('row 14: cancelling', () => {
  const approveEdit = async ({ handle }: FaultyDeck) => {
    await inReview(handle);
    await review(handle, { revision: 1, decision: 'edit', outline: '# Edited\n\n## One\n\n### Page\n' });
    await review(handle, { revision: 2, decision: 'approve' });
  };
  const calls: [string, Partial<PresentationInput>, ((deck: FaultyDeck) => Promise<unknown>)?][] = [
    ['grantToken', {}],
    ['createTask', {}],
    ['streamOutline', {}],
    ['saveOutline', required, approveEdit],
    ['startContent', {}],
    ['checkContent', {}],
    ['streamContent', { content: 'stream' }],
    ['readOutlineTree', {}],
    ['addProLayout', { proLayout: true }],
    ['searchSuits', {}],
    ['saveDesign', {}],
    ['startExport', {}],
    ['readExportResult', {}],
    ['file', {}],
  ];
  const cells = calls.flatMap(([endpoint, input, before]) =>
    (['before', 'after'] as const).map((when) => ({ endpoint, input, before, when })),
  );

  async function cancelled({ uid, handle }: FaultyDeck, within?: string): Promise<void> {
    await handle.cancel();
    const error = await handle.result().catch((failure) => failure);
    expect(error.cause).toBeInstanceOf(CancelledFailure);
    const held = holdingsOf(pipeline.settings.data.directory, uid);
    const heard = (await pipeline.journal(uid)).length;
    await pause(700);
    expect(holdingsOf(pipeline.settings.data.directory, uid)).toEqual(held);
    // Only the call that was given up may still be written down.
    const late = (await pipeline.journal(uid)).slice(heard).map(({ endpoint }) => endpoint);
    expect(late.filter((endpoint) => endpoint !== within)).toEqual([]);
    const folder = join(pipeline.settings.output.directory, uid);
    const files = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
    expect(files.filter((entry) => entry.isFile())).toEqual([]);
    expect((await pipeline.progress(handle)).stage).toBe('cancelled');
  }

  const struck = async ({ uid }: FaultyDeck) => {
    const rules = (await pipeline.administer('GET', '/faults')) as { uid: string; struck: number }[];
    return rules.some((rule) => rule.uid === uid && rule.struck > 0);
  };

  it(`inside every call of a deck, before and after the service has applied it: ${cells.length} cells`, async () => {
    await inTurns(cells, async ({ endpoint, input, before, when }) => {
      const deck = await pipeline.deck(input, [{ endpoint, times: 1, effect: { type: 'hang', when } }]);
      await before?.(deck);
      while (!(await struck(deck))) await pause(200);
      // What is applied first is there a moment later, a cover after its thread has started; then the deck stands still.
      let last = '';
      for (let same = 0; same < (endpoint === 'saveDesign' ? 25 : 4); await pause(100)) {
        const seen = JSON.stringify(holdingsOf(pipeline.settings.data.directory, deck.uid));
        same = seen === last ? same + 1 : 0;
        last = seen;
      }
      await cancelled(deck, endpoint);
    });
  });

  it('while a person must act: at the outline, at the content, and parked', async () => {
    const content = await pipeline.deck({ settings: { review: { mode: 'off' }, contentReview: { mode: 'required' } } });
    const outline = await pipeline.deck(required);
    const parked = await pipeline.deck({}, [{ endpoint: 'saveDesign', effect: { type: 'code', code: 40008 } }]);
    for (const { handle } of [content, outline])
      await pipeline.until(handle, (progress) => progress.review !== undefined);
    await pipeline.parked(parked);
    for (const deck of [content, outline, parked]) await cancelled(deck);
  });
});

describe('row 16: the same request', () => {
  it('started 100 ways is one deck', async () => {
    const [uid, request] = ['hundred', 'same'];
    const own = pipeline.settings.temporal.taskQueue.replace('presentation-', '');
    const processes = await prepareProcesses({ temporalAddress: process.env[TEST_TEMPORAL]!, own, timing: {} });
    const command = join(process.cwd(), 'dist', 'src', 'cli', 'main.js');
    const byCommand = async (index: number) => {
      const options = [
        '--uid',
        uid,
        '--key',
        request,
        '--config',
        join(processes.directory, 'temporal.yaml'),
        '--json',
      ];
      const args = [command, 'start', `Deck ${index}`, '--set', 'review.mode=off', ...options];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      return (JSON.parse(stdout) as { runId: string }).runId;
    };
    const { workflow } = pipeline.temporal.client;
    const inputs: Partial<PresentationInput>[] = [
      {},
      { title: 'Another title' },
      { formats: ['pdf'] },
      { content: 'stream' },
      { topic: 102 },
      { proLayout: true },
    ];
    const byClient = async (index: number) => {
      const conflict = (['USE_EXISTING', 'FAIL'] as const)[index % 2]!;
      const args = [
        {
          uid,
          request,
          title: `Deck ${index}`,
          ...inputs[index % inputs.length],
          settings: { review: { mode: 'off' } },
        },
      ];
      const handle = await workflow
        .start('presentation', {
          taskQueue: pipeline.settings.temporal.taskQueue,
          workflowId: `presentation/${uid}/${request}`,
          workflowIdConflictPolicy: conflict,
          workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
          args,
        })
        .catch((error) => {
          expect(String(error)).toMatch(/already/i);
          return undefined;
        });
      return handle?.firstExecutionRunId;
    };
    try {
      const runs = await Promise.all([
        ...Array.from({ length: 94 }, (_, index) => byClient(index)),
        ...Array.from({ length: 6 }, (_, index) => byCommand(index)),
      ]);
      expect(runs).toHaveLength(100);
      expect(new Set(runs.filter((run) => run !== undefined)).size).toBe(1);
      const handle = workflow.getHandle(`presentation/${uid}/${request}`) as DeckHandle;
      const { outcome, paidCalls } = await pipeline.arrived({ uid, handle });
      expect(outcome).toBe('delivered');
      expect(Object.values(paidCalls).every((count) => count === 1)).toBe(true);
      expect(holdingsOf(pipeline.settings.data.directory, uid)).toMatchObject({
        tasks: [expect.any(Number)],
        designs: [expect.anything()],
        exports: [expect.anything()],
      });
      expect(await lost([handle])).toEqual([]);
    } finally {
      await processes.close();
    }
  });
});
