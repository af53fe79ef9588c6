import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowFailedError, WorkflowUpdateFailedError } from '@temporalio/client';
import type { PresentationProgress } from '../../src/core/progress';
import type { ServiceId } from '../../src/core/service-id';
import { type DeckHandle, type Pipeline, startPipeline } from './pipeline';

const TASK = '/api/ai/chat/v2/task';
const OUTLINE = '/api/ai/chat/outline';
const CONTENT = '/api/ai/chat/content';
const TICKET = '/api/ai/chat/v2/content';
const CHECK = '/api/ai/chat/v2/content/check';
const SAVE_OUTLINE = '/api/ai/chat/v2/outline/save';
const TEMPLATES = '/api/template_component/suit/search';
const SAVE = '/api/design/v2/save';
const EXPORT = '/api/download/export/file';
const RESULT = '/api/download/export/file/result';

const refused = (code: number, msg: string) =>
  ({ kind: 'answer', status: 200, body: JSON.stringify({ code, data: [], msg }) }) as const;

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline({ faulty: true, settings: { workflow: { review: { mode: 'off' } } } });
});
afterEach(() => pipeline.network.reset());
afterAll(() => pipeline.close());

const parked = (handle: DeckHandle) => pipeline.until(handle, ({ attention }) => attention !== undefined);
const resolve = (handle: DeckHandle, message: unknown) => handle.executeUpdate('resolve', { args: [message] });
/** The only problem of a deck from a title without a language model. */
const FRAME = expect.objectContaining({ type: 'Frame' });
const attentionOf = ({ attention }: PresentationProgress) => attention!;

describe('failures that end automatically', () => {
  it('calls that were surely not sent or only read are made again; nothing is made twice', async () => {
    for (const path of [OUTLINE, TICKET, TEMPLATES, SAVE, EXPORT])
      pipeline.network.strike(path, { kind: 'answer', status: 429, body: '{}' }, 2);
    for (const path of [CHECK, RESULT]) pipeline.network.strike(path, { kind: 'lose-answer' }, 2);
    pipeline.network.strike(CHECK, { kind: 'answer', status: 503, body: 'busy' });
    const handle = await pipeline.start({ title: 'Rough seas' });
    expect(await handle.result()).toMatchObject({ outcome: 'delivered', problems: [FRAME], possibleDuplicates: [] });
    expect(pipeline.records(handle)).toEqual({ tasks: 1, outlines: 1, contentJobs: 1, designs: 1, exports: 1 });
  });

  it('a stream that is cut is generated again, and counted as paid', async () => {
    pipeline.network.strike(OUTLINE, { kind: 'cut', bytes: 300 });
    pipeline.network.strike(CONTENT, { kind: 'cut', bytes: 2000 });
    const handle = await pipeline.start({ title: 'Cut streams', content: 'stream' });
    const result = await handle.result();
    expect(result.paidCalls).toMatchObject({ createTask: 1, streamOutline: 2, streamContent: 2 });
    expect(pipeline.records(handle)).toMatchObject({ tasks: 1, designs: 1, exports: 1 });
  });

  it('a token that the service no longer accepts is replaced', async () => {
    pipeline.network.strike(TEMPLATES, refused(43103, 'token invalid'));
    const handle = await pipeline.start({ title: 'Token refused once' });
    expect(await handle.result()).toMatchObject({ outcome: 'delivered', problems: [FRAME] });
    expect(
      pipeline.network.calls.get('/api/grant/token')! + (pipeline.network.calls.get('/api/grant/token/') ?? 0),
    ).toBe(2);
  });
});

