import type { ReviewMessage } from '../../src/core/review-message';
import { threadsOf } from '../../src/core/threads';
import { whyNot } from '../../workflows/presentation/approvals';
import { settle } from '../../workflows/presentation/decision-kinds';
import { openThreads } from '../../workflows/presentation/decisions';
import { close, remark, revise } from '../../workflows/presentation/settle';
import type { PresentationState } from '../../workflows/presentation/state';
import { AT, gateWith, revision } from './decks';

const message = (decision: ReviewMessage['decision'], more: Partial<ReviewMessage> = {}): ReviewMessage => ({
  ...{ revision: 1, decision, reviewer: 'Ann' },
  ...more,
});
const request = (state: PresentationState, more: Partial<ReviewMessage> = {}) =>
  remark(state, 'outline', message('request-changes', more), AT);
const document = { text: '# T', sha256: 'new', bytes: 3 };

describe('the record of decisions', () => {
  it('has the revision, its hash, the person and the client', () => {
    const state = gateWith({ approvals: 2 });
    settle(state, message('approve', { verified: true, via: 'page', comment: 'fine' }), AT);
    expect(state.decisions).toEqual([
      {
        ...{ gate: 'outline', revision: 1, sha256: 'abc', decision: 'approve', by: 'Ann', verified: true },
        ...{ at: AT, via: 'page', comment: 'fine' },
      },
    ]);
  });

  it('has an edit under the revision that was edited', () => {
    const state = gateWith({});
    revise(state, 'outline', message('edit', { comment: 'shorter' }), { document, at: AT });
    expect(state.decisions).toMatchObject([
      { decision: 'edit', revision: 1, sha256: 'abc', newRevision: 2, via: 'api' },
    ]);
    expect(state.outlines[1]).toEqual(revision(2, { source: 'edited', by: 'Ann', comment: 'shorter', document }));
  });

  it('shortens old threads that are closed, and keeps the open ones of the same decision', () => {
    const state = gateWith({});
    const long = 'x'.repeat(2000);
    const comments = Array(5).fill({ item: { path: '1', heading: long.slice(0, 200) }, text: long });
    request(state, { comment: long, comments });
    remark(state, 'outline', message('reply', { thread: 6, comment: long }), AT);
    remark(state, 'outline', message('reply', { thread: 1, comment: long }), AT);
    for (const thread of [1, 2, 3, 4, 5]) settle(state, message('resolve-thread', { thread }), AT);
    for (let times = 0; times < 10; times += 1) {
      request(state, { comment: 'c' });
      settle(state, message('resolve-thread', { thread: times + 7 }), AT);
    }
    const short = { path: '1', heading: 'x'.repeat(80) };
    const [opened, kept, shortened] = state.decisions!;
    expect(opened!.opens).toEqual([
      { number: 1, text: 'x'.repeat(80) },
      { number: 2, item: short, text: 'x'.repeat(80) },
      { number: 6, ...comments[0] },
    ]);
    expect([kept!.comment!.length, shortened!.comment!.length]).toEqual([2000, 80]);
    expect(openThreads(state)).toMatchObject([{ number: 6, text: long, replies: [{ text: long }] }]);
  });

  it('stays far below the payload limit of Temporal, whatever people send', () => {
    const state = gateWith({ approvals: 20 });
    const long = '漢'.repeat(2000);
    const comments = Array(20).fill({ item: { path: '1', heading: '漢'.repeat(200) }, text: '漢'.repeat(150) });
    for (let times = 0; times < 100; times += 1) {
      request(state, { comment: long, comments, reviewer: long });
      settle(state, message('resolve-thread', { comment: long, reviewer: long }), AT);
    }
    for (let times = 0; times < 440; times += 1) {
      settle(state, message('approve', { comment: long, reviewer: `${long}${times}` }), AT);
      revise(state, 'outline', message('edit'), { document, at: AT });
    }
    // The limit of the open threads, in characters.
    for (let times = 0; times < 6; times += 1) request(state, { comment: long, comments, reviewer: long });
    expect(state.decisions!.length).toBeGreaterThan(900);
    expect(Buffer.byteLength(JSON.stringify(state.decisions))).toBeLessThan(1_200_000);
  });
});

