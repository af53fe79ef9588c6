import { outlineFault } from '../../workflows/edited-outline';
import { readResolution, readReview } from '../../workflows/messages';
import { addRevision, newState, type PresentationState } from '../../workflows/state';

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
    [null, 'send one object'],
    ['approve', 'send one object'],
    [[1], 'send one object'],
    [{}, 'decision must be'],
    [{ decision: 'yes', revision: 1 }, 'decision must be'],
    [{ decision: 'approve' }, 'revision must be the number'],
    [{ decision: 'approve', revision: '1' }, 'revision must be the number'],
    [{ decision: 'approve', revision: 1.5 }, 'revision must be the number'],
    [{ decision: 'approve', revision: 2 }, 'revision 2 is not the current revision; read revision 1'],
    [{ decision: 'edit', revision: 1 }, 'edit requires the complete outline'],
    [{ decision: 'edit', revision: 1, outline: '   ' }, 'edit requires the complete outline'],
    [{ decision: 'edit', revision: 1, outline: 'only words' }, 'the outline has no title'],
    [{ decision: 'edit', revision: 1, outline: '# only a title' }, 'the outline has no chapter'],
    [{ decision: 'approve', revision: 1, template: 7 }, 'template requires the decision approve'],
    [{ decision: 'approve', revision: 1, template: { id: 7 } }, 'template requires the decision approve'],
    [{ decision: 'reject', revision: 1, template: { id: 7, type: 1 } }, 'template requires the decision approve'],
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

  it('is refused before there is an outline, naming the stage', () => {
    const read = readReview({ revision: 1, decision: 'approve' }, newState(AT));
    expect(read).toEqual({ refusal: 'there is nothing to review yet: the deck is at stage prepare' });
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

  it('loses control characters and over-long comments', () => {
    const read = readReview({ revision: 1, decision: 'approve', comment: `a\u0000b${'x'.repeat(3000)}` }, inReview());
    expect(read).toMatchObject({ message: { comment: expect.stringMatching(/^abx{1998}$/) } });
  });
});

