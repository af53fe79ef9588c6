import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { CancelledFailure, type WorkflowFailedError } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import type { Stage } from '../../src/core/stages';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { type DeckHandle, type Pipeline, startPipeline } from './pipeline';

let pipeline: Pipeline;
beforeAll(async () => {
  // Slow enough that every stage can be met.
  pipeline = await startPipeline({
    settings: { workflow: { polling: { firstDelay: '300ms' } } },
    timing: { outlineFragmentMs: 5, contentFragmentMs: 5, exportMs: 3000 },
  });
});
afterAll(() => pipeline.close());

const cancelled = async (handle: DeckHandle) => {
  await handle.cancel();
  const error = (await handle.result().catch((failure) => failure)) as WorkflowFailedError;
  expect(error.cause).toBeInstanceOf(CancelledFailure);
};
const approve = async (handle: DeckHandle) => {
  await pipeline.until(handle, ({ review }) => review !== undefined);
  await handle.executeUpdate('review', { args: [{ revision: 1, decision: 'approve' }] });
};
const noPartialFile = () =>
  existsSync(pipeline.settings.output.directory)
    ? readdirSync(pipeline.settings.output.directory, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      )
    : [];

describe('cancelling', () => {
  it.each<[Stage, 'ticket' | 'stream']>([
    ['outline', 'ticket'],
    ['review', 'ticket'],
    ['content', 'ticket'],
    ['content', 'stream'],
    ['export', 'ticket'],
  ])(
    'at stage %s (content by %s) ends the deck; nothing more is made, nothing half-written',
    async (stage, content) => {
      const handle = await pipeline.start({ title: `Cancelled at ${stage}`, content });
      if (stage !== 'outline' && stage !== 'review') await approve(handle);
      await pipeline.until(handle, (progress) => progress.stage === stage);
      await cancelled(handle);
      const after = pipeline.records(handle);
      const { stage: at, summary, review } = await pipeline.progress(handle);
      expect({ at, summary, review }).toEqual({ at: 'cancelled', summary: 'cancelled', review: undefined });
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(pipeline.records(handle)).toEqual(after);
      expect(noPartialFile()).toEqual([]);
    },
  );

  it('puts the design into the trash on request', async () => {
    const handle = await pipeline.start({ title: 'Discarded', settings: { discardOnCancel: true } });
    await approve(handle);
    await pipeline.until(handle, (progress) => progress.stage === 'export');
    await cancelled(handle);
    const types = (await handle.fetchHistory()).events!.flatMap(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name ?? [],
    );
    expect(types.at(-1)).toBe('deleteDesign');
  });
});

describe('cancelling while the very first step fails, and no worker has its queue', () => {
  it('ends the deck as cancelled, and the lists say so', async () => {
    const { temporal, settings } = pipeline;
    const taskQueue = `${settings.temporal.taskQueue}-workflows-alone`;
    const worker = await Worker.create({
      connection: await temporal.native(),
      namespace: settings.temporal.namespace,
      taskQueue,
      workflowBundle: builtBundle('presentation', plainTraits),
      activities: {
        preparePresentation: async () => {
          throw new Error('the document store is away');
        },
      },
    });
    await worker.runUntil(async () => {
      const handle = (await temporal.client.workflow.start('presentation', {
        taskQueue,
        workflowId: `presentation/${taskQueue}/r1`,
        args: [{ uid: taskQueue, request: 'r1', title: 'Never begun' }],
      })) as DeckHandle;
      // After two failures in the workflow task, the step is put on a queue.
      const queued = async () =>
        (await handle.describe()).raw.pendingActivities?.map(({ activityType }) => activityType?.name) ?? [];
      while ((await queued()).length === 0) await delay(50);
      expect(await queued()).toEqual(['preparePresentation']);
      expect((await pipeline.progress(handle)).stage).toBe('prepare');
      await cancelled(handle);
      const { status, typedSearchAttributes } = await handle.describe();
      expect(status.name).toBe('CANCELLED');
      expect(typedSearchAttributes.get(defineSearchAttributeKey('PresentationStage', 'KEYWORD'))).toBe('cancelled');
      expect((await pipeline.progress(handle)).stage).toBe('cancelled');
    });
  });
});

describe('the same request', () => {
  it('started 20 times at once is one deck', async () => {
    // The tests without a cache run this one, too, on the same server.
    const uid = `same-user-${randomUUID().slice(0, 8)}`;
    const handles = await Promise.all(
      Array.from({ length: 20 }, () =>
        pipeline.temporal.client.workflow.start('presentation', {
          taskQueue: pipeline.settings.temporal.taskQueue,
          workflowId: `presentation/${uid}/same-request`,
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
          args: [{ uid, request: 'same-request', title: 'Only once', settings: { review: { mode: 'off' } } }],
        }),
      ),
    );
    expect(new Set(handles.map(({ firstExecutionRunId }) => firstExecutionRunId)).size).toBe(1);
    await handles[0]!.result();
    expect(pipeline.records(handles[0] as DeckHandle)).toMatchObject({ tasks: 1, designs: 1, exports: 1 });
  });
});
