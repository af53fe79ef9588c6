import type { PresentationProgress } from '../../src/core/progress';
import type { PresentationFailed } from '../../src/decks/api';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { type Assistant, type AssistantOptions, connectAssistant, folderFor } from './assistant';

let pipeline: Pipeline;
let cwd: string;
beforeAll(async () => {
  pipeline = await startPipeline({ faulty: true });
  cwd = folderFor(pipeline);
});
afterAll(async () => {
  for (const { assistant } of servers.values()) await assistant.close();
  await pipeline.close();
});

type Turn = Pick<Assistant, 'asked'> & Pick<AssistantOptions, 'person'>;
/** Starting a server is most of a test's work: one for each way to start it. */
const servers = new Map<string, { assistant: Assistant; turn: Turn }>();

/** An assistant with a person for the current test. */
async function assistantOf({ person, args = [] }: AssistantOptions = {}): Promise<Pick<Assistant, 'call' | 'asked'>> {
  const turn: Turn = { asked: [], ...(person ? { person } : {}) };
  const key = JSON.stringify([person !== undefined, args]);
  const running = servers.get(key);
  if (running) {
    running.turn = turn;
    return { call: running.assistant.call, asked: turn.asked };
  }
  const answered = (message: string) => {
    const { asked, person: current } = servers.get(key)!.turn;
    asked.push({ message });
    return current!(message);
  };
  const assistant = await connectAssistant(cwd, { args, ...(person ? { person: answered } : {}) });
  servers.set(key, { assistant, turn });
  return { call: assistant.call, asked: turn.asked };
}

const yes = () => ({ action: 'accept' as const, content: { confirm: true } });
const waiting = (handle: DeckHandle) => pipeline.until(handle, ({ review }) => review !== undefined);
const started = async (input: object = {}) => {
  const handle = await pipeline.start({ title: 'Tea at work', ...input });
  await waiting(handle);
  return handle;
};
let shared: Promise<DeckHandle> | undefined;
/** A deck for all attempts that must not change it: each checks that it is as it was. */
const unchanged = () => (shared ??= started());
/** What a decision would change, and what may not have changed. */
const stand = async (handle: DeckHandle) => {
  const { events } = await handle.fetchHistory();
  const { stage, revisions, approval, rejection } = await pipeline.progress(handle);
  const sent = events!.filter(
    ({ workflowExecutionUpdateAcceptedEventAttributes: update, workflowExecutionSignaledEventAttributes: signal }) =>
      update ?? signal,
  );
  return { stage, revisions: revisions.length, approval, rejection, messages: sent.length };
};
const untouched = { stage: 'review', revisions: 1, messages: 0 };

describe('an approval, where the client can ask the person', () => {
  it('is sent when the person ticks the box, and recorded in the name of the person', async () => {
    const { call, asked } = await assistantOf({ person: yes });
    const handle = await started();
    const answer = await call('review_deck', { id: handle.workflowId, revision: 1, decision: 'approve' });
    expect(answer).toMatchObject({ isError: false, data: { decision: 'approve', revision: 1 } });
    expect(asked).toHaveLength(1);
    const { document } = (await pipeline.progress(handle)).revisions[0]!;
    expect(asked[0]!.message).toContain('Approve the outline of “Tea at work”');
    expect(asked[0]!.message).toContain(('text' in document ? document.text : document.preview).split('\n')[0]);
    const { approval } = await handle.result();
    expect(approval).toMatchObject({ revision: 1, by: 'ada', comment: 'asked through test-assistant' });
  });

  it.each([
    ['declines', { action: 'decline' as const }],
    ['closes the question', { action: 'cancel' as const }],
    ['accepts without ticking', { action: 'accept' as const, content: { confirm: false } }],
  ])('is not sent when the person %s', async (_, said) => {
    const { call, asked } = await assistantOf({ person: () => said });
    const handle = await unchanged();
    for (const decision of ['approve', 'reject']) {
      const answer = await call('review_deck', { id: handle.workflowId, revision: 1, decision });
      expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('did not confirm') });
    }
    expect(asked).toHaveLength(2);
    expect(await stand(handle)).toEqual(untouched);
  });

  it.each([
    ['nothing but its consent', { action: 'accept' as const }],
    ['an empty form', { action: 'accept' as const, content: {} }],
    ['a word instead of a tick', { action: 'accept' as const, content: { confirm: 'true' } }],
  ])('is not sent when a client answers automatically with %s', async (_, said) => {
    const { call } = await assistantOf({ person: () => said });
    const handle = await unchanged();
    const answer = await call('review_deck', { id: handle.workflowId, revision: 1, decision: 'approve' });
    expect(answer.isError).toBe(true);
    expect(await stand(handle)).toEqual(untouched);
  });

  it('is not sent when the text has changed while the person was reading', async () => {
    const handle = await started();
    const { call } = await assistantOf({
      person: async () => {
        await handle.executeUpdate('review', {
          args: [{ revision: 1, decision: 'edit', outline: '# Other\n\n## Text\n', reviewer: 'ada' }],
        });
        return yes();
      },
    });
    const answer = await call('review_deck', { id: handle.workflowId, revision: 1, decision: 'approve' });
    expect(answer).toMatchObject({
      isError: true,
      text: expect.stringContaining('has changed since the person read it'),
    });
    const { stage, approval } = await pipeline.progress(handle);
    expect({ stage, approval }).toEqual({ stage: 'review' });
  });

  it('is not asked for when the deck would refuse it', async () => {
    const { call, asked } = await assistantOf({ person: yes });
    const handle = await unchanged();
    const stale = await call('review_deck', { id: handle.workflowId, revision: 2, decision: 'approve' });
    expect(stale).toMatchObject({ isError: true, text: expect.stringContaining('not the current revision') });
    expect(asked).toEqual([]);
    expect(await stand(handle)).toEqual(untouched);
  });

  it('of a rejection ends the deck in the name of the person', async () => {
    const { call, asked } = await assistantOf({ person: yes });
    const handle = await started();
    await call('review_deck', { id: handle.workflowId, revision: 1, decision: 'reject', comment: 'too short' });
    expect(asked[0]!.message).toContain('too short');
    expect(await handle.result()).toMatchObject({
      outcome: 'rejected',
      rejection: { by: 'ada', comment: 'too short' },
    });
  });
});

