import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import {
  BATCH,
  type BatchResult,
  batchIdOf,
  EXPORT_DESIGN,
  SCHEDULED,
  type ScheduledResult,
} from '../../src/core/batch';
import { workflowIdOf } from '../../src/core/deck-id';
import { PRESENTATION } from '../../src/core/messages';
import { type DeckHandle, type Pipeline, startPipeline } from './pipeline';

/** An installation with a review policy, and every way in that avoids the checks of our own clients. */

const POLICY = { mode: 'required', reviewers: ['Ann', 'Bo'], approvals: 2, selfApproval: false, verifiedOnly: true };
const WEAKER = 'settings.review.approvals: is weaker than workflow.review.approvals of this installation';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline({ settings: { workflow: { review: POLICY } } });
});
afterAll(() => pipeline.close());

const fresh = (what: string) => `${what}-${randomUUID().slice(0, 8)}`;
const weak = { settings: { review: { approvals: 1 } } };
const start = <T>(type: string, workflowId: string, args: object, more: object = {}) =>
  pipeline.temporal.client.workflow.start(type, {
    taskQueue: pipeline.settings.temporal.taskQueue,
    workflowId,
    args: [args],
    ...more,
  }) as unknown as Promise<WorkflowHandle<() => Promise<T>>>;
const refusal = (handle: { result(): Promise<unknown> }) =>
  handle.result().then(
    () => 'delivered',
    (error: { cause?: { type?: string; message: string } }) => error.cause?.message,
  );
const approve = (deck: DeckHandle, reviewer: string) =>
  deck.executeUpdate('review', { args: [{ revision: 1, decision: 'approve', reviewer, verified: true }] });

async function task(uid: string, title: string): Promise<number> {
  const { id } = await pipeline.client.call('createTask', { title, type: 1 }, { uid });
  for await (const _ of pipeline.client.stream('streamOutline', { task_id: id }, { uid }));
  return id as number;
}

/** A design that another program made of its own text. */
async function design(uid: string) {
  const content = '# Tea\n\n## Kinds\n\n### Green tea\n';
  const { id } = await pipeline.client.call('createTask', { title: 'Tea', type: 7, content }, { uid });
  const saved = await pipeline.client.call('saveDesign', { task_id: id, name: 'Unseen' }, { uid });
  return saved.id;
}

it('refuses a weaker deck that any program starts, before anything is made', async () => {
  const deck = await pipeline.start({ title: 'Tea', ...weak });
  expect(await refusal(deck)).toContain(WEAKER);
  expect(pipeline.records(deck)).toMatchObject({ tasks: 0 });
});

it('refuses one of a batch and one of a schedule', async () => {
  const batch = fresh('batch');
  const handle = await start<BatchResult>(BATCH, batchIdOf(batch), {
    batch,
    uid: fresh('user'),
    items: JSON.stringify({ title: 'Tea', ...weak }),
  });
  expect(await refusal(handle)).toContain(WEAKER);
  const scheduled = await start<ScheduledResult>(SCHEDULED, `${fresh('schedule')}-2026-03-01T09:30:15Z`, {
    schedule: 'weekly',
    input: { uid: fresh('user'), title: 'Tea', ...weak },
  });
  const { workflowId } = await scheduled.result();
  expect(await refusal(pipeline.temporal.client.workflow.getHandle(workflowId))).toContain(WEAKER);
});

it('takes a state only from its own earlier run', async () => {
  const keys = { uid: fresh('user'), request: 'r1' };
  const state = { stage: 'review', approval: { revision: 1, by: 'Ann', at: '' }, outlines: [], exports: [] };
  const repeated = { retry: { maximumAttempts: 2 }, workflowRunTimeout: '20s' };
  const deck = await start(PRESENTATION, workflowIdOf(keys), { ...keys, title: 'Tea', state }, repeated);
  expect(await refusal(deck)).toContain('start it without cron schedule and retry policy');
});

it('starts from a design only if its text was approved under the policy', async () => {
  const uid = fresh('user');
  const unseen = await design(uid);
  const refused = `from.designId: workflow.review of this installation requires a review, and no approval of design ${unseen} under that policy is recorded`;
  const from = { uid, request: 'r1', formats: ['pdf' as const], from: { designId: unseen } };
  expect(await refusal(await pipeline.start(from))).toContain(refused);
  const { from: _, ...only } = from;
  const exported = { ...only, request: 'r2', designId: unseen };
  expect(await refusal(await start(EXPORT_DESIGN, fresh('export-design'), exported))).toContain(refused);

  const deck = await pipeline.start({ uid, request: 'r3', title: 'Seen' });
  await pipeline.until(deck, ({ review }) => review !== undefined);
  await approve(deck, 'Ann');
  await approve(deck, 'Bo');
  const { designId } = await deck.result();
  const again = await pipeline.start({ uid, request: 'r4', formats: ['pdf'], from: { designId: designId! } });
  expect(await again.result()).toMatchObject({ outcome: 'delivered', designId });
});

it('starts from a task at its gate, and not from a running content job', async () => {
  const uid = fresh('user');
  const taskId = await task(uid, 'Tea');
  const ticket = await pipeline.client.call('startContent', { task_id: taskId }, { uid });
  const job = await pipeline.start({ uid, request: 'r1', title: 'Tea', from: { taskId, ticket } });
  expect(await refusal(job)).toContain('from.ticket: skips the outline gate');
  const deck = await pipeline.start({ uid, request: 'r2', title: 'Tea', from: { taskId } });
  expect(await pipeline.until(deck, ({ review }) => review !== undefined)).toMatchObject({
    review: { policy: { approvals: 2, verifiedOnly: true } },
  });
});