describe('an answer that was lost', () => {
  it('to a design save: the design is found by its task and adopted', async () => {
    pipeline.network.strike(SAVE, { kind: 'lose-answer' });
    const handle = await pipeline.start({ title: 'Lost save' });
    const result = await handle.result();
    expect(result).toMatchObject({ outcome: 'delivered', possibleDuplicates: [] });
    expect(pipeline.records(handle)).toMatchObject({ tasks: 1, designs: 1, exports: 1 });
  });

  it('to a design save that never arrived: looked up, then made', async () => {
    pipeline.network.strike(SAVE, { kind: 'break-before' });
    const handle = await pipeline.start({ title: 'Save that never arrived' });
    expect((await handle.result()).possibleDuplicates).toEqual([expect.stringContaining('a design')]);
    expect(pipeline.records(handle)).toMatchObject({ designs: 1 });
  });

  it('to the start of the content job: asked for again, and the result says so', async () => {
    pipeline.network.strike(TICKET, { kind: 'lose-answer' });
    const handle = await pipeline.start({ title: 'Lost ticket' });
    expect(await handle.result()).toMatchObject({
      possibleDuplicates: [expect.stringContaining('a content job')],
      paidCalls: { startContent: 2 },
    });
    // The service of this project answers the same ticket while the outline has not changed.
    expect(pipeline.records(handle)).toMatchObject({ contentJobs: 1, designs: 1 });
  });

  it('to a task creation: a second task is made, which costs nothing, and the result says so', async () => {
    pipeline.network.strike(TASK, { kind: 'lose-answer' });
    const handle = await pipeline.start({ title: 'Lost task' });
    expect((await handle.result()).possibleDuplicates).toEqual([expect.stringContaining('a task without outline')]);
    expect(pipeline.records(handle)).toMatchObject({ outlines: 1, designs: 1, exports: 1 });
  });
});

describe('failures that need a person', () => {
  it.each([
    [TASK, 12101, 'task', 'ContentFiltered', 1],
    [OUTLINE, 40007, 'outline', 'QuotaExhausted', 1],
    [TICKET, 40007, 'content', 'QuotaExhausted', 1],
    // Searched again without the task, which other services do not know.
    [TEMPLATES, 40008, 'template', 'FeatureOff', 2],
    [SAVE, 30001, 'design', 'TemplateRefused', 1],
    // A code that the profile does not list may mean an expired token.
    [EXPORT, 99999, 'export', 'CodeUnlisted', 2],
  ])(
    '%s refused with %i parks the deck at stage %s as %s, and retry continues there',
    async (path, code, stage, type, times) => {
      pipeline.network.strike(path, refused(code, 'the reason the service gives'), times);
      // Without a wish, no template is worth a stop.
      const handle = await pipeline.start({ title: 'Parked and fixed', template: { rank: 1 } });
      const progress = await parked(handle);
      expect(attentionOf(progress)).toMatchObject({ stage, type });
      // The cause once; the title is next to the message everywhere.
      expect(attentionOf(progress).message).toMatch(
        new RegExp(`^could not [a-z ]+: the reason the service gives \\(${code}(?:, [\\w. -]+)?\\)$`),
      );
      const suggested = { ContentFiltered: 'abandon', TemplateRefused: 'skip' }[type as string] ?? 'retry';
      const id = handle.workflowId.replace('presentation/', '');
      expect(attentionOf(progress).remedy).toMatch(new RegExp(`: deck resolve ${id} --${suggested} --since \\S+Z$`));
      // An answer to a question may come a moment before what its step has written.
      while ((await handle.describe()).searchAttributes.PresentationAttention?.[0] !== type) await pause(50);
      expect(await resolve(handle, { action: 'retry', by: 'ada' })).toMatchObject({ action: 'retry', stage });
      expect(await handle.result()).toMatchObject({ outcome: 'delivered', problems: [FRAME, { stage, type }] });
      expect(pipeline.records(handle)).toMatchObject({ tasks: 1, designs: 1, exports: 1 });
    },
  );

  it('wrong credentials park before anything is made', async () => {
    pipeline.network.strike('/api/grant/token', refused(43102, 'signature does not match'), 10);
    pipeline.network.strike('/api/grant/token/', refused(43102, 'signature does not match'), 10);
    const handle = await pipeline.start({ title: 'Wrong secret' });
    expect(attentionOf(await parked(handle))).toMatchObject({ stage: 'grant', type: 'SignatureRefused' });
    expect(pipeline.network.calls.get(TASK)).toBeUndefined();
    await handle.cancel();
  });

  it('generation that fails every time is tried a bounded number of times', async () => {
    pipeline.network.strike(OUTLINE, { kind: 'cut', bytes: 10 }, 100);
    const handle = await pipeline.start({ title: 'Never whole' });
    const progress = await parked(handle);
    expect(attentionOf(progress)).toMatchObject({ stage: 'outline', type: 'GenerationBroken' });
    expect(progress.paidCalls.streamOutline).toBe(3);
    await handle.cancel();
  });

  it('abandon ends the deck as failed, with the sentence', async () => {
    pipeline.network.strike(TASK, refused(40007, 'no balance'));
    const handle = await pipeline.start({ title: 'Given up' });
    await parked(handle);
    await resolve(handle, { action: 'abandon', by: 'ada' });
    const error = (await handle.result().catch((failure) => failure)) as WorkflowFailedError;
    expect(error.cause).toMatchObject({
      type: 'Abandoned',
      message: expect.stringContaining('“Given up” was abandoned by ada at stage task'),
    });
  });

  it('provide takes the ID of a design that a person found, unless it belongs to another deck or to no one', async () => {
    pipeline.network.strike(SAVE, refused(40008, 'off'));
    const uid = `user-${Math.random().toString(36).slice(2)}`;
    const handle = await pipeline.start({ title: 'Provided', uid });
    const { taskId } = await parked(handle);
    const other = await pipeline.start({ title: 'Another deck', uid, request: 'other' });
    const notTaken = (designId: ServiceId) =>
      resolve(handle, { action: 'provide', designId }).then(
        () => 'taken',
        (error: WorkflowUpdateFailedError) => error.cause?.message,
      );
    const { designId: others } = await other.result();
    expect(await notTaken(others!)).toContain(`not to task ${taskId}`);
    expect(await notTaken(999_999)).toContain('999999');
    const { id: designId } = await pipeline.client.call('saveDesign', { task_id: taskId! }, { uid });
    await resolve(handle, { action: 'provide', designId });
    expect(await handle.result()).toMatchObject({
      outcome: 'delivered',
      designId,
      problems: [FRAME, { type: 'FeatureOff' }, { type: 'MessageIgnored' }, { type: 'MessageIgnored' }],
    });
  });

  it('skip leaves one format out and delivers the others', async () => {
    const handle = await pipeline.start({ title: 'One format only', formats: ['pdf', 'ppt'] });
    pipeline.network.strike(EXPORT, refused(40008, 'no pdf here'));
    expect(attentionOf(await parked(handle)).stage).toBe('export');
    await resolve(handle, { action: 'skip' });
    expect((await handle.result()).files.map(({ format }) => format)).toEqual(['ppt']);
  });

  it('a resolution that does not fit is refused with a sentence', async () => {
    pipeline.network.strike(TASK, refused(40007, 'no balance'));
    const handle = await pipeline.start({ title: 'Refused help' });
    await parked(handle);
    const refusal = await resolve(handle, { action: 'skip' }).catch(
      (error: WorkflowUpdateFailedError) => error.cause?.message,
    );
    expect(refusal).toContain('stage task cannot be skipped');
    await handle.cancel();
  });

  it('with onFailure fail the deck ends at once', async () => {
    pipeline.network.strike(TASK, refused(12101, 'not allowed'));
    const handle = await pipeline.start({ title: 'Fails', settings: { onFailure: 'fail' } });
    const error = (await handle.result().catch((failure) => failure)) as WorkflowFailedError;
    expect(error.cause).toMatchObject({
      type: 'ContentFiltered',
      message: expect.stringMatching(/stage task: .*not allowed/),
    });
  });
});

