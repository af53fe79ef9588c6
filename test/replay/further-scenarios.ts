import { awaitOutline } from '../../src/decks/api';
import type { DeckHandle, Pipeline } from '../pipeline/pipeline';
import type { Scenario } from './scenarios';

/** Ways through several runs of a deck, and through its approvals. */

const off = { review: { mode: 'off' } };
const EDITED = '# A deck\n\n## One\n\n### Page\n\n#### Point\n';

const newest = (pipeline: Pipeline, { workflowId }: DeckHandle) =>
  pipeline.temporal.client.workflow.getHandle(workflowId) as unknown as DeckHandle;
const inReview = (pipeline: Pipeline, handle: DeckHandle, revision: number) =>
  pipeline.until(handle, (progress) => progress.review !== undefined && progress.outline?.revision === revision);
const parked = (pipeline: Pipeline, handle: DeckHandle) =>
  pipeline.until(handle, ({ attention }) => attention !== undefined);
const review = (handle: DeckHandle, message: unknown) => handle.executeUpdate('review', { args: [message] });

/** A deck whose reviewer edits once; then everything waits for the approval. */
async function edited(pipeline: Pipeline, settings: Record<string, unknown>, reviewer = 'ada'): Promise<DeckHandle> {
  const handle = newest(pipeline, await pipeline.start({ title: 'An edited deck', formats: ['ppt', 'pdf'], settings }));
  await inReview(pipeline, handle, 1);
  await review(handle, { revision: 1, decision: 'edit', outline: EDITED, reviewer });
  return handle;
}

/** The next run has begun. */
async function moved(handle: DeckHandle): Promise<void> {
  const { runId } = await handle.describe();
  await handle.executeUpdate('moveToCurrentBuild');
  while ((await handle.describe()).runId === runId) await new Promise((resolve) => setTimeout(resolve, 20));
}

export const furtherScenarios: Record<string, Scenario> = {
  async 'edited-and-approved'(pipeline) {
    const handle = await edited(pipeline, {});
    await review(handle, { revision: 2, decision: 'approve', reviewer: 'ada' });
    return handle;
  },
  async 'edited-twice'(pipeline) {
    const handle = await edited(pipeline, {});
    await review(handle, {
      revision: 2,
      decision: 'edit',
      outline: `${EDITED}\n#### Another point\n`,
      reviewer: 'ada',
    });
    await review(handle, { revision: 3, decision: 'approve', reviewer: 'ada' });
    return handle;
  },
  async 'with-a-deadline'(pipeline) {
    const byRule = { mode: 'required', deadline: '2s', onDeadline: 'approve', reminders: ['300ms'] };
    return edited(pipeline, { review: byRule });
  },
  async 'continued-at-each-step'(pipeline) {
    const handle = await edited(pipeline, { stepsPerRun: 1 });
    await handle.signal('approveOutline', { revision: 2, reviewer: 'quick' });
    return handle;
  },
  async awaited(pipeline) {
    const handle = newest(pipeline, await pipeline.start({ title: 'An awaited deck' }));
    await Promise.all([awaitOutline(handle), awaitOutline(handle)]);
    await Promise.all([review(handle, { revision: 1, decision: 'edit', outline: EDITED }), awaitOutline(handle)]);
    await awaitOutline(handle);
    await review(handle, { revision: 2, decision: 'approve' });
    await awaitOutline(handle);
    return handle;
  },
  async 'moved-at-its-gate'(pipeline) {
    const handle = await edited(pipeline, {});
    await moved(handle);
    await handle.signal('approveOutline', { revision: 1 });
    await review(handle, { revision: 2, decision: 'approve' });
    return handle;
  },
  async 'moved-while-parked-then-its-budget-raised'(pipeline) {
    const started = await pipeline.start({ title: 'A small budget', settings: { ...off, paidCalls: 3 } });
    const handle = newest(pipeline, started);
    await parked(pipeline, handle);
    await moved(handle);
    await handle.executeUpdate('resolve', { args: [{ action: 'retry', paidCalls: 9 }] });
    return handle;
  },
  async 'parked-and-helped-itself'(pipeline) {
    const busy = { kind: 'answer', status: 503, body: 'busy' } as const;
    for (let times = 0; times < 2; times += 1) pipeline.network.strike('/api/template_component/suit/search', busy);
    const retries = { default: { attempts: 1 }, parked: { firstDelay: '200ms', cap: '200ms', attempts: 5 } };
    return pipeline.start({ title: 'A patient deck', settings: { ...off, retries } });
  },
  async 'outline-adopted'(pipeline) {
    pipeline.network.strike('/api/ai/chat/outline', { kind: 'lose-answer' });
    return pipeline.start({ title: 'An outline that was lost', settings: off });
  },
  async 'cancelled-while-waiting-for-its-own-retry'(pipeline) {
    pipeline.network.strike('/api/template_component/suit/search', { kind: 'answer', status: 503, body: 'busy' });
    const retries = { default: { attempts: 1 }, parked: { firstDelay: '1h', attempts: 5 } };
    const handle = await pipeline.start({ title: 'Given up', settings: { ...off, retries, discardOnCancel: true } });
    await parked(pipeline, handle);
    await handle.cancel();
    return handle;
  },
  async 'approved-by-two'(pipeline) {
    const policy = {
      reviewers: ['Ann', 'Bo', 'Di'],
      approvals: 2,
      verifiedOnly: false,
      reminders: ['300ms'],
      selfApproval: false,
    };
    const handle = await edited(pipeline, { review: policy }, 'Di');
    await review(handle, { revision: 2, decision: 'approve', reviewer: 'Ann' });
    await moved(handle);
    await handle.signal('approveOutline', { revision: 2, reviewer: 'Zed' });
    await review(handle, { revision: 2, decision: 'delegate', reviewer: 'Bo', to: 'Cy' });
    await handle.signal('approveOutline', { revision: 2, reviewer: 'Cy' });
    return handle;
  },
  async 'changes-requested'(pipeline) {
    const handle = await edited(pipeline, {});
    const comments = [{ item: { path: '1.1', heading: 'Page' }, text: 'which?', suggestion: 'Sheet' }];
    await review(handle, { revision: 2, decision: 'request-changes', reviewer: 'ada', comments });
    await review(handle, { revision: 2, decision: 'comment', comment: 'and another' });
    await review(handle, { revision: 2, decision: 'reply', thread: 2, comment: 'no', reviewer: 'bo' });
    await review(handle, { revision: 2, decision: 'resolve-thread', thread: 2, reviewer: 'bo' });
    await review(handle, { revision: 2, decision: 'edit', accept: 1, reviewer: 'bo' });
    await review(handle, { revision: 3, decision: 'request-changes', comment: 'more', reviewer: 'ada' });
    await review(handle, { revision: 3, decision: 'approve', reviewer: 'bo', despite: [3], comment: 'enough' });
    return handle;
  },
};