describe('a change request', () => {
  const asked = { revision: 1, decision: 'request-changes' };
  const commented = { ...asked, comment: 'Add prices', comments: [{ item: '0', text: 'Shorter, please' }] };

  it('is recorded in the name of the assistant, asks no person, and keeps the gate open', async () => {
    const { call, asked: prompts } = await assistantOf({ person: yes });
    const handle = await started();
    const answer = await call('review_deck', { id: handle.workflowId, ...commented });
    expect(answer).toMatchObject({
      isError: false,
      data: { decision: 'request-changes', revision: 1, message: 'opened about revision 1: threads 1, 2' },
    });
    expect(prompts).toEqual([]);
    const { stage, approval, revisions, threads, decisions } = await pipeline.progress(handle);
    expect({ stage, approval, revisions: revisions.length }).toEqual({ stage: 'review', revisions: 1 });
    const by = 'assistant (test-assistant)';
    const at = expect.any(String);
    const said = { revision: 1, gate: 'outline', by, verified: false, at, objection: true, replies: [] };
    expect(threads).toEqual([
      { number: 1, text: 'Add prices', ...said },
      { number: 2, item: { path: '0', heading: 'Tea at work' }, text: 'Shorter, please', ...said },
    ]);
    expect(decisions).toMatchObject([{ decision: 'request-changes', revision: 1, by, via: 'mcp' }]);
  });

  it('holds back the approval of a person, who gives the reason elsewhere', async () => {
    const { call, asked: prompts } = await assistantOf({ person: yes });
    const handle = await started();
    const id = handle.workflowId;
    await call('review_deck', { id, ...commented });
    await call('review_deck', { id, revision: 1, decision: 'edit', outline: '# Tea\n\n## Prices\n' });
    const early = await call('review_deck', { id, revision: 2, decision: 'approve' });
    expect(early).toMatchObject({ isError: true, text: expect.stringContaining('--approve --despite REASON') });
    expect(prompts).toEqual([]);
    const suggestion = { item: '1', suggestion: 'Costs' };
    const comment = await call('review_deck', { id, revision: 2, decision: 'comment', comments: [suggestion] });
    expect(comment).toMatchObject({ isError: false, data: { message: 'opened about revision 2: thread 3' } });
    await call('review_deck', { id, revision: 2, decision: 'reply', thread: 3, comment: 'As in the brief' });
    const { text } = await call('deck_status', { id });
    expect(text).toContain(
      'Comment 3 by assistant (test-assistant) (unverified), revision 2, 1 “Prices”: suggests “Costs”',
    );
    expect((await pipeline.progress(handle)).approval).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ['an item that is not in the text', { ...asked, comments: [{ item: '99.9', text: 'why?' }] }, 'no item "99.9"'],
    ['neither a comment nor comments', asked, 'comment'],
    ['an earlier revision', { ...commented, revision: 9 }, 'not the current revision'],
    ['comments but another decision', { ...commented, decision: 'regenerate' }, 'Only request-changes'],
    ['a thread to resolve', { ...asked, decision: 'resolve-thread' }, 'decision'],
    ['a suggestion to accept', { ...asked, decision: 'edit', accept: 1 }, 'accept'],
    ['a delegation', { ...asked, decision: 'delegate', to: 'assistant' }, 'decision'],
  ])('with %s is refused', async (_, message, reason) => {
    const { call } = await assistantOf({ person: yes });
    const handle = await unchanged();
    const answer = await call('review_deck', { id: handle.workflowId, ...message });
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(reason) });
    expect((await pipeline.progress(handle)).threads ?? []).toEqual([]);
  });

  it('is refused where only others may decide', async () => {
    const { call } = await assistantOf({ person: yes });
    const handle = await started({ settings: { review: { reviewers: ['Ann', 'Bo'] } } });
    const answer = await call('review_deck', { id: handle.workflowId, ...commented });
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('ask Ann or Bo') });
    expect(await stand(handle)).toEqual(untouched);
  });
});

