import { outlineFault, readResolution, readReview } from '../../workflows/messages';
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
