import type { DecisionRecord } from '../../src/core/progress';
import { readApproval, readReview } from '../../workflows/presentation/messages';
import { addRevision, newState, type PresentationState } from '../../workflows/presentation/state';

const AT = '2026-01-01T00:00:00.000Z';

function inReview(): PresentationState {
  const state = newState(AT);
  addRevision(state, {
    document: { sha256: 'x', bytes: 1, text: '# T' },
    part: 'outline',
    source: 'generated',
    at: AT,
  });
  state.stage = 'review';
  state.waiting = { gate: 'outline', since: AT, reminders: 0 };
  return state;
}

describe('a review message', () => {
  it('is taken when it decides about the current revision', () => {
    expect(readReview({ revision: 1, decision: 'approve', reviewer: 'ada', comment: 'fine' }, inReview())).toEqual({
      message: { revision: 1, decision: 'approve', reviewer: 'ada', comment: 'fine' },
    });
  });

  it.each([
    [undefined, 'send one object'],
    ['approve', 'send one object'],
    [[1], 'send one object'],
    [{}, 'decision must be'],
    [{ decision: 'approve' }, 'revision must be the number'],
    [{ decision: 'approve', revision: 1, comment: 7 }, 'comment must be text'],
    [{ decision: 'approve', revision: 1, via: 'rule' }, 'via must be page, cli, email, mcp or api'],
    [{ decision: 'edit', revision: 1, outline: '   ' }, 'edit requires the complete outline'],
    [{ decision: 'edit', revision: 1, outline: '# only a title' }, 'the outline has no chapter'],
    [
      { decision: 'edit', revision: 1, outline: { uri: 'file:///etc/passwd', sha256: 'x' } },
      'reference to a stored document',
    ],
  ])('of the shape %j is refused with a sentence', (value, sentence) => {
    const read = readReview(value, inReview());
    expect(read).toEqual({ refusal: expect.stringContaining(sentence) });
  });

  it('with an outline that is too long is refused with a sentence', () => {
    const read = readReview({ decision: 'edit', revision: 1, outline: '#'.repeat(100_001) }, inReview());
    expect(read).toEqual({ refusal: expect.stringContaining('longer than 100000 characters') });
  });

  it('is refused after a decision, naming who decided', () => {
    const state = inReview();
    state.approval = { revision: 1, by: 'ada', at: AT };
    state.stage = 'content';
    delete state.waiting;
    expect(readReview({ revision: 1, decision: 'reject' }, state)).toEqual({
      refusal: 'revision 1 was already approved by ada; the deck is at stage content',
    });
  });
});

