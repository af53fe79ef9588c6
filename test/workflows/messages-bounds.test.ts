import { outlineFault } from '../../workflows/presentation/edited-outline';
import { lengthFault, readMove, readResolution, readReview, stepsOf } from '../../workflows/presentation/messages';
import type { PresentationState } from '../../workflows/presentation/state';
import { AT, parkedAt, planWith, revision, stateWith } from './decks';

/** Waits for a decision about revision 3. */
function inReview(changes: Partial<PresentationState> = {}): PresentationState {
  const outlines = [revision(1), revision(2), revision(3)];
  return stateWith({ stage: 'review', outlines, waiting: { gate: 'outline', since: AT, reminders: 0 }, ...changes });
}

const OUTLINE = '# Tea\n\n## Kinds';
const ownWords = planWith({ content: 'as-is' });
const nested = (depth: number) => {
  let tree: Record<string, unknown> = { value: 'leaf' };
  for (let level = 1; level < depth; level++) tree = { value: 'node', children: [tree] };
  return tree;
};
const wide = (children: number) => ({ value: 'root', children: Array(children).fill({ value: 'leaf' }) });

describe('a decision', () => {
  const read = (value: object, state = inReview()) => readReview({ revision: 3, ...value }, state);
  const taken = (value: object, state = inReview()) => {
    const answer = read(value, state);
    return 'message' in answer ? answer.message : answer.refusal;
  };

  it.each(['approve', 'reject', 'regenerate'] as const)('to %s is read without anything else', (decision) => {
    expect(read({ decision })).toStrictEqual({ message: { decision, revision: 3 } });
  });

  it('to edit carries the text, or the revision to restore', () => {
    expect(taken({ decision: 'edit', outline: OUTLINE })).toStrictEqual({
      decision: 'edit',
      revision: 3,
      outline: OUTLINE,
    });
    expect(taken({ decision: 'edit', restore: 2 })).toStrictEqual({ decision: 'edit', revision: 3, restore: 2 });
  });

  it.each([
    [{ decision: 'approve', outline: OUTLINE }, 'only edit can have outline'],
    [{ decision: 'approve', restore: 1 }, 'only edit can have restore'],
    [{ decision: 'reject', template: { id: 7, type: 1 } }, 'only approve can have template'],
    [{ decision: 'reject', to: 'Bo' }, 'only delegate can have to'],
  ])('%j has a field of another decision', (value, refusal) => {
    expect(read(value)).toEqual({ refusal });
  });

  it.each([
    [{ decision: 'edit', restore: 3 }, 'revision 3 is already the current revision'],
    [{ decision: 'edit', restore: 0 }, 'restore must be a positive whole number'],
    [{ decision: 'edit', restore: 4 }, 'restore must be the number of an earlier revision: 1 to 2'],
    [{ decision: 'edit', restore: '2' }, 'restore must be a positive whole number'],
    [{ decision: 'edit', restore: 2, outline: OUTLINE }, 'send one of "outline", "restore" and "accept"'],
    [
      { decision: 'regenerate', revision: 2 },
      'revision 2 is not the current revision; read revision 3 and decide on that one',
    ],
  ])('%j is refused', (value, refusal) => {
    expect(read(value)).toEqual({ refusal });
  });

  it.each([
    [null, 'send one object: {"revision": 1, "decision": "approve"}'],
    [
      { decision: 'no', revision: 3 },
      'decision must be approve, edit, regenerate, reject, request-changes, comment, reply, resolve-thread or delegate',
    ],
    [{ decision: 'approve', revision: '3' }, 'revision must be the number of the revision that you have read'],
    [{ decision: 'approve', revision: 3.5 }, 'revision must be the number of the revision that you have read'],
  ])('of the shape %j gets the whole sentence', (value, refusal) => {
    expect(readReview(value, inReview())).toEqual({ refusal });
  });

  it('about a deck that was rejected names who did it', () => {
    const rejected = inReview({ rejection: { revision: 3, by: 'ada', at: AT } });
    expect(read({ decision: 'approve' }, rejected)).toEqual({ refusal: 'the deck was already rejected by ada' });
  });

  it('is refused while nothing waits, naming the approval that counts', () => {
    const { waiting: _, ...idle } = inReview({ stage: 'design' });
    const approval = { revision: 2, by: 'ada', at: AT };
    expect(read({ decision: 'approve' }, { ...idle, approval })).toEqual({
      refusal: 'revision 2 was already approved by ada; the deck is at stage design',
    });
    const contentApproval = { revision: 3, by: 'ben', at: AT };
    expect(read({ decision: 'approve' }, { ...idle, approval, contentApproval })).toEqual({
      refusal: 'revision 3 was already approved by ben; the deck is at stage design',
    });
    expect(read({ decision: 'approve' }, inReview({ outlines: [] }))).toEqual({
      refusal: 'there is nothing to review yet: the deck is at stage review',
    });
  });

  it('to regenerate is refused for a text that was provided with the deck; others are not', () => {
    const state = inReview({ plan: ownWords });
    expect(read({ decision: 'regenerate' }, state)).toEqual({
      refusal: expect.stringContaining('was provided with the deck'),
    });
    expect(taken({ decision: 'approve' }, state)).toMatchObject({ decision: 'approve' });
    expect(taken({ decision: 'edit', outline: OUTLINE }, state)).toMatchObject({ decision: 'edit' });
  });

  it.each([
    ['edit', 499, true],
    ['edit', 500, false],
    ['regenerate', 499, true],
    ['regenerate', 500, false],
    ['approve', 500, true],
    ['reject', 500, true],
  ] as const)('to %s a deck of %d revisions is taken: %s', (decision, count, isTaken) => {
    const outlines = Array.from({ length: count }, (_, index) => revision(index + 1));
    const outline = decision === 'edit' ? { outline: OUTLINE } : {};
    const answer = readReview({ decision, revision: count, ...outline }, inReview({ outlines }));
    if (isTaken) expect(answer).toMatchObject({ message: { decision } });
    else
      expect(answer).toEqual({
        refusal: expect.stringContaining('the deck has reached the limit of 500 revisions; approve or reject'),
      });
  });

  it('to approve may name the template, by its two numbers alone', () => {
    expect(taken({ decision: 'approve', template: { id: 7, type: 1, name: 'x' } })).toStrictEqual({
      decision: 'approve',
      revision: 3,
      template: { id: 7, type: 1 },
    });
  });

  it.each([
    [{ id: 0, type: 1 }, 'template.id must be a positive whole number'],
    [{ id: 7, type: '1' }, 'template.type must be a positive whole number'],
    [{ id: 7 }, 'template.type must be a positive whole number'],
    [[7, 1], 'template must have two numbers of the generation service, such as {"id": 7, "type": 1}'],
  ])('with the template %j is refused', (template, refusal) => {
    expect(read({ decision: 'approve', template })).toEqual({ refusal });
  });

  it('keeps a comment of 2000 characters and its lines, without control characters and blanks around', () => {
    expect(taken({ decision: 'approve', comment: 'x'.repeat(2000) })).toMatchObject({ comment: 'x'.repeat(2000) });
    expect(taken({ decision: 'approve', comment: 'x'.repeat(2001) })).toBe('comment is longer than 2000 characters');
    expect(taken({ decision: 'approve', comment: ' \u0007one\r\n\ttwo\u007f ' })).toMatchObject({
      comment: 'one\n\ttwo',
    });
  });

  it.each([' ', '\u0000', null])('leaves out the comment %j', (comment) => {
    expect(taken({ decision: 'approve', comment, reviewer: comment })).toStrictEqual({
      decision: 'approve',
      revision: 3,
    });
  });
});

