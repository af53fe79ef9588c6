import { QUICK } from '../pipeline/pace';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { EDITED, gateCases, inboxWithReport, routes } from '../pipeline/routes';
import { batchScenarios } from './batch-scenarios';
import { furtherScenarios } from './further-scenarios';
import { noticed } from './noticed';

/** Decks that end in as many ways as decks can end; each is run to its end and its history is kept. */
export type Scenario = (pipeline: Pipeline) => Promise<DeckHandle>;

export function startScenarioPipeline(inbox: string): Promise<Pipeline> {
  return startPipeline({
    faulty: true,
    settings: {
      documents: { inbox: inboxWithReport(inbox) },
      server: { enterpriseSuits: true },
      workflow: { retries: { ...QUICK.retries, queueFullDelay: '50ms' } },
    },
  });
}

const inReview = (pipeline: Pipeline, handle: DeckHandle, revision: number) =>
  pipeline.until(handle, (progress) => progress.review !== undefined && progress.outline?.revision === revision);
const parked = (pipeline: Pipeline, handle: DeckHandle) =>
  pipeline.until(handle, ({ attention }) => attention !== undefined);
const review = (handle: DeckHandle, message: unknown) => handle.executeUpdate('review', { args: [message] });
const resolve = (handle: DeckHandle, message: unknown) => handle.executeUpdate('resolve', { args: [message] });
const refused = (code: number) =>
  ({ kind: 'answer', status: 200, body: `{"code":${code},"data":[],"msg":"refused"}` }) as const;

const off = { review: { mode: 'off' } };

/** The first that were kept. They run in every test, the others only to keep them. */
const first: Record<string, Scenario> = {
  async 'ticket-edited-approved'(pipeline) {
    const handle = await pipeline.start({ title: 'A deck by ticket', formats: ['ppt', 'pdf'] });
    await inReview(pipeline, handle, 1);
    await review(handle, { revision: 1, decision: 'regenerate', reviewer: 'ada' });
    await inReview(pipeline, handle, 2);
    await review(handle, { revision: 2, decision: 'edit', outline: '# A deck\n\n## One\n\n### Page\n\n#### Point\n' });
    await review(handle, { revision: 3, decision: 'approve', reviewer: 'ada' });
    return handle;
  },
  async 'stream-by-rule'(pipeline) {
    return pipeline.start({
      title: 'A deck by stream',
      content: 'stream',
      settings: { review: { mode: 'auto-approve', autoApproveAfter: '200ms', reminders: ['50ms'] } },
    });
  },
  async rejected(pipeline) {
    const handle = await pipeline.start({ title: 'A rejected deck' });
    await inReview(pipeline, handle, 1);
    await handle.signal('approveOutline', 'malformed');
    await review(handle, { revision: 1, decision: 'reject', comment: 'no' });
    return handle;
  },
  async 'parked-retried-adopted'(pipeline) {
    pipeline.network.strike('/api/ai/chat/v2/content', refused(40007));
    pipeline.network.strike('/api/design/v2/save', { kind: 'lose-answer' });
    const handle = await pipeline.start({ title: 'A deck in trouble', settings: off });
    await parked(pipeline, handle);
    await resolve(handle, { action: 'retry', by: 'ada' });
    return handle;
  },
  async cancelled(pipeline) {
    const handle = await pipeline.start({ title: 'A cancelled deck', settings: { discardOnCancel: true } });
    await inReview(pipeline, handle, 1);
    await handle.cancel();
    return handle;
  },
};

/** Every route with decisions at both gates. */
const routed: Record<string, Scenario> = Object.fromEntries(
  Object.entries(routes).flatMap(([routeName, { input, ownWords }]) =>
    Object.entries(gateCases)
      .filter(([name, { generatedOnly }]) => chosen(routeName, name) && !(ownWords && generatedOnly))
      .map(([name, { gates, decide }]): [string, Scenario] => [
        slug(`${routeName} ${name}`),
        async (pipeline) => {
          const handle = await pipeline.start({ ...input, settings: gates });
          for (const act of decide) await act(handle, pipeline);
          if (name === 'content edited' && !ownWords) await gateCases['content approved']!.decide[0]!(handle, pipeline);
          return handle;
        },
      ]),
  ),
);