describe('a decision that keeps the gate open', () => {
  const state = (): PresentationState => ({ ...inReview(), policies: true });
  const read = (value: object, deck = state()) => readReview({ revision: 1, ...value }, deck);
  const item = { path: '0', heading: ' t ' };
  const requested = (): PresentationState => ({ ...state(), changeRequests: 2, openRequests: [2] });

  it('is read with its fields, and without unknown ones', () => {
    const comments = [{ item: { ...item, more: 1 }, text: ' a\u0000b ', more: 2 }];
    expect(read({ decision: 'request-changes', comment: 'c', comments, reviewer: 'Ann', via: 'page' })).toEqual({
      message: {
        ...{ revision: 1, decision: 'request-changes', comment: 'c', reviewer: 'Ann', via: 'page' },
        comments: [{ item, text: 'ab' }],
      },
    });
    expect(read({ decision: 'resolve-changes', changeRequest: 2 }, requested())).toEqual({
      message: { revision: 1, decision: 'resolve-changes', changeRequest: 2 },
    });
  });

  it.each(['rule', 'PAGE', 7, undefined])('from the client %p is from no known one', (via) => {
    expect(read({ decision: 'approve', via })).toEqual({ message: { revision: 1, decision: 'approve' } });
  });

  it.each([
    [{ decision: 'request-changes' }, 'requires "comment" or "comments"'],
    [{ decision: 'request-changes', comments: 'x' }, 'comments must be a list such as'],
    [{ decision: 'request-changes', comments: [] }, 'comments must be a list such as'],
    [{ decision: 'request-changes', comments: [null] }, 'comments must be a list such as'],
    [{ decision: 'request-changes', comments: [{ item: '0', text: 'x' }] }, 'comments must be a list such as'],
    [
      { decision: 'request-changes', comments: [{ item: { path: '0' }, text: 'x' }] },
      'comments must be a list such as',
    ],
    [{ decision: 'request-changes', comments: [{ item, text: ' ' }] }, 'comments must be a list such as'],
    [
      { decision: 'request-changes', comments: [{ item: { ...item, path: '01' }, text: 'x' }] },
      'must be a list such as',
    ],
    [{ decision: 'request-changes', comments: [{ item: { ...item, path: '1.1.1.1' }, text: 'x' }] }, 'must be a list'],
    [
      { decision: 'request-changes', comments: [{ item: { ...item, path: '1' }, text: 'x' }] },
      'the text has no item 1',
    ],
    [
      { decision: 'request-changes', comments: [{ item: { ...item, heading: 'U' }, text: 'x' }] },
      'item 0 is “T”, not “U”',
    ],
    [{ decision: 'request-changes', comments: Array(21).fill({ item, text: 'x' }) }, 'more than 20 entries'],
    [
      { decision: 'request-changes', comments: Array(2).fill({ item, text: 'x'.repeat(1600) }) },
      'more than 3000 characters',
    ],
    [{ decision: 'resolve-changes' }, 'no change request is open'],
    [{ decision: 'delegate', reviewer: 'Ann' }, 'requires the name of the person in "to"'],
    [{ decision: 'delegate', reviewer: 'Ann', to: 7 }, 'requires the name of the person in "to"'],
    [{ decision: 'delegate', reviewer: 'Ann', to: 'x'.repeat(101) }, 'longer than 100 characters'],
    [{ decision: 'delegate', reviewer: 'Ann', to: 'Bo' }, 'anyone may decide at this gate'],
  ])('of the shape %j is rejected', (value, sentence) => {
    expect(read(value)).toEqual({ refusal: expect.stringContaining(sentence) });
  });

  it('names the open change requests if another one is resolved', () => {
    expect(read({ decision: 'resolve-changes', changeRequest: 1 }, requested())).toEqual({
      refusal: 'changeRequest must be the number of an open change request: 2',
    });
  });

  it('is limited: ten open change requests, and a bounded record', () => {
    const open = { ...state(), openRequests: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] };
    expect(read({ decision: 'request-changes', comment: 'c' }, open)).toEqual({
      refusal: expect.stringContaining('10 change requests are open, which is the limit'),
    });
    const decided = (decision: 'delegate' | 'edit', times: number) => ({
      ...state(),
      decisions: Array(times).fill({ decision }),
    });
    expect(read({ decision: 'request-changes', comment: 'c' }, decided('delegate', 100))).toEqual({
      refusal: expect.stringContaining('limit of 100 change requests, resolutions and delegations'),
    });
    const full = decided('edit', 500);
    expect(read({ decision: 'regenerate' }, full)).toEqual({
      refusal: expect.stringContaining('limit of 500 decisions'),
    });
    expect(read({ decision: 'approve' }, full)).toHaveProperty('message');
    expect(read({ decision: 'reject' }, full)).toHaveProperty('message');
  });

  it.each(['request-changes', 'resolve-changes', 'delegate'])('%s is rejected in a run of 0.1', (decision) => {
    expect(read({ decision, comment: 'c', to: 'Bo' }, inReview())).toEqual({
      refusal: expect.stringContaining('runs by the rules of release 0.1'),
    });
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
    'is accepted as %s where a replay must accept what an earlier release accepted; only then is the patch queried',
    (_name, outline) => {
      const asked = jest.fn(() => false);
      const rules = { strict: asked, grammar: asked };
      const read = readReview({ revision: 1, decision: 'edit', outline }, inReview(), rules);
      expect(read).toEqual({ message: { revision: 1, decision: 'edit', outline } });
      expect(asked).toHaveBeenCalledTimes(1);
      readReview({ revision: 1, decision: 'edit', outline: '# T\n## One\u200f\r\n' }, inReview(), rules);
      expect(asked).toHaveBeenCalledTimes(1);
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

describe('a resolution', () => {
  function parked(stage: PresentationState['stage']): PresentationState {
    const state = inReview();
    state.stage = stage;
    state.attention = { stage, type: 'QuotaExhausted', message: 'no balance', at: AT, remedy: 'top up' };
    return state;
  }

  it('is taken when the deck waits for help', () => {
    expect(readResolution({ action: 'retry', by: 'ada' }, parked('content'))).toEqual({
      message: { action: 'retry', by: 'ada' },
    });
    expect(readResolution({ action: 'provide', designId: 7 }, parked('design'))).toEqual({
      message: { action: 'provide', designId: 7 },
    });
  });

  it.each([
    [{ action: 'fix' }, 'action must be'],
    [{ action: 'skip' }, 'stage content cannot be skipped'],
    [{ action: 'provide' }, 'provide requires taskId, designId, ticket or taskKey'],
    [{ action: 'provide', taskId: -1 }, 'taskId must be a positive whole number'],
    [{ action: 'provide', designId: '7' }, 'designId must be a positive whole number'],
    [7, 'send one object'],
  ])('%j is refused with a sentence', (value, sentence) => {
    expect(readResolution(value, parked('content'))).toEqual({ refusal: expect.stringContaining(sentence) });
  });

  it('is refused when nothing waits', () => {
    expect(readResolution({ action: 'retry' }, inReview())).toEqual({
      refusal: 'the deck is not parked: it is at stage review',
    });
  });
});

it('an outline with title and chapter has no fault, also with text around', () => {
  expect(outlineFault('intro\n# Title\n\n## One\n### Page')).toBeUndefined();
});