describe('a thread', () => {
  const comment = (state: PresentationState, more: Partial<ReviewMessage>) =>
    remark(state, 'outline', message('comment', more), AT);
  const one = { item: { path: '1', heading: 'Kinds' }, text: 'Which?' };

  it('is an objection if it requests changes, which discards the approvals before it', () => {
    const state = gateWith({ approvals: 2 });
    settle(state, message('approve'), AT);
    comment(state, { reviewer: 'Bo', comments: [one] });
    expect(state.approvals).toBeDefined();
    request(state, { reviewer: 'Bo', comment: 'prices' });
    expect(state.approvals).toBeUndefined();
    expect(openThreads(state)).toEqual([
      { number: 1, gate: 'outline', revision: 1, by: 'Bo', at: AT, replies: [], ...one },
      { number: 2, gate: 'outline', revision: 1, by: 'Bo', at: AT, replies: [], text: 'prices', objection: true },
    ]);
  });

  it('collects replies, and is resolved alone', () => {
    const state = gateWith({});
    comment(state, { comments: [one, one] });
    remark(
      state,
      'outline',
      message('reply', { thread: 2, comment: 'Green ones', reviewer: 'Bo', verified: true }),
      AT,
    );
    expect(settle(state, message('resolve-thread', { thread: 1, comment: 'ok' }), AT)!.message).toBe(
      'resolved: 1; still open: 2; revision 1 is awaiting review',
    );
    expect(openThreads(state)).toMatchObject([
      { number: 2, replies: [{ by: 'Bo', verified: true, at: AT, text: 'Green ones' }] },
    ]);
    expect(settle(state, message('resolve-thread'), AT)!.message).toContain('resolved: 2; no thread is open');
    expect(threadsOf(state.decisions)[0]!.closed).toEqual({
      by: 'Ann',
      at: AT,
      decision: 'resolve-thread',
      comment: 'ok',
    });
  });

  it('survives an edit and another generation', () => {
    const state = gateWith({});
    request(state, { comments: [one] });
    revise(state, 'outline', message('edit'), { document, at: AT });
    close(state, 'outline', { ...message('regenerate'), decision: 'regenerate' }, AT);
    expect(openThreads(state)).toMatchObject([{ number: 1, revision: 1, objection: true }]);
    expect(state.decisions!.map(({ closes }) => closes)).toEqual([undefined, undefined, undefined]);
  });

  it('is closed by the edit that accepts its suggestion', () => {
    const state = gateWith({ selfApproval: false });
    comment(state, { reviewer: 'Bo', comments: [{ ...one, text: '', suggestion: 'Sorts' }, one] });
    revise(state, 'outline', message('edit', { accept: 1 }), { document, at: AT });
    expect(state.decisions!.at(-1)).toMatchObject({ decision: 'edit', closes: [1], newRevision: 2 });
    expect(openThreads(state).map(({ number }) => number)).toEqual([2]);
    // The author of the suggestion wrote the text, too.
    expect(whyNot(state, { decision: 'approve', reviewer: 'Bo' })).toContain('Bo wrote this text');
  });

  it('that objects is closed by its author’s approval, and every one when the gate closes', () => {
    const state = gateWith({ approvals: 2 });
    request(state, { comment: 'mine' });
    request(state, { comment: 'his', reviewer: 'Bo' });
    comment(state, { comments: [one] });
    settle(state, message('approve', { despite: [2], comment: 'Bo agreed' }), AT);
    expect(state.decisions!.at(-1)).toMatchObject({ closes: [1], despite: [2], comment: 'Bo agreed' });
    close(
      state,
      'outline',
      { ...message('approve', { reviewer: 'Cy', despite: [2], comment: 'ok' }), decision: 'approve' },
      AT,
    );
    expect(state.decisions!.at(-1)).toMatchObject({ closes: [2], despite: [2] });
    expect(openThreads(state)).toMatchObject([{ number: 3 }]);
  });
});

describe('a template', () => {
  it('is the last one that an approval named', () => {
    const state = gateWith({ approvals: 3 });
    settle(state, message('approve', { template: { id: 1, type: 1 } }), AT);
    settle(state, message('approve', { reviewer: 'Bo', template: { id: 2, type: 1 } }), AT);
    expect(settle(state, message('approve', { reviewer: 'Cy' }), AT)).toBeUndefined();
    close(state, 'outline', { ...message('approve', { reviewer: 'Cy' }), decision: 'approve' }, AT);
    expect(state.template).toEqual({ id: 2, type: 1 });
    expect(state.approval).toEqual({ revision: 1, by: 'Cy', at: AT });
    expect(state.approvals).toBeUndefined();
  });
});