/** All decisions on one route of each kind, and on the others those in which they differ. */
function chosen(routeName: string, caseName: string): boolean {
  if (routeName === 'title, by ticket' || routeName === 'pasted Markdown') return true;
  return ['outline edited', 'content edited', 'outline rejected'].includes(caseName);
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z]+/g, '-');
}

const trouble: Record<string, Scenario> = {
  async 'escalated-then-approved-by-signal'(pipeline) {
    const escalation = { mode: 'required', reminders: ['40ms'], escalateAfter: '80ms', escalateTo: 'lead' };
    const handle = await pipeline.start({ title: 'By signal', settings: { review: escalation } });
    await pipeline.until(handle, (progress) => (progress.review?.reminders ?? 0) > 0);
    await new Promise((done) => setTimeout(done, 300));
    await review(handle, { revision: 1, decision: 'edit', outline: EDITED, reviewer: 'ada' });
    await inReview(pipeline, handle, 2);
    await handle.signal('approveOutline', { revision: 2, reviewer: 'ada' });
    return handle;
  },
  async 'reminded-escalated-approved-by-timers'(pipeline) {
    const review = { mode: 'auto-approve', autoApproveAfter: '400ms', reminders: ['50ms'] };
    const escalation = { escalateAfter: '100ms', escalateTo: 'lead' };
    return pipeline.start({ title: 'Due by timers', settings: { review: { ...review, ...escalation } } });
  },
  async 'approved-before-its-timers'(pipeline) {
    const review = { mode: 'auto-approve', autoApproveAfter: '1h', reminders: ['30m'] };
    const handle = await pipeline.start({ title: 'Not due yet', settings: { review } });
    await inReview(pipeline, handle, 1);
    await handle.signal('approveOutline', { revision: 1, reviewer: 'ada' });
    return handle;
  },
  async 'choices-pro-layout-zip'(pipeline) {
    return pipeline.start({
      title: 'With every choice',
      options: { page: 'short', tone: 'formal' },
      template: { color: 'blue', rank: 2 },
      proLayout: true,
      formats: ['png', 'pdf'],
      zip: true,
      settings: off,
    });
  },
  async 'enterprise-template'(pipeline) {
    return pipeline.start({ title: 'Our colours', template: { enterprise: true }, settings: off });
  },
  async 'from-a-task'(pipeline) {
    const uid = `user-${Math.random().toString(36).slice(2)}`;
    const { id: taskId } = await pipeline.client.call('createTask', { title: 'Half way', type: 1 }, { uid });
    for await (const _ of pipeline.client.stream('streamOutline', { task_id: taskId }, { uid }));
    return pipeline.start({ uid, title: 'Half way', from: { taskId }, settings: off });
  },
  async 'from-a-design'(pipeline) {
    const made = await pipeline.start({ title: 'Made before', settings: off });
    const { designId } = await made.result();
    return pipeline.start({ uid: made.workflowId.split('/')[1]!, request: 'again', from: { designId: designId! } });
  },
  async 'lost-answers'(pipeline) {
    for (const path of ['v2/task', 'v2/content', 'layout/add', 'export/file']) {
      pipeline.network.strike(path, { kind: 'lose-answer' });
    }
    return pipeline.start({ title: 'Nobody heard', proLayout: true, settings: off });
  },
  async 'lost-design-looked-for-again'(pipeline) {
    pipeline.network.strike('/design/v2/save', { kind: 'lose-answer' });
    pipeline.network.strike('/design/list', refused(40007));
    const handle = await pipeline.start({ title: 'Saved, and nobody heard', settings: off });
    await parked(pipeline, handle);
    await resolve(handle, { action: 'retry' });
    return handle;
  },
  async 'cut-streams'(pipeline) {
    pipeline.network.strike('/chat/outline', { kind: 'cut', bytes: 300 });
    pipeline.network.strike('/chat/content', { kind: 'cut', bytes: 900 });
    return pipeline.start({ title: 'Cut twice', content: 'stream', settings: off });
  },
  async 'export-expired'(pipeline) {
    pipeline.network.strike('export/file/result', refused(20001), 2);
    const handle = await pipeline.start({ title: 'Expired', settings: off });
    await parked(pipeline, handle);
    await resolve(handle, { action: 'retry' });
    return handle;
  },
  async 'queue-full-and-busy'(pipeline) {
    pipeline.network.strike('/export/file', refused(20003));
    pipeline.network.strike('content/check', { kind: 'answer', status: 503, body: 'busy' }, 2);
    return pipeline.start({ title: 'Queue full', settings: off });
  },
  async 'skipped-format'(pipeline) {
    pipeline.network.strike('/export/file', refused(40008));
    const handle = await pipeline.start({ title: 'Skipped', formats: ['pdf', 'ppt'], settings: off });
    await parked(pipeline, handle);
    await resolve(handle, { action: 'skip' });
    return handle;
  },
  async 'provided-ids'(pipeline) {
    pipeline.network.strike('/design/v2/save', refused(40008));
    const handle = await pipeline.start({ title: 'Provided', settings: off });
    const { taskId } = await parked(pipeline, handle);
    await resolve(handle, { action: 'provide', designId: 999_999 }).catch(() => undefined);
    const uid = handle.workflowId.split('/')[1]!;
    const { id: designId } = await pipeline.client.call('saveDesign', { task_id: taskId! }, { uid });
    await resolve(handle, { action: 'provide', designId });
    return handle;
  },
  async abandoned(pipeline) {
    pipeline.network.strike('/v2/task', refused(12101));
    const handle = await pipeline.start({ title: 'Given up', settings: off });
    await parked(pipeline, handle);
    await resolve(handle, { action: 'abandon', by: 'ada' });
    return handle;
  },
  async 'failed-by-policy'(pipeline) {
    pipeline.network.strike('/chat/outline', refused(40007));
    return pipeline.start({ title: 'Fails', settings: { ...off, onFailure: 'fail' } });
  },
  async 'invalid-input'(pipeline) {
    return pipeline.start({ title: 'Wrong', template: { color: 'mauve' } });
  },
  async 'cancelled-while-polling'(pipeline) {
    const polling = { firstDelay: '2s', steps: ['2s'], cap: '2s' };
    const handle = await pipeline.start({ title: 'Cancelled late', settings: { ...off, polling } });
    await pipeline.until(handle, ({ ticket }) => ticket !== undefined);
    await handle.cancel();
    return handle;
  },
  async 'cancelled-at-the-content-gate'(pipeline) {
    const settings = { ...off, contentReview: { mode: 'required' } };
    const handle = await pipeline.start({ title: 'Cancelled at the end', settings });
    await pipeline.until(handle, (progress) => progress.review?.gate === 'content');
    await handle.cancel();
    return handle;
  },
};