describe('where no person can be prompted', () => {
  it.each([
    ['the client cannot', {}],
    ['the server was set up so', { person: yes, args: ['--no-confirm'] }],
  ])('because %s, every decision of a person is refused with the way to decide', async (_, options) => {
    const { call, asked } = await assistantOf(options);
    const handle = await unchanged();
    const id = handle.workflowId;
    for (const decision of ['approve', 'reject']) {
      const { isError, text } = await call('review_deck', { id, revision: 1, decision });
      expect(isError).toBe(true);
      expect(text).toContain(`deck open ${id}`);
      expect(text).toContain(`deck review ${id}`);
    }
    expect(asked).toEqual([]);
    expect(await stand(handle)).toEqual(untouched);
  });
});

describe('ways around the person', () => {
  let assistant: Pick<Assistant, 'call'>;
  beforeAll(async () => {
    assistant = await assistantOf();
  });
  const order = { uid: 'around', title: 'Tea at work' };
  const exists = async (request: string) =>
    pipeline.temporal.client.workflow
      .getHandle(`presentation/around/${request}`)
      .describe()
      .then(
        () => true,
        () => false,
      );

  it.each<[string, object]>([
    ['review off', { review: 'off' }],
    ['review by time', { review: 'auto-approve' }],
    ['content review off', { contentReview: 'off' }],
    ['the settings', { settings: { review: { mode: 'off' } } }],
    ['a deadline that approves', { settings: { review: { onDeadline: 'approve', deadline: '100ms' } } }],
    ['a task that exists', { from: { taskId: 1, ticket: 't' } }],
    ['a design that exists', { from: { designId: 1 } }],
    ['a gate of another word', { review: 'OFF' }],
    ['a gate as an object', { review: { mode: 'off' } }],
    ['a prototype', JSON.parse('{"__proto__": {"review": "off"}, "constructor": {}}')],
  ])('start_deck with %s starts nothing', async (name, more) => {
    const request = name.replaceAll(' ', '-');
    const answer = await assistant.call('start_deck', { ...order, request, ...more });
    // An injected prototype is not a field of the deck: then it is a deck with all its gates.
    if (answer.isError) expect(await exists(request)).toBe(false);
    else {
      const handle = pipeline.temporal.client.workflow.getHandle(`presentation/around/${request}`) as DeckHandle;
      expect((await waiting(handle)).review).toMatchObject({ gate: 'outline' });
    }
  });

  it.each<[string, object]>([
    ['an edit that approves', { decision: 'edit', outline: '# A\n\n## B\n', approve: true }],
    ['an approval in another name', { decision: 'approve', reviewer: 'ada' }],
    ['an approval with a template', { decision: 'approve', template: { id: 1, type: 1 } }],
    ['an approval with a word of the person', { decision: 'approve', comment: 'ada has agreed' }],
    ['an approval that claims to be confirmed', { decision: 'approve', confirm: true, confirmed: true }],
    ['a decision in capitals', { decision: 'APPROVE' }],
    ['a list of decisions', { decision: ['edit', 'approve'] }],
    ['an edit by an address', { decision: 'edit', outline: { uri: 'document:00' } }],
    ['an edit and a restoration', { decision: 'edit', outline: '# A\n\n## B\n', restore: 1 }],
    ['an approval of a text of its own', { decision: 'approve', outline: '# A\n\n## B\n' }],
  ])('review_deck with %s leaves the deck as it was', async (_, message) => {
    const handle = await unchanged();
    const { isError } = await assistant.call('review_deck', { id: handle.workflowId, revision: 1, ...message });
    expect(isError).toBe(true);
    expect(await stand(handle)).toEqual(untouched);
  });

  it('an edit waits for the person again, in the name of the assistant', async () => {
    const handle = await started();
    const edited = { id: handle.workflowId, revision: 1, decision: 'edit', outline: '# Mine\n\n## Only\n' };
    expect((await assistant.call('review_deck', edited)).data).toMatchObject({ revision: 2 });
    const { stage, approval, outline } = await pipeline.progress(handle);
    expect({ stage, approval, by: outline?.by }).toEqual({ stage: 'review', by: 'assistant (test-assistant)' });
  });

  it('a deck of another user is not there for a server that was set up for one', async () => {
    const { call } = await assistantOf({ args: ['--uid', 'one'] });
    const handle = await unchanged();
    for (const [name, args] of Object.entries({
      deck_status: {},
      read_outline: {},
      wait_for_deck: { seconds: 1 },
      download_deck: {},
      review_deck: { revision: 1, decision: 'regenerate' },
      resolve_deck: { action: 'retry' },
    })) {
      const answer = await call(name, { id: handle.workflowId, ...args });
      expect({ name, ...answer }).toMatchObject({
        isError: true,
        text: expect.stringContaining('only has access to decks of the user one'),
      });
    }
    expect((await call('start_deck', { uid: 'two', request: 'r1', title: 'Tea' })).isError).toBe(true);
    expect((await call('list_decks', { uid: handle.workflowId.split('/')[1] })).data).toEqual({ decks: [] });
    expect(await stand(handle)).toEqual(untouched);
  });
});

