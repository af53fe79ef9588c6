import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { uidIn } from '../../src/core/deck-id';
import { systemTemplates } from '../../src/slides/render/templates';
import { heading, paragraph, title } from '../import/docx';
import { picturesInText, richDocx } from '../import/rich-docx';
import type { Pipeline } from '../pipeline/pipeline';
import { deckPath, type Review, startReview, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
withReview((...both) => {
  [pipeline, review] = both;
});

describe('a text as slides', () => {
  it('is a list of slides and an image of each, in the chosen template', async () => {
    const { link } = await review.waiting({ title: 'Images of a text' });
    const { json: list } = await review.call(`${deckPath(link)}/slides?revision=1`, { link });
    expect(list).toMatchObject({ revision: 1, ratio: 16 / 9 });
    expect(list.slides[0]).toEqual({ number: 1, title: 'Images of a text', kind: 'cover' });
    expect(list.slides.length).toBeGreaterThan(5);

    const last = list.slides.length;
    const pictures = await Promise.all(
      [1, 2, last].map((number) => review.call(`${deckPath(link)}/slides/${number}?revision=1`, { link })),
    );
    for (const { status, headers, bytes } of pictures) {
      expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 480, height: 270 });
    }
    const other = await review.call(`${deckPath(link)}/slides/1?revision=1&template=${systemTemplates[3]!.id}`, {
      link,
    });
    expect(other.bytes.equals(pictures[0]!.bytes)).toBe(false);
    const foreign = await review.call(`${deckPath(link)}/slides/1?revision=1&template=987654`, { link });
    expect(foreign.bytes.equals(pictures[0]!.bytes)).toBe(true);
    const { json: approximate } = await review.call(`${deckPath(link)}/slides?revision=1&template=987654`, { link });
    expect([approximate.approximate, list.approximate]).toEqual([true, undefined]);
    const large = await review.call(`${deckPath(link)}/slides/1?revision=1&size=large`, { link });
    expect(await sharp(large.bytes).metadata()).toMatchObject({ format: 'png', width: 1280, height: 720 });
    expect((await review.call(`${deckPath(link)}/slides/${last + 1}?revision=1`, { link })).status).toBe(404);
  });

  it('is shown in the template that the deck gets if no one chooses', async () => {
    const { handle, link } = await review.waiting({ title: 'Forests and the climate' });
    const preview = await review.call(`${deckPath(link)}/slides/1?revision=1`, { link });
    await review.decide(link, { revision: 1, decision: 'approve' });
    await handle.result();
    const { template } = await review.until(link, ({ stage }) => stage === 'delivered');
    expect(template!.id).toBe(1004);
    const chosen = await review.call(`${deckPath(link)}/slides/1?revision=1&template=${template!.id}`, { link });
    expect(chosen.bytes.equals(preview.bytes)).toBe(true);
  });

  it('has its images where the stores are at hand, and elsewhere boxes with their descriptions', async () => {
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0080ff' } })
      .png()
      .toBuffer();
    const { runs, more } = picturesInText([{ bytes, alt: 'A quay' }]);
    const body = [title('Harbour'), heading(1, 'Costs'), paragraph('The quay costs money.'), paragraph(runs[0]!)];
    const hash = createHash('sha256').update(bytes).digest('hex');
    const markdown = `# Harbour\n\n## Costs\n\n### Quay\n\n#### The quay costs money\n\n![A quay](picture:${hash})\n`;
    const { link, workflowId } = await review.waiting({ markdown });
    const blueOf = async (of: Review): Promise<number> => {
      const image = await of.call(`${deckPath(link)}/slides/2?revision=1`, { link });
      const { data, info } = await sharp(image.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      let blue = 0;
      for (let at = 0; at < data.length; at += 3)
        if (data[at] === 0 && data[at + 1] === 128 && data[at + 2] === 255) blue += 1;
      return blue / (info.width * info.height);
    };
    const elsewhere = await startReview(pipeline, { hasStores: false });
    try {
      const file = { filename: 'harbour.docx', mediaType: 'x', bytes: richDocx(body, more) };
      await pipeline.client.call('createTask', { type: 3, file }, { uid: uidIn(workflowId), channel: '' });
      expect(await blueOf(review)).toBeGreaterThan(0.1);
      expect(await blueOf(elsewhere)).toBe(0);
    } finally {
      await elsewhere.close();
    }
  });

  it('is rejected if its number is unknown or invalid', async () => {
    const { link } = await review.waiting({ title: 'No such image' });
    for (const [path, status] of [
      ['/slides?revision=9', 404],
      ['/slides', 422],
      ['/slides?revision=-1', 422],
      ['/slides/x?revision=1', 422],
      ['/slides/0?revision=1', 422],
      ['/slides?revision=1&template=../1', 422],
    ] as const) {
      expect({ path, status: (await review.call(deckPath(link) + path, { link })).status }).toEqual({ path, status });
    }
  });

  it('is rejected with the maximum if it has too many slides', async () => {
    const { link } = await review.waiting({ title: 'Far too many' });
    const pages = Array.from({ length: 400 }, (_, at) => `### Page ${at}\n\n#### Point ${at}\n`);
    await review.decide(link, {
      revision: 1,
      decision: 'edit',
      outline: `# Far too many\n\n## All\n\n${pages.join('\n')}`,
    });
    expect(await review.call(`${deckPath(link)}/slides?revision=2`, { link })).toMatchObject({
      status: 422,
      refusal: { code: 'invalid', detail: expect.stringContaining('at most 200') },
    });
  });
});

describe('templates', () => {
  it('are paginated, with covers as images and without URLs of the generation service', async () => {
    const { link } = await review.waiting({ title: 'Templates' });
    const { json } = await review.call('/v1/templates?page=1', { link });
    expect(json).toMatchObject({ page: 1, pages: 1 });
    // Other tests add templates of the account.
    const drawn = json.templates.filter(({ type }: { type: number }) => type === 1);
    expect(drawn).toHaveLength(systemTemplates.length);
    const { id, name, english } = systemTemplates[0]!;
    const names = { en: english, zh: name };
    expect(drawn[0]).toEqual({ id, type: 1, names, cover: true, rendered: true });
    expect(JSON.stringify(json)).not.toContain('http');
    const cover = await review.call(`/v1/templates/${drawn[1].id}/cover`, { link });
    expect(cover.headers.get('content-type')).toBe('image/png');
    expect(await sharp(cover.bytes).metadata()).toMatchObject({ format: 'png', width: 960 });
    expect((await review.call('/v1/templates/999999/cover', { link })).status).toBe(404);
    expect((await review.call('/v1/templates?page=7', { link })).json).toMatchObject({ templates: [], page: 7 });
  });

  it('are not available without the generation service; everything else is', async () => {
    const { workflowId } = await review.waiting({ title: 'No service' });
    const apart = await startReview({
      ...pipeline,
      settings: { ...pipeline.settings, service: { ...pipeline.settings.service, baseUrl: 'http://127.0.0.1:9' } },
    });
    const link = apart.link({ workflowId });
    for (const path of ['/v1/templates', '/v1/templates/1/cover']) {
      expect(await apart.call(path, { link })).toMatchObject({ status: 503, refusal: { code: 'no-service' } });
    }
    expect((await apart.call(`${deckPath(link)}/slides/1?revision=1`, { link })).status).toBe(200);
    await apart.close();
  });
});