/** Decks with receivers, and the workflows that notify them: both may be open for days. */
const told: Record<string, Scenario> = {
  async 'notices-reminded-then-delivered'(pipeline) {
    const settings = { review: { mode: 'required', reminders: ['40ms'] } };
    const { deck } = await noticed(pipeline, { title: 'Told of', settings }, async (handle) => {
      await pipeline.until(handle, (progress) => (progress.review?.reminders ?? 0) > 0);
      await review(handle, { revision: 1, decision: 'edit', outline: EDITED });
      await inReview(pipeline, handle, 2);
      await review(handle, { revision: 2, decision: 'approve', reviewer: 'ada' });
    });
    return deck;
  },
  async 'notices-parked-then-cancelled'(pipeline) {
    pipeline.network.strike('/v2/task', refused(12101));
    const { deck } = await noticed(pipeline, { title: 'Told of trouble', settings: off }, async (handle) => {
      await parked(pipeline, handle);
      await handle.cancel();
    });
    return deck;
  },
  async notification(pipeline) {
    const { notifications } = await noticed(pipeline, { title: 'Told of', settings: off }, async () => undefined);
    return notifications[0]!;
  },
};

export const anew = first;
export const scenarios: Record<string, Scenario> = {
  ...first,
  ...routed,
  ...trouble,
  ...told,
  ...furtherScenarios,
  ...batchScenarios,
};