describe('a parked deck', () => {
  afterEach(() => pipeline.network.reset());
  const refusal = {
    kind: 'answer',
    status: 200,
    body: JSON.stringify({ code: 40007, data: [], msg: 'no balance' }),
  } as const;
  /** An approved edit could not be saved: skipped, the deck would be made from a text that no one has approved. */
  const parked = async () => {
    pipeline.network.strike('/api/ai/chat/v2/outline/save', refusal, 2);
    const handle = await started();
    const say = (message: object) => handle.executeUpdate('review', { args: [{ reviewer: 'ada', ...message }] });
    await say({ revision: 1, decision: 'edit', outline: '# Tea\n\n## Leaves\n\n### Green\n' });
    await waiting(handle);
    await say({ revision: 2, decision: 'approve' });
    await pipeline.until(handle, ({ attention }) => attention !== undefined);
    return handle;
  };
  const attention = async (handle: DeckHandle): Promise<PresentationProgress['attention']> =>
    (await pipeline.progress(handle)).attention;

  it('is skipped or abandoned by a person only, and takes no ids from an assistant', async () => {
    const { call } = await assistantOf();
    const handle = await parked();
    const before = await attention(handle);
    expect(before).toBeDefined();
    for (const more of [
      { action: 'skip' },
      { action: 'abandon' },
      { action: 'provide', designId: 1 },
      { action: 'retry', designId: 1 },
    ]) {
      const answer = await call('resolve_deck', { id: handle.workflowId, ...more });
      expect({ more, isError: answer.isError }).toEqual({ more, isError: true });
    }
    expect(await attention(handle)).toEqual(before);
    expect((await call('deck_status', { id: handle.workflowId })).data).toMatchObject({
      waitsFor: 'help',
      help: { remedy: expect.any(String) },
    });
  });

  it('is retried at the request of the assistant, and abandoned only by the person', async () => {
    const { call, asked } = await assistantOf({ person: yes });
    const handle = await parked();
    const at = (await attention(handle))!.at;
    const retried = await call('resolve_deck', { id: handle.workflowId, action: 'retry' });
    expect(retried.isError).toBe(false);
    expect(asked).toEqual([]);
    await pipeline.until(handle, (progress) => progress.attention !== undefined && progress.attention.at !== at);
    await call('resolve_deck', { id: handle.workflowId, action: 'abandon' });
    expect(asked[0]!.message).toContain('Abandon');
    await expect(handle.result()).rejects.toThrow();
    const { data } = await call('deck_status', { id: handle.workflowId });
    expect(data).toMatchObject({ status: 'FAILED', failure: { type: 'Abandoned' } });
    expect((data.failure as PresentationFailed).message).toContain('ada');
  });
});