describe('a decision that keeps the gate open', () => {
  const state = (): PresentationState => inReview();
  const read = (value: object, deck = state()) => readReview({ revision: 1, ...value }, deck);
  const item = { path: '0', heading: ' t ' };
  const opened = (...opens: { number: number; text: string; suggestion?: string }[]): PresentationState => ({
    ...state(),
    decisions: [{ decision: 'comment', opens }] as unknown as DecisionRecord[],
  });
  const requested = () => opened({ number: 2, text: 'x' }, { number: 3, text: '', suggestion: 'S' });

  it('is read with its fields, and without unknown ones', () => {
    const comments = [{ item: { ...item, more: 1 }, text: ' a\u0000b ', more: 2 }];
    expect(read({ decision: 'request-changes', comment: 'c', comments, reviewer: 'Ann', via: 'page' })).toEqual({
      message: {
        ...{ revision: 1, decision: 'request-changes', comment: 'c', reviewer: 'Ann', via: 'page' },
        comments: [{ item, text: 'ab' }],
      },
    });
    for (const message of [
      { decision: 'resolve-thread', thread: 2 },
      { decision: 'reply', thread: 2, comment: 'why' },
      { decision: 'edit', accept: 3 },
      { decision: 'approve', despite: [7] },
    ]) {
      expect(read(message, requested())).toEqual({ message: { revision: 1, ...message } });
    }
    const suggestion = { item, slide: 2, suggestion: ' two\nlines ' };
    expect(read({ decision: 'comment', comments: [suggestion] })).toMatchObject({
      message: { comments: [{ item, slide: 2, text: '', suggestion: 'two lines' }] },
    });
  });

  it.each([
    [{ decision: 'request-changes' }, 'requires "comment" or "comments"'],
    [{ decision: 'request-changes', comments: 'x' }, 'comments must be a list of comments'],
    [{ decision: 'request-changes', comments: [] }, 'comments must have at least one comment'],
    [{ decision: 'request-changes', comments: [7] }, 'comments.0 must be a comment such as'],
    [{ decision: 'request-changes', comments: [{ item: '0', text: 'x' }] }, 'comments.0.item must be an item such as'],
    [{ decision: 'request-changes', comments: [{ item: { path: '0' }, text: 'x' }] }, 'heading must be text'],
    [{ decision: 'request-changes', comments: [{ item, text: ' ' }] }, 'comments.0.text must not be empty'],
    [{ decision: 'request-changes', comments: [{ item: { ...item, path: '01' }, text: 'x' }] }, 'such as 2.1'],
    [{ decision: 'request-changes', comments: [{ item: { ...item, path: '1.1.1.1' }, text: 'x' }] }, 'such as 2.1'],
    [{ decision: 'request-changes', comments: [{ item: { ...item, path: '1' }, text: 'x' }] }, 'text has no item 1'],
    [{ decision: 'request-changes', comments: [{ item: { ...item, heading: 'U' }, text: 'x' }] }, 'is “T”, not “U”'],
    [{ decision: 'request-changes', comments: Array(21).fill({ item, text: 'x' }) }, 'more than 20 entries'],
    [{ decision: 'request-changes', comments: Array(2).fill({ item, text: 'x'.repeat(1600) }) }, 'more than 3000'],
    [{ decision: 'request-changes', comments: [{ item, suggestion: ' ' }] }, 'suggestion must not be empty'],
    [{ decision: 'comment', comments: [{ item, slide: 0, text: 'x' }] }, 'slide must be a positive whole number'],
    [{ decision: 'comment' }, 'comment requires "comment" or "comments"'],
    [{ decision: 'comment', comment: 'x'.repeat(2001) }, 'longer than 2000 characters'],
    [{ decision: 'reply', comment: 'x' }, 'reply requires "thread" and "comment"'],
    [{ decision: 'reply', thread: 1 }, 'reply requires "thread" and "comment"'],
    [{ decision: 'reply', thread: 1, comment: 'x' }, 'thread must be the number of an open thread: there is none'],
    [{ decision: 'edit', accept: 1 }, 'accept must be the number of an open thread with a suggestion: there is none'],
    [{ decision: 'edit', accept: 1, restore: 1 }, 'send one of "outline", "restore" and "accept"'],
    [{ decision: 'approve', despite: Array(51).fill(1) }, 'despite has more than 50 entries'],
    [{ decision: 'approve', thread: 1 }, 'only reply or resolve-thread can have thread'],
    [{ decision: 'reject', despite: [1] }, 'only approve can have despite'],
    [{ decision: 'resolve-thread' }, 'no thread is open'],
    [{ decision: 'delegate', reviewer: 'Ann' }, 'requires the name of the person in "to"'],
    [{ decision: 'delegate', reviewer: 'Ann', to: 7 }, 'to must be text'],
    [{ decision: 'delegate', reviewer: 'Ann', to: ' ' }, 'to must be the name of a person'],
    [{ decision: 'delegate', reviewer: 'Ann', to: 'x'.repeat(101) }, 'longer than 100 characters'],
    [{ decision: 'delegate', reviewer: 'Ann', to: 'Bo' }, 'anyone may decide at this gate'],
  ])('of the shape %j is rejected', (value, sentence) => {
    expect(read(value)).toEqual({ refusal: expect.stringContaining(sentence) });
  });

  it('names the open threads if another one is meant', () => {
    expect(read({ decision: 'resolve-thread', thread: 1 }, requested())).toEqual({
      refusal: 'thread must be the number of an open thread: 2, 3',
    });
    expect(read({ decision: 'edit', accept: 2 }, requested())).toEqual({
      refusal: 'accept must be the number of an open thread with a suggestion: 3',
    });
  });

  it('is limited: open threads, their characters, and a bounded record', () => {
    const open = opened(...Array.from({ length: 50 }, (_, at) => ({ number: at + 1, text: 'x' })));
    expect(read({ decision: 'request-changes', comment: 'c' }, open)).toEqual({
      refusal: '50 threads are open, and 50 is the limit; resolve some first',
    });
    // A reply opens none.
    expect(read({ decision: 'reply', thread: 1, comment: 'c' }, open)).toMatchObject({ message: {} });
    const long = opened({ number: 1, text: 'x'.repeat(29_999) });
    expect(read({ decision: 'reply', thread: 1, comment: 'c' }, long)).toMatchObject({ message: {} });
    expect(read({ decision: 'reply', thread: 1, comment: 'cc' }, long)).toEqual({
      refusal: 'the open threads would have 30001 characters, more than 30000; resolve some first',
    });
    const decided = (decision: 'delegate' | 'edit', times: number) => ({
      ...state(),
      decisions: Array(times).fill({ decision }),
    });
    expect(read({ decision: 'request-changes', comment: 'c' }, decided('delegate', 200))).toEqual({
      refusal: expect.stringContaining('limit of 200 comments, replies, resolutions and delegations'),
    });
    const full = decided('edit', 500);
    expect(read({ decision: 'regenerate' }, full)).toEqual({
      refusal: expect.stringContaining('limit of 500 decisions'),
    });
    expect(read({ decision: 'approve' }, full)).toHaveProperty('message');
    expect(read({ decision: 'reject' }, full)).toHaveProperty('message');
  });
});