describe('the edited outline', () => {
  it('that the service rejects parks the deck; skip continues with the generated one', async () => {
    const handle = await pipeline.start({ title: 'Edited', settings: { review: { mode: 'required' } } });
    await pipeline.until(handle, ({ review }) => review !== undefined);
    pipeline.network.strike(SAVE_OUTLINE, refused(40000, 'content: malformed'));
    await handle.executeUpdate('review', {
      args: [{ revision: 1, decision: 'edit', outline: '# Edited\n\n## One\n\n### Page\n' }],
    });
    await handle.executeUpdate('review', { args: [{ revision: 2, decision: 'approve' }] });
    expect(attentionOf(await parked(handle)).stage).toBe('edit');
    await resolve(handle, { action: 'skip' });
    expect(await handle.result()).toMatchObject({ outcome: 'delivered' });
  });
});

describe('a wrong input', () => {
  it.each([
    [{ title: '' }, 'title: title is empty'],
    [{ title: 'x', formats: ['doc'] }, 'formats.0'],
    [{ title: 'x', settings: { polling: { cap: 'never' } } }, 'settings.polling.cap'],
  ])('%j fails with the path of the field before any call', async (input, sentence) => {
    const handle = await pipeline.start(input as never);
    const error = (await handle.result().catch((failure) => failure)) as WorkflowFailedError;
    expect(error.cause).toMatchObject({ type: 'InvalidInput', message: expect.stringContaining(sentence) });
    expect(pipeline.network.calls.size).toBe(0);
  });
});
