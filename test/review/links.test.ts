import { type Pipeline, startPipeline } from '../pipeline/pipeline';
import { deckPath, edited, type Review, startReview } from './review';

let pipeline: Pipeline;
let review: Review;
let deck: { workflowId: string; link: string };
let other: { workflowId: string; link: string };
beforeAll(async () => {
  pipeline = await startPipeline();
  review = await startReview(pipeline);
  deck = await review.waiting({ title: 'One deck' });
  other = await review.waiting({ title: 'Another deck' });
});
afterAll(async () => {
  await review.close();
  await pipeline.close();
});

const currentRevision = async () => (await review.deck(deck.link)).revision;
const readsOf = (link: string) => [
  ...['', '/revisions/1', '/slides?revision=1', '/slides/1?revision=1'].map((path) => deckPath(link) + path),
  '/v1/templates',
];

describe('a link', () => {
  it('that is view-only shows everything and cannot decide', async () => {
    const viewer = review.link({ workflowId: deck.workflowId, role: 'viewer' });
    for (const path of readsOf(viewer)) expect((await review.call(path, { link: viewer })).status).toBe(200);
    expect(await review.deck(viewer)).toMatchObject({ mayDecide: false, mayNot: 'role', link: { role: 'viewer' } });
    for (const decision of ['approve', 'reject', 'regenerate'] as const) {
      expect(await review.decide(viewer, { revision: 1, decision })).toMatchObject({
        status: 403,
        refusal: { code: 'not-allowed' },
      });
    }
    expect(await currentRevision()).toBe(1);
  });

  it('for the other gate shows the deck and cannot decide at this one', async () => {
    const content = review.link({ workflowId: deck.workflowId, gate: 'content' });
    expect(await review.deck(content)).toMatchObject({ mayDecide: false, mayNot: 'other-gate' });
    const refused = await review.decide(content, {
      revision: 1,
      decision: 'edit',
      outline: edited('By the back door'),
    });
    expect(refused).toMatchObject({ status: 403, refusal: { code: 'not-allowed' } });
    expect(await currentRevision()).toBe(1);
  });

  it('for all gates decides at both, one after the other', async () => {
    const settings = { review: { mode: 'required' }, contentReview: { mode: 'required' } } as const;
    const { workflowId, handle } = await review.waiting({ title: 'Both gates', settings });
    const link = review.link({ workflowId, gate: 'all', reviewer: 'ada' });
    expect(await review.deck(link)).toMatchObject({
      mayDecide: true,
      link: { gate: 'all' },
      review: { gate: 'outline' },
    });
    expect((await review.decide(link, { revision: 1, decision: 'approve' })).status).toBe(200);
    const { revision } = await review.until(link, (deck) => deck.review?.gate === 'content');
    expect((await review.decide(link, { revision: revision!, decision: 'approve' })).status).toBe(200);
    expect(await handle.result()).toMatchObject({ approval: { by: 'ada' }, contentApproval: { by: 'ada' } });
    const viewer = review.link({ workflowId, gate: 'all', role: 'viewer' });
    expect(await review.deck(viewer)).toMatchObject({ mayDecide: false, mayNot: 'role' });
  });

  it('for another deck gives no access to this one, whatever the request names', async () => {
    const paths = [
      ...readsOf(deck.link).slice(0, -1),
      ...['/events', '/files/0'].map((path) => deckPath(deck.link) + path),
      `/v1/templates?deck=${deck.workflowId}`,
      `/v1/templates/1/cover?deck=${deck.workflowId}`,
    ];
    for (const path of paths) {
      expect(await review.call(path, { link: other.link })).toMatchObject({
        status: 403,
        refusal: { code: 'not-allowed', detail: 'This link is for another deck.' },
      });
    }
    for (const [path, json] of [
      ['/decisions', { revision: 1, decision: 'approve' }],
      ['/links', { role: 'viewer' }],
    ] as const) {
      expect((await review.call(deckPath(deck.link) + path, { link: other.link, json })).status).toBe(403);
    }
    expect((await review.call(`${deckPath(deck.link)}/resolutions`, { link: other.link })).status).toBe(403);
    const named = { revision: 1, decision: 'approve', workflowId: deck.workflowId };
    expect(await review.call(`${deckPath(other.link)}/decisions`, { link: other.link, json: named })).toMatchObject({
      status: 422,
      refusal: { code: 'invalid', detail: expect.stringContaining('workflowId') },
    });
    expect(await currentRevision()).toBe(1);
  });

  it('that is expired, signed with another key, incomplete or missing gives no access', async () => {
    const expired = review.link({ workflowId: deck.workflowId, expiresAt: Date.now() - 1 });
    const stranger = await startReview(
      {
        ...pipeline,
        settings: {
          ...pipeline.settings,
          data: { ...pipeline.settings.data, directory: `${pipeline.directory}/elsewhere` },
        },
      },
      {},
    );
    const forged = stranger.link({ workflowId: deck.workflowId });
    await stranger.close();
    for (const [link, error] of [
      [expired, 'link-expired'],
      [forged, 'link-forged'],
      [deck.link.split('.')[0], 'link-malformed'],
      [`${deck.link}.${deck.link}`, 'link-malformed'],
      [undefined, 'login-needed'],
      ['', 'login-needed'],
    ] as const) {
      for (const path of [...readsOf(deck.link), `${deckPath(deck.link)}/files/0`]) {
        const answer = await review.call(path, link === undefined ? {} : { link });
        expect(answer).toMatchObject({ status: 401, refusal: { code: error, detail: expect.stringMatching(/\.$/) } });
      }
      const decision = { revision: 1, decision: 'approve' };
      const answer = await review.call(`${deckPath(deck.link)}/decisions`, {
        json: decision,
        ...(link === undefined ? {} : { link }),
      });
      expect(answer.status).toBe(401);
    }
    expect(await currentRevision()).toBe(1);
  });

  it('with any byte changed is rejected', async () => {
    const letters = [...deck.link];
    const changed = letters.flatMap((letter, at) =>
      ['A', 'z', '.']
        .filter((one) => one !== letter)
        .map((one) => [...letters.slice(0, at), one, ...letters.slice(at + 1)]),
    );
    expect(changed.length).toBeGreaterThan(2 * letters.length - 1);
    let accepted = 0;
    for (const link of changed) {
      const { status } = await review.call(deckPath(deck.link), { link: link.join('') });
      if (status !== 401) accepted += 1;
    }
    expect(accepted).toBe(0);
  });

  it('for a deck that does not exist returns not-found', async () => {
    const link = review.link({ workflowId: 'presentation/unknown/nothing' });
    expect(await review.call(deckPath(link), { link })).toMatchObject({
      status: 404,
      refusal: { code: 'not-found' },
    });
  });
});
