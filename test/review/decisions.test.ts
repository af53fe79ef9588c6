import { setTimeout as pause } from 'node:timers/promises';
import type { Pipeline } from '../pipeline/pipeline';
import { startBrokenWorker } from '../temporal/broken-worker';
import { deckPath, edited, type Review, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
withReview((...both) => {
  [pipeline, review] = both;
});

describe('a decision', () => {
  it('that is retried with its key counts once and gets the same response, also after the deck has moved on', async () => {
    const { handle, link } = await review.waiting({ title: 'Twice the same' });
    const key = { 'idempotency-key': 'a-click' };
    const outline = edited('Twice the same');
    const first = await review.decide(link, { revision: 1, decision: 'edit', outline }, key);
    const again = await review.decide(link, { revision: 1, decision: 'edit', outline }, key);
    expect(again).toMatchObject({ status: 200, json: first.json });
    expect((await review.deck(link)).revisions).toHaveLength(2);

    const approval = { 'idempotency-key': 'another-click' };
    const approved = await review.decide(link, { revision: 2, decision: 'approve' }, approval);
    await handle.result();
    expect(await review.decide(link, { revision: 2, decision: 'approve' }, approval)).toMatchObject({
      status: 200,
      json: approved.json,
    });
    // The same key with different content is another decision, which comes too late.
    expect(await review.decide(link, { revision: 2, decision: 'reject' }, approval)).toMatchObject({ status: 409 });
    expect(pipeline.records(handle)).toMatchObject({ designs: 1, contentJobs: 1 });
  });

  it('of five simultaneous clicks counts once', async () => {
    const { link } = await review.waiting({ title: 'An impatient reviewer' });
    const key = { 'idempotency-key': 'clicks' };
    const decision = { revision: 1, decision: 'edit', outline: edited('Impatient') } as const;
    const answers = await Promise.all(Array.from({ length: 5 }, () => review.decide(link, decision, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await review.deck(link)).revisions).toHaveLength(2);
  });

  it('of two simultaneous reviewers is the first one’s; the second gets a conflict that names the first', async () => {
    const { workflowId } = await review.waiting({ title: 'Two reviewers' });
    const answers = await Promise.all(
      ['ada', 'grace'].map((reviewer) =>
        review.decide(review.link({ workflowId, reviewer }), {
          revision: 1,
          decision: 'edit',
          outline: edited(`By ${reviewer}`),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = answers.find(({ status }) => status === 409)!;
    expect(loser.refusal).toMatchObject({ code: 'conflict', detail: expect.stringMatching(/ada|grace|revision/) });
    expect((await review.deck(review.link({ workflowId }))).revisions).toHaveLength(2);
  });

  it('can edit and approve at once', async () => {
    const { handle, link } = await review.waiting({ title: 'In one go' });
    const [template] = (await review.call('/v1/templates', { link })).json.templates;
    const answer = await review.decide(link, {
      revision: 1,
      decision: 'edit',
      outline: edited('In one go'),
      approve: true,
      reviewer: 'ada',
      template: { id: template.id, type: template.type },
    });
    expect(answer).toMatchObject({ status: 200, json: { decision: 'approve', revision: 2 } });
    expect(await handle.result()).toMatchObject({ outcome: 'delivered', approval: { revision: 2, by: 'ada' } });
    expect((await review.deck(link)).template).toEqual({ id: template.id, type: template.type });
  });

  it('can restore an earlier revision', async () => {
    const { link } = await review.waiting({ title: 'Back again' });
    const before = (await review.call(`${deckPath(link)}/revisions/1`, { link })).json.markdown;
    await review.decide(link, { revision: 1, decision: 'edit', outline: edited('Away') });
    expect(await review.decide(link, { revision: 2, decision: 'edit', restore: 1 })).toMatchObject({ status: 200 });
    expect((await review.call(`${deckPath(link)}/revisions/3`, { link })).json.markdown).toBe(before);
  });

  it('can contain a text that is larger than a Temporal message', async () => {
    const { handle, link } = await review.waiting({ title: 'Long' });
    const pages = Array.from({ length: 700 }, (_, at) => `### Page ${at}\n\n#### ${'word '.repeat(40)}${at}\n`);
    const outline = `# Long\n\n## All\n\n${pages.join('\n')}`;
    expect(outline.length).toBeGreaterThan(150_000);
    expect(await review.decide(link, { revision: 1, decision: 'edit', outline })).toMatchObject({ status: 200 });
    expect((await review.call(`${deckPath(link)}/revisions/2`, { link })).json.markdown).toBe(outline);
    const { events } = await handle.fetchHistory();
    const bytes = events!.reduce((sum, event) => sum + JSON.stringify(event).length, 0);
    expect(bytes).toBeLessThan(outline.length);
  });

  it('with an unreadable text is rejected with the reason, and the revision stays', async () => {
    const { link } = await review.waiting({ title: 'Unreadable' });
    const short = await review.decide(link, { revision: 1, decision: 'edit', outline: 'no headings' });
    expect(short).toMatchObject({
      status: 422,
      refusal: { code: 'invalid', detail: expect.stringContaining('title') },
    });
    const long = await review.decide(link, { revision: 1, decision: 'edit', outline: 'no headings '.repeat(1000) });
    expect(long).toMatchObject({
      status: 422,
      refusal: { code: 'invalid', detail: expect.stringContaining('title') },
    });
    expect(await review.deck(link)).toMatchObject({ revision: 1, mayDecide: true });
  });

  it('that is invalid is rejected and has no effect', async () => {
    const { link } = await review.waiting({ title: 'Not a decision' });
    const approve = { revision: 1, decision: 'approve' };
    for (const json of [
      null,
      [],
      'approve',
      {},
      { ...approve, revision: '1' },
      { ...approve, revision: 0 },
      { ...approve, decision: 'accept' },
      { ...approve, outline: edited('x') },
      { ...approve, restore: 1 },
      { ...approve, approve: true },
      { ...approve, template: { id: 1 } },
      { ...approve, template: { id: -1, type: 1 } },
      { ...approve, extra: 1 },
      { revision: 1, decision: 'edit' },
      { revision: 1, decision: 'edit', outline: edited('x'), restore: 1 },
      { revision: 1, decision: 'reject', template: { id: 1, type: 1 } },
      { ...approve, comment: 'x'.repeat(2001) },
    ]) {
      const answer = await review.call(`${deckPath(link)}/decisions`, { link, json });
      expect({ json, status: answer.status, error: answer.refusal.code }).toEqual({
        json,
        status: 422,
        error: 'invalid',
      });
    }
    const large = await review.call(`${deckPath(link)}/decisions`, {
      link,
      json: { ...approve, comment: 'x'.repeat(9 * 1024 * 1024) },
    });
    expect(large).toMatchObject({ status: 413, refusal: { code: 'too-large' } });
    const key = { 'idempotency-key': 'x'.repeat(201) };
    expect((await review.decide(link, { revision: 1, decision: 'approve' }, key)).status).toBe(422);
    expect(await review.deck(link)).toMatchObject({ revision: 1, mayDecide: true });
  });

  it('from an HTML form or another site is rejected', async () => {
    const { link } = await review.waiting({ title: 'From elsewhere' });
    const decision = { revision: 1, decision: 'approve' };
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']) {
      const answer = await review.call(`${deckPath(link)}/decisions`, {
        link,
        json: decision,
        headers: { 'content-type': type },
      });
      expect(answer.refusal.code).toBe('invalid');
    }
    for (const headers of [
      { origin: 'https://attacker.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await review.call(`${deckPath(link)}/decisions`, { link, json: decision, headers });
      expect(answer).toMatchObject({ status: 403, refusal: { code: 'not-allowed' } });
    }
    expect(await review.deck(link)).toMatchObject({ mayDecide: true });
    const own = { origin: review.url, 'sec-fetch-site': 'same-origin' };
    expect((await review.call(`${deckPath(link)}/decisions`, { link, json: decision, headers: own })).status).toBe(200);
  });

  it('fails without a worker, and succeeds once one is running', async () => {
    const { link } = await review.waiting({ title: 'Nobody works' });
    await pipeline.stopWorker();
    const key = { 'idempotency-key': 'patience' };
    const refused = [
      await review.decide(link, { revision: 1, decision: 'approve' }, key),
      await review.decide(link, { revision: 1, decision: 'approve' }, key),
      await review.call(deckPath(link), { link }),
    ];
    await pipeline.startWorker();
    for (const answer of refused) expect(answer).toMatchObject({ status: 503, refusal: { code: 'no-worker' } });
    while ((await review.call(deckPath(link), { link })).status !== 200);
    expect(await review.decide(link, { revision: 1, decision: 'approve' }, key)).toMatchObject({ status: 200 });
  });

  it('fails for a deck whose workflow task fails', async () => {
    const { link, handle } = await review.waiting({ title: 'Its step fails' });
    await pipeline.stopWorker();
    const broken = startBrokenWorker(pipeline.temporal, pipeline.settings.temporal.taskQueue, 'its code does not fit');
    await handle.signal('approveOutline', { revision: 9 });
    while (((await handle.describe()).raw.pendingWorkflowTask?.attempt ?? 1) < 2) await pause(100);
    // Snapshots are shared for a moment.
    await pause(1_000);
    const refused = await review.call(deckPath(link), { link });
    await broken.stop();
    await pipeline.startWorker();
    expect(refused).toMatchObject({ status: 503, refusal: { code: 'stands-still' } });
    await handle.terminate();
  });
});