describe('an edited outline', () => {
  const given = (outline: unknown) => {
    const read = readReview({ decision: 'edit', revision: 3, outline }, inReview());
    return 'message' in read ? read.message.outline : read.refusal;
  };
  const sha256 = 'a'.repeat(64);
  const uri = `document:${'b'.repeat(16)}-${'c'.repeat(16)}/${sha256}`;
  const stored = { uri, sha256, bytes: 9, preview: '# Tea' };

  it('by its address is taken without further fields, and with a short preview', () => {
    expect(given({ ...stored, secret: 'x' })).toStrictEqual(stored);
    expect(given({ uri: `document:${sha256}`, sha256, bytes: '9', preview: 7 })).toStrictEqual({
      uri: `document:${sha256}`,
      sha256,
      bytes: 0,
      preview: '',
    });
    expect(given({ ...stored, preview: 'p'.repeat(500) })).toMatchObject({ preview: 'p'.repeat(400) });
  });

  it.each([
    { uri },
    { sha256 },
    { uri: `document:${'d'.repeat(64)}`, sha256 },
    { uri: `document:of/${sha256}`, sha256 },
    { uri: 7, sha256: 7 },
    { uri: 'document:7', sha256: 7 },
    {},
  ])('at %j is refused', (outline) => {
    expect(given(outline)).toBe('outline must be Markdown text, an outline tree, or a reference to a stored document');
  });

  it('as a tree keeps the known fields of every node', () => {
    const tree = {
      value: 'Tea',
      type: 't'.repeat(50),
      id: 7,
      children: [
        { value: 'Kinds', type: 4, children: null },
        { value: 'Use', children: [{ value: 'Daily' }] },
      ],
    };
    expect(given(tree)).toStrictEqual({
      value: 'Tea',
      type: 't'.repeat(40),
      children: [{ value: 'Kinds' }, { value: 'Use', children: [{ value: 'Daily' }] }],
    });
  });

  it.each([
    [{ value: 'Tea' }, 'the tree has no chapter: its root needs children'],
    [{ value: 'Tea', children: null }, 'the tree has no chapter: its root needs children'],
    [{ value: 'Tea', children: [] }, 'the tree has no chapter: its root needs children'],
    [{ value: ' ' }, 'node 1 of the tree has no "value": every node needs its text'],
    [{ value: 7 }, 'node 1 of the tree has no "value": every node needs its text'],
    [{ value: 'Tea', children: ['Kinds'] }, 'node 2 of the tree has no "value": every node needs its text'],
    [{ value: 'Tea', children: [{ value: '' }] }, 'node 2 of the tree has no "value": every node needs its text'],
    [{ value: 'Tea', children: 'Kinds' }, '"children" of “Tea” is not a list'],
    [{ value: 'T'.repeat(50), children: {} }, `"children" of “${'T'.repeat(40)}” is not a list`],
  ])('as the tree %j is refused', (tree, sentence) => {
    expect(outlineFault(tree)).toBe(sentence);
  });

  it('as a tree has at most 50 levels', () => {
    const tooDeep = 'the tree is nested more than 50 levels deep';
    expect(outlineFault(nested(50))).toBeUndefined();
    expect(outlineFault(nested(51))).toBe(tooDeep);
    expect(outlineFault({ value: 'root', children: [wide(3), nested(50), wide(3)] })).toBe(tooDeep);
  });

  it('as a tree has at most as many characters as Markdown, because its step stores no more', () => {
    const tree = (length: number) => ({ value: 'T', children: [{ value: 'x'.repeat(length - 1) }] });
    expect(outlineFault(tree(100_000))).toBeUndefined();
    expect(outlineFault(tree(100_001))).toBe(
      'the tree is longer than 100000 characters; store it as Markdown and send a reference',
    );
  });

  it('takes more steps of a run, the longer it is, and is refused above the limit', () => {
    const message = (length: number) => ({ revision: 1, unknown: [{ deep: 'x'.repeat(length) }] });
    expect([stepsOf({ revision: 1 }), stepsOf(message(9_000)), stepsOf(message(99_990))]).toEqual([1, 1, 11]);
    expect(lengthFault(message(149_000))).toBeUndefined();
    expect(lengthFault(message(1_900_000))).toMatch(/^the message has 19000\d\d characters, more than 150000; store/);
  });

  it('as a tree has at most 2000 nodes, deep or wide', () => {
    const tooMany = 'the tree has more than 2000 nodes; store it as Markdown and send a reference';
    expect(outlineFault(nested(2000))).toContain('more than 50 levels');
    expect(outlineFault(nested(2001))).toBe(tooMany);
    expect(outlineFault(wide(1999))).toBeUndefined();
    expect(outlineFault(wide(2000))).toBe(tooMany);
    expect(outlineFault(wide(1_000_000))).toBe(tooMany);
    const besides = { value: 'root', children: [...wide(1500).children, wide(600)] };
    expect(outlineFault(besides)).toBe(tooMany);
    const two = { value: 'root', children: [wide(999), wide(998)] };
    expect(outlineFault(two)).toBeUndefined();
    expect(outlineFault({ ...two, children: [wide(999), wide(999)] })).toBe(tooMany);
  });

  it.each([
    [undefined, 'edit requires the complete outline as Markdown in "outline"'],
    [[OUTLINE], 'edit requires the complete outline as Markdown in "outline"'],
    ['', 'edit requires the complete outline as Markdown in "outline"'],
    ['Tea and its kinds', "line 1: the outline has no title: add a line that starts with '# '"],
    ['# \n## Kinds', 'line 1: the title is empty'],
    ['# Tea\n## ', 'line 2: the chapter is empty'],
    ['# Tea ## Kinds', 'the outline has no chapters: add at least one'],
    ['# Tea\n```\n## Kinds', undefined],
    ['# Tea\n\n{"a": 1}', undefined],
    ['{"value": "Tea"}', 'line 1: the outline must be Markdown, not JSON'],
    ['#Tea\n## Kinds', undefined],
    ['## Kinds', undefined],
    ['# Tea\n##Kinds', undefined],
    ['# Tea\n### Kinds', undefined],
    ['# Tea\n- Kinds', undefined],
    [OUTLINE, undefined],
    ['#    Tea\n##   Kinds', undefined],
    ['#  T\n##  K', undefined],
  ])('%j has the fault %s', (outline, fault) => {
    expect(outlineFault(outline)).toBe(fault);
  });

  it('inside its message has at most a hundred thousand characters', () => {
    const of = (length: number) => `${OUTLINE}\n`.padEnd(length, `${'x'.repeat(98)}\n\n`);
    expect(outlineFault(of(100_000))).toBeUndefined();
    expect(outlineFault(of(100_001))).toBe(
      'the outline is longer than 100000 characters; store it and send a reference',
    );
  });
});