describe('the signal approveOutline', () => {
  const refusal = (text: string) => ({ refusal: expect.stringContaining(text) });

  it('is an approval of the revision that it names', () => {
    const message = { revision: 1, decision: 'approve', reviewer: 'ada' };
    expect(readApproval({ revision: 1, reviewer: 'ada' }, inReview())).toEqual({ message });
    expect(readApproval(message, inReview())).toEqual({ message });
  });

  it.each([
    ['nothing', undefined, 'send one object'],
    ['no revision', { reviewer: 'ada' }, 'revision must be the number'],
    ['another revision', { revision: 2 }, 'revision 2 is not the current revision'],
    ['another decision', { revision: 1, decision: 'reject' }, 'it can only approve'],
    ['an edited outline', { revision: 1, decision: 'edit', outline: '# A' }, 'it can only approve'],
  ])('with %s is refused', (_, value, text) => expect(readApproval(value, inReview())).toEqual(refusal(text)));

  it('never approves content', () => {
    const state = inReview();
    state.waiting = { ...state.waiting!, gate: 'content' };
    expect(readApproval({ revision: 1 }, state)).toEqual(refusal('it approves outlines only'));
  });
});

describe('an edit with characters that hide or reorder text', () => {
  const text = '# T\n\n## One \u202e\n';
  const tree = { value: 'T', children: [{ value: 'One' }, { value: 'Two', children: [{ value: 'a\u001b[8mb' }] }] };

  it.each([
    ['Markdown', text, 'the outline contains the character U+202E in line 3, which can hide or reorder text'],
    ['a tree', tree, 'node 3 of the tree contains the character U+001B in line 1, which can hide or reorder text'],
  ])('is refused as %s, with a sentence', (_name, outline, sentence) => {
    const read = readReview({ revision: 1, decision: 'edit', outline }, inReview());
    expect(read).toEqual({ refusal: expect.stringContaining(sentence) });
  });

  it.each([['Markdown', text] as const, ['a tree', tree] as const])(
    'is accepted as %s once a validator has accepted it, even one of an earlier build',
    (_name, outline) => {
      const read = readReview({ revision: 1, decision: 'edit', outline }, inReview(), true);
      expect(read).toEqual({ message: { revision: 1, decision: 'edit', outline } });
    },
  );

  it('differs from a name or a comment with them, which lose them', () => {
    const read = readReview(
      { revision: 1, decision: 'approve', reviewer: 'A\u202enn\u009b2J', comment: 'a\u2066b' },
      inReview(),
    );
    expect(read).toMatchObject({ message: { reviewer: 'Ann 2J', comment: 'ab' } });
  });
});
