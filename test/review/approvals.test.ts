import type { Pipeline } from '../pipeline/pipeline';
import { deckPath, POLICY, pathOf, type Review, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
withReview((...both) => {
  [pipeline, review] = both;
});

/** A deck at a gate with a policy, and the links of its people. */
async function deckWith(settings: Record<string, unknown>) {
  const handle = await pipeline.start({ title: 'Tea', settings });
  const { workflowId } = handle;
  const linkOf = (reviewer: string) => review.link({ workflowId, reviewer });
  await review.until(linkOf('Ann'), ({ mayDecide }) => mayDecide);
  return { handle, workflowId, linkOf };
}
const approve = { revision: 1, decision: 'approve' } as const;

describe('a gate with a policy', () => {
  it('collects the approvals of links, lists them on the view and completes with the last one', async () => {
    const { handle, linkOf } = await deckWith(POLICY);
    const key = { 'idempotency-key': 'ann-approves' };
    const first = await review.decide(linkOf('Ann'), approve, key);
    expect(first).toMatchObject({ status: 200, json: { approvals: { missing: { approvals: 1, groups: ['legal'] } } } });
    expect(await review.decide(linkOf('Ann'), approve, key)).toMatchObject({ status: 200, json: first.json });
    const view = await review.until(linkOf('Li'), ({ decisions }) => decisions !== undefined);
    expect(view).toMatchObject({
      mayDecide: true,
      review: { approvals: { given: [{ by: 'Ann', verified: true }] }, mayDecide: ['Ann', 'Bo', 'Li'] },
      decisions: [{ by: 'Ann', decision: 'approve', revision: 1, via: 'page', verified: true }],
    });
    expect(view.decisions![0]).not.toHaveProperty('sha256');

    await review.decide(linkOf('Li'), approve);
    expect(await handle.result()).toMatchObject({ approval: { by: 'Li' } });
    expect((await review.deck(linkOf('Ann'))).decisions).toMatchObject([{ by: 'Ann' }, { by: 'Li' }]);
  });

  it('opens and resolves change requests with comments on items, and records a delegation', async () => {
    const { workflowId, linkOf } = await deckWith(POLICY);
    const { markdown } = (await review.call(`${pathOf(workflowId)}/revisions/1`, { link: linkOf('Ann') })).json;
    const heading = /^## (.*)$/m.exec(markdown)![1]!;
    const comments = [{ item: { path: '1', heading }, text: 'Too long' }];
    const asked = { revision: 1, decision: 'request-changes', comment: 'Shorter', comments } as const;
    expect(await review.decide(linkOf('Ann'), asked)).toMatchObject({ status: 200, json: { threads: [1, 2] } });
    const { threads } = await review.until(linkOf('Bo'), (view) => view.threads !== undefined);
    expect(threads).toMatchObject([
      { number: 1, by: 'Ann', text: 'Shorter', objection: true },
      { number: 2, ...comments[0], objection: true },
    ]);
    expect(await review.decide(linkOf('Bo'), approve)).toMatchObject({
      status: 422,
      refusal: { code: 'invalid', detail: expect.stringContaining('Ann (threads 1, 2) requested changes') },
    });
    const wrong = { ...asked, comments: [{ item: { path: '1', heading: 'Another text' }, text: 'x' }] };
    expect(await review.decide(linkOf('Bo'), wrong)).toMatchObject({ status: 422, refusal: { code: 'invalid' } });

    const resolve = { revision: 1, decision: 'resolve-thread', comment: 'Agreed' } as const;
    const viewer = review.link({ workflowId, role: 'viewer' });
    expect(await review.decide(viewer, resolve)).toMatchObject({ status: 403, refusal: { code: 'not-allowed' } });
    expect(await review.decide(linkOf('Bo'), resolve)).toMatchObject({ status: 200 });
    const delegate = { revision: 1, decision: 'delegate', to: 'Cy' } as const;
    expect(await review.decide(linkOf('Bo'), delegate)).toMatchObject({ status: 200 });
    const view = await review.until(linkOf('Cy'), ({ mayDecide }) => mayDecide);
    expect(view.decisions).toMatchObject([
      { decision: 'request-changes', by: 'Ann', opens: [{ text: 'Shorter' }, ...comments] },
      { decision: 'resolve-thread', by: 'Bo', closes: [1, 2] },
      { decision: 'delegate', by: 'Bo', to: 'Cy' },
    ]);
    expect(await review.deck(linkOf('Bo'))).toMatchObject({ mayDecide: false, mayNot: 'not-permitted' });
  });

  it('opens change requests with comments on lines of text, and rejects one on a line that the text does not have', async () => {
    const { linkOf } = await deckWith(POLICY);
    const outline = '# Tea\n\n## Kinds\n\n### Green\n\n#### Sencha\n\nGrown in the **sun**.\n';
    expect(await review.decide(linkOf('Ann'), { revision: 1, decision: 'edit', outline })).toMatchObject({
      status: 200,
    });
    const on = (line: string) => [{ item: { path: '1.1.1', heading: 'Sencha', line }, text: 'Really?' }];
    const asked = { revision: 2, decision: 'request-changes' } as const;
    expect(await review.decide(linkOf('Bo'), { ...asked, comments: on('Grown in the shade.') })).toMatchObject({
      status: 422,
      refusal: { detail: expect.stringContaining('tem 1.1.1 “Sencha” has no line “Grown in the shade.”') },
    });
    const comments = on('Grown in the sun.');
    expect(await review.decide(linkOf('Bo'), { ...asked, comments })).toMatchObject({ status: 200 });
    const view = await review.until(linkOf('Ann'), ({ threads }) => threads !== undefined);
    expect(view.threads).toMatchObject([{ by: 'Bo', ...comments[0] }]);
    expect(view.decisions).toMatchObject([{ decision: 'edit' }, { decision: 'request-changes', opens: comments }]);
    // Saving an edit and approving it in one decision needs the reason, too.
    const save = { revision: 2, decision: 'edit', outline: outline.replace('sun', 'shade'), approve: true } as const;
    expect(await review.decide(linkOf('Ann'), save)).toMatchObject({
      status: 422,
      refusal: { detail: expect.stringContaining('Bo (thread 1) requested changes') },
    });
    const over = { revision: 3, decision: 'approve' as const, despite: [1], comment: 'It is shade now' };
    expect(await review.decide(linkOf('Ann'), over)).toMatchObject({ status: 200 });
  });

  it('does not let a person decide whom it does not name, on the view and in the decision', async () => {
    const { linkOf } = await deckWith(POLICY);
    expect(await review.deck(linkOf('Zed'))).toMatchObject({ mayDecide: false, mayNot: 'not-permitted' });
    expect(await review.decide(linkOf('Zed'), approve)).toMatchObject({
      status: 422,
      refusal: { detail: 'Zed may not decide on the outline; ask Ann, Bo or Li.' },
    });
    // Case and spaces do not make another person.
    expect(await review.deck(linkOf(' ANN '))).toMatchObject({ mayDecide: true });
  });

  it('takes no second approval from a typed name that reads as the first', async () => {
    const { workflowId } = await deckWith({ review: { mode: 'required', approvals: 2, verifiedOnly: false } });
    const unnamed = review.link({ workflowId });
    expect(await review.decide(unnamed, { ...approve, reviewer: 'Ann' })).toMatchObject({ status: 200 });
    for (const reviewer of ['ANN', 'A\u00adnn', 'A\u034fnn', 'Ａｎｎ', '\u0410nn']) {
      expect(await review.decide(unnamed, { ...approve, reviewer })).toMatchObject({
        status: 422,
        refusal: { detail: expect.stringContaining('has already approved revision 1: 1 of 2 approvals') },
      });
    }
  });

  it('with verified names only accepts none that is typed, and the view says so before', async () => {
    const { workflowId, linkOf } = await deckWith({ review: { mode: 'required', verifiedOnly: true } });
    const unnamed = review.link({ workflowId });
    expect(await review.deck(unnamed)).toMatchObject({ mayDecide: false, mayNot: 'unverified' });
    const typed = await review.decide(unnamed, { ...approve, reviewer: 'Ann' });
    expect(typed).toMatchObject({ status: 422, refusal: { detail: expect.stringContaining('verified names only') } });
    expect(await review.decide(linkOf('Ann'), approve)).toMatchObject({ status: 200 });
  });
});

it('rejects a decision whose fields do not belong to it, or are too large', async () => {
  const { link } = await review.waiting({ title: 'Not a request' });
  const on = (path: string, text = 'x') => ({ item: { path, heading: 'x' }, text });
  const request = { revision: 1, decision: 'request-changes' };
  for (const json of [
    request,
    { ...request, comment: '  ' },
    { ...request, comments: [] },
    { ...request, comments: [on('')] },
    { ...request, comments: [on('1.2.3.4')] },
    { ...request, comments: [on('-1')] },
    { ...request, comments: [on('1', '  ')] },
    { ...request, comments: [{ ...on('1'), extra: 1 }] },
    { ...request, comments: Array.from({ length: 21 }, () => on('1')) },
    { ...request, comment: 'x', to: 'Bo' },
    { ...approve, comments: [on('1')] },
    { ...approve, thread: 1 },
    { ...approve, despite: ['1'] },
    { ...request, comment: 'x', despite: [1] },
    { revision: 1, decision: 'comment' },
    { revision: 1, decision: 'reply', comment: 'x' },
    { revision: 1, decision: 'edit', accept: 0 },
    { revision: 1, decision: 'resolve-thread', thread: 0 },
    { revision: 1, decision: 'delegate' },
    { revision: 1, decision: 'delegate', to: ' ' },
    { revision: 1, decision: 'delegate', to: 'x'.repeat(101) },
    { ...approve, verified: true },
    { ...approve, via: 'cli' },
  ]) {
    const { status, refusal } = await review.call(`${deckPath(link)}/decisions`, { link, json });
    expect({ json, status, error: refusal.code }).toEqual({ json, status: 422, error: 'invalid' });
  }
  expect((await review.deck(link)).decisions).toBeUndefined();
});