describe('a resolution', () => {
  const approval = { revision: 3, by: 'ada', at: AT };
  const waiting = {
    designId: 8,
    exports: [{ format: 'pdf', state: 'waiting', files: [] }],
  } as Partial<PresentationState>;
  const read = (value: unknown, state = parkedAt('content', 'OutcomeUnknown', { approval })) =>
    readResolution(value, state);

  it.each(['retry', 'abandon'] as const)('to %s is read without anything else', (action) => {
    expect(read({ action })).toStrictEqual({ message: { action } });
  });

  it('to skip is read where the deck can do without the stage', () => {
    expect(read({ action: 'skip', by: 'ada', comment: 'later' }, parkedAt('layout'))).toStrictEqual({
      message: { action: 'skip', by: 'ada', comment: 'later' },
    });
    expect(read({ action: 'skip' })).toEqual({
      refusal: 'stage content cannot be skipped; retry it, provide its ID, or abandon the deck',
    });
    expect(read({ action: 'retry' })).toEqual({ message: { action: 'retry' } });
  });

  it.each([{ taskId: 7 }, { designId: 8 }, { ticket: 'a.b-c_d~1' }])('to provide %j carries it', (ids) => {
    expect(read({ action: 'provide', ...ids })).toStrictEqual({ message: { action: 'provide', ...ids } });
  });

  it('carries an export that was started, where one waits to be', () => {
    expect(read({ action: 'provide', taskKey: 'k1' }, parkedAt('export', 'OutcomeUnknown', waiting))).toStrictEqual({
      message: { action: 'provide', taskKey: 'k1' },
    });
  });

  it.each([
    [[], 'send one object: {"action": "retry"}'],
    [7, 'send one object: {"action": "retry"}'],
    [{ action: 'mend' }, 'action must be retry, skip, abandon or provide'],
    [{ action: 'retry', taskId: 7 }, 'only provide can have taskId'],
    [{ action: 'provide' }, 'provide requires taskId, designId, ticket or taskKey'],
    [{ action: 'provide', taskId: 0 }, 'taskId must be a positive whole number'],
    [{ action: 'provide', taskId: 1.5 }, 'taskId must be a positive whole number'],
    [{ action: 'provide', taskId: 2 ** 53 }, 'taskId must be a positive whole number'],
    [{ action: 'provide', designId: '8' }, 'designId must be a positive whole number'],
    [{ action: 'provide', ticket: '' }, 'ticket must be the text that the generation service returned'],
    [{ action: 'provide', ticket: 7 }, 'ticket must be the text that the generation service returned'],
    [{ action: 'provide', ticket: 'a b' }, 'ticket must be the text that the generation service returned'],
    [{ action: 'provide', ticket: ' a' }, 'ticket must be the text that the generation service returned'],
    [{ action: 'provide', taskKey: 'k/' }, 'taskKey must be the text that the generation service returned'],
    [{ action: 'provide', taskKey: 'k'.repeat(201) }, 'taskKey must be the text that the generation service returned'],
    [{ action: 'provide', taskKey: 'k' }, 'no export is waiting to start'],
    [{ action: 'retry', since: 'today' }, 'since must be the time `attention.at` that you have read'],
  ])('%j is refused', (value, refusal) => {
    expect(read(value)).toEqual({ refusal });
  });

  it('is refused if it answers an earlier problem, not if the same problem has come back', () => {
    const at = '2026-03-01T10:00:00.000Z';
    const state = parkedAt('export', 'QueueFull');
    Object.assign(state.attention!, { at: '2026-03-01T11:00:00.000Z', message: 'the queue is full' });
    state.parked = { stage: 'export', type: 'QueueFull', at };
    const skip = (since: string) => readResolution({ action: 'skip', since }, state);
    expect(skip('2026-03-01T09:59:59.999Z')).toEqual({
      refusal: `the deck is parked for another reason since ${at}: QueueFull at stage export, the queue is full`,
    });
    for (const same of [at, state.attention!.at]) expect(skip(same)).toHaveProperty('message');
    expect(readResolution({ action: 'skip' }, state)).toHaveProperty('message');
  });

  it('is refused when nothing waits', () => {
    expect(readResolution({ action: 'retry' }, inReview())).toEqual({
      refusal: 'the deck is not parked: it is at stage review',
    });
  });

  it('takes a ticket of 200 characters', () => {
    const ticket = 't'.repeat(200);
    expect(read({ action: 'provide', ticket })).toEqual({ message: { action: 'provide', ticket } });
  });

  it('carries no export while there is no design, or while none waits to be started', () => {
    const refusal = 'no export is waiting to start';
    const exports = [{ format: 'pdf', state: 'waiting', files: [] }] as PresentationState['exports'];
    expect(read({ action: 'provide', taskKey: 'k' }, parkedAt('export', 'NotFound', { exports }))).toEqual({ refusal });
    const running = [{ format: 'pdf', state: 'running', files: [] }] as PresentationState['exports'];
    const state = parkedAt('export', 'NotFound', { designId: 8, exports: running });
    expect(read({ action: 'provide', taskKey: 'k' }, state)).toEqual({ refusal });
    const several = [...running, ...exports];
    expect(
      read({ action: 'provide', taskKey: 'k' }, parkedAt('export', 'NotFound', { designId: 8, exports: several })),
    ).toMatchObject({ message: { taskKey: 'k' } });
  });

  it('carries a ticket only between the approval and the content', () => {
    const refusal = 'the deck is not waiting for a content job: it is at stage content';
    const ticket = { action: 'provide', ticket: 't' };
    expect(read(ticket, parkedAt('content'))).toEqual({ refusal });
    const content = { document: revision(1).document, pages: 9 };
    expect(read(ticket, parkedAt('content', 'NotFound', { approval, content }))).toEqual({ refusal });
    expect(read({ action: 'provide', taskId: 7 }, parkedAt('task'))).toMatchObject({ message: { taskId: 7 } });
  });

  it('raises the budget above what is paid already, up to a thousand, with retry alone', () => {
    const state = parkedAt('content', 'PaidCallsExhausted', { paidCalls: { streamOutline: 4, saveDesign: 6 } });
    const raised = (paidCalls: unknown) => read({ action: 'retry', paidCalls }, state);
    expect(raised(11)).toStrictEqual({ message: { action: 'retry', paidCalls: 11 } });
    expect(raised(1000)).toStrictEqual({ message: { action: 'retry', paidCalls: 1000 } });
    expect(raised(10)).toEqual({
      refusal: 'paidCalls must be a whole number above the 10 calls already made, and at most 1000',
    });
    for (const wrong of [1001, 11.5, '11', 0]) {
      expect(raised(wrong)).toEqual({ refusal: 'paidCalls must be a whole number from 1 to 1000' });
    }
    expect(read({ action: 'abandon', paidCalls: 11 }, state)).toEqual({
      refusal: 'only retry can have paidCalls',
    });
  });
});

describe('the message to move', () => {
  it.each([
    [undefined, {}],
    [null, {}],
    [{}, {}],
    [{ more: 1 }, {}],
    [{ startAfterMs: 0 }, { startAfterMs: 0 }],
    [{ startAfterMs: 60_000, more: 1 }, { startAfterMs: 60_000 }],
  ])('%j is read as %j', (value, message) => {
    expect(readMove(value)).toStrictEqual({ message });
  });

  it.each([
    ['now', 'send nothing, or {"startAfterMs": 10000}'],
    [[], 'send nothing, or {"startAfterMs": 10000}'],
    [{ startAfterMs: -1 }, 'startAfterMs must be 0 to 60000 milliseconds'],
    [{ startAfterMs: 60_001 }, 'startAfterMs must be 0 to 60000 milliseconds'],
    [{ startAfterMs: '7' }, 'startAfterMs must be 0 to 60000 milliseconds'],
    [{ startAfterMs: Number.NaN }, 'startAfterMs must be 0 to 60000 milliseconds'],
  ])('%j is refused', (value, refusal) => {
    expect(readMove(value)).toEqual({ refusal });
  });
});
