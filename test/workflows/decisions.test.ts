import type { ReviewMessage } from '../../src/core/review-message';
import { settle } from '../../workflows/presentation/decision-kinds';
import { openChangeRequests } from '../../workflows/presentation/decisions';
import { close, requestChanges, revise } from '../../workflows/presentation/settle';
import type { PresentationState } from '../../workflows/presentation/state';
import { AT, gateWith, revision } from './decks';

const message = (decision: ReviewMessage['decision'], more: Partial<ReviewMessage> = {}): ReviewMessage => ({
  ...{ revision: 1, decision, reviewer: 'Ann' },
  ...more,
});
const request = (state: PresentationState, more: Partial<ReviewMessage> = {}) =>
  requestChanges(state, 'outline', message('request-changes', more), AT);
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

  it('shortens old comments, but not those of open requests', () => {
    const state = gateWith({});
    const long = 'x'.repeat(2000);
    const comments = Array(5).fill({ item: { path: '1', heading: long.slice(0, 200) }, text: long });
    request(state, { comment: long, comments });
    request(state, { comment: long, comments });
    settle(state, message('resolve-changes', { changeRequest: 1 }), AT);
    for (let times = 0; times < 10; times += 1) revise(gateWith({}), 'outline', message('edit'), { document, at: AT });
    for (let times = 0; times < 10; times += 1) {
      request(state, { comment: 'c' });
      settle(state, message('resolve-changes', { changeRequest: times + 3 }), AT);
    }
    const [closed, open] = state.decisions!;
    expect(closed!.comment).toHaveLength(100);
    expect(closed!.comments).toHaveLength(3);
    expect(closed!.comments![0]).toEqual({ item: { path: '1', heading: 'x'.repeat(100) }, text: 'x'.repeat(100) });
    expect(open).toMatchObject({ comment: long, comments });
  });

  it('stays far below the payload limit of Temporal, whatever people send', () => {
    const state = gateWith({ approvals: 20 });
    const long = '漢'.repeat(2000);
    const comments = Array(20).fill({ item: { path: '1', heading: '漢'.repeat(200) }, text: '漢'.repeat(150) });
    for (let times = 0; times < 50; times += 1) {
      request(state, { comment: long, comments, reviewer: long });
      settle(state, message('resolve-changes', { comment: long, reviewer: long }), AT);
    }
    for (let times = 0; times < 440; times += 1) {
      settle(state, message('approve', { comment: long, reviewer: `${long}${times}` }), AT);
      revise(state, 'outline', message('edit'), { document, at: AT });
    }
    for (let times = 0; times < 10; times += 1) request(state, { comment: long, comments, reviewer: long });
    expect(state.decisions!.length).toBeGreaterThan(900);
    expect(Buffer.byteLength(JSON.stringify(state.decisions))).toBeLessThan(1_200_000);
  });
});

describe('a change request', () => {
  it('discards the approvals before it, and is open until it is resolved', () => {
    const state = gateWith({ approvals: 2 });
    settle(state, message('approve'), AT);
    request(state, { reviewer: 'Bo', comment: 'prices' });
    expect(state.approvals).toBeUndefined();
    expect(openChangeRequests(state)).toEqual([{ number: 1, revision: 1, by: 'Bo', at: AT, comment: 'prices' }]);
    expect(settle(state, message('resolve-changes'), AT)!.message).toBe(
      'no change request is open; revision 1 is awaiting review',
    );
    expect(openChangeRequests(state)).toEqual([]);
  });

  it('is closed by an edit, by another generation, and by its author’s approval', () => {
    for (const close_ of [
      (state: PresentationState) => revise(state, 'outline', message('edit'), { document, at: AT }),
      (state: PresentationState) => close(state, 'outline', { ...message('regenerate'), decision: 'regenerate' }, AT),
      (state: PresentationState) => settle(state, message('approve'), AT),
    ]) {
      const state = gateWith({ approvals: 2 });
      request(state);
      close_(state);
      expect(state.openRequests).toBeUndefined();
      expect(state.decisions!.at(-1)).toMatchObject({ closes: [1] });
    }
  });

  it('keeps its number when others are resolved', () => {
    const state = gateWith({});
    for (const comment of ['a', 'b', 'c']) request(state, { comment });
    const answer = settle(state, message('resolve-changes', { changeRequest: 2 }), AT)!;
    expect(answer.message).toBe('change requests 1, 3 are still open; revision 1 is awaiting review');
    expect(openChangeRequests(state).map(({ number }) => number)).toEqual([1, 3]);
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
