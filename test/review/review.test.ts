import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Pipeline } from '../pipeline/pipeline';
import { deckPath, edited, type Review, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
withReview((...both) => {
  [pipeline, review] = both;
});

describe('a review over HTTP', () => {
  it('covers edit, conflict, regeneration, approval with a template, and download', async () => {
    const handle = await pipeline.start({ title: 'A review by page' });
    const ada = review.link({ workflowId: handle.workflowId, reviewer: 'ada' });
    const other = review.link({ workflowId: handle.workflowId });

    const first = await review.until(ada, ({ mayDecide }) => mayDecide);
    expect(first).toMatchObject({
      workflowId: handle.workflowId,
      title: 'A review by page',
      stage: 'review',
      status: 'RUNNING',
      link: { gate: 'outline', role: 'reviewer', reviewer: 'ada' },
      review: { gate: 'outline' },
      revision: 1,
      revisions: [{ revision: 1, part: 'outline', source: 'generated', bytes: expect.any(Number) }],
      files: [],
    });
    const text = await review.call(`${deckPath(ada)}/revisions/1`, { link: ada });
    expect(text.json).toEqual({ revision: 1, markdown: expect.stringMatching(/^# A review by page\n/) });
    expect(Buffer.byteLength(text.json.markdown)).toBe(first.revisions[0]!.bytes);

    const outline = edited('A better one');
    const edit = await review.decide(ada, { revision: 1, decision: 'edit', outline, comment: 'clearer' });
    expect(edit).toMatchObject({ status: 200, json: { decision: 'edit', revision: 2 } });
    expect((await review.call(`${deckPath(other)}/revisions/2`, { link: other })).json.markdown).toBe(outline);

    const late = await review.decide(other, { revision: 1, decision: 'approve', reviewer: 'grace' });
    expect(late).toMatchObject({
      status: 409,
      refusal: {
        code: 'conflict',
        conflict: { revision: 2, by: 'ada', verified: true, stage: 'review', at: expect.any(String) },
      },
    });

    await review.decide(other, { revision: 2, decision: 'regenerate', comment: 'too short', reviewer: 'grace' });
    const third = await review.until(ada, ({ revision, mayDecide }) => mayDecide && revision === 3);
    expect(third.revisions[2]).toMatchObject({
      source: 'generated',
      by: 'grace',
      verified: false,
      comment: 'too short',
    });

    const [template] = (await review.call('/v1/templates', { link: ada })).json.templates;
    const choice = { id: template.id, type: template.type };
    const approval = await review.decide(ada, { revision: 3, decision: 'approve', template: choice });
    expect(approval).toMatchObject({ status: 200, json: { decision: 'approve', revision: 3 } });

    const content = review.link({ workflowId: handle.workflowId, gate: 'content' });
    // A busy worker may not answer for the ended deck at once; its outcome alone has no template.
    const end = await review.until(content, ({ status, template }) => status !== 'RUNNING' && template !== undefined);
    expect(end).toMatchObject({ stage: 'delivered', mayDecide: false, mayNot: 'ended', template: choice });

    const [file] = (await handle.result()).files;
    const download = await review.call(`${deckPath(ada)}/files/0`, { link: ada });
    expect(download.status).toBe(200);
    expect(createHash('sha256').update(download.bytes).digest('hex')).toBe(file!.sha256);
    expect(download.bytes.equals(readFileSync(file!.path))).toBe(true);
    expect(download.headers.get('content-disposition')).toMatch(
      /^attachment; filename="A review by page \(frame\)\.pptx"; filename\*=/,
    );
    const downloadUrl = expect.stringMatching(`^${review.url}/v1/files/[\\w-]+\\.[\\w-]+$`);
    const name = 'A review by page (frame).pptx';
    expect(end.files).toEqual([{ index: 0, name, format: 'ppt', bytes: file!.bytes, downloadUrl }]);
  });
});
