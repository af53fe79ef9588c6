import { comes, describeInBrowser, picture, visit } from './browser';

const gates = { workflow: { review: { mode: 'off' }, contentReview: { mode: 'required' } } };

describeInBrowser(
  'the content gate',
  (stage) => {
    it('asks again for slides that a busy server refuses', async () => {
      const { pipeline, review, browser } = stage;
      const handle = await pipeline.start({ title: 'Bees on the roof' });
      const { page, close } = await visit(browser);
      const busy = { status: 429, json: { code: 'too-many', detail: 'Too many slides are being rendered.' } };
      // The list of slides, and the first image.
      for (const path of ['**/v1/decks/*/*/slides?*', '**/v1/decks/*/*/slides/1?*'])
        await page.route(path, (route) => route.fulfill(busy), { times: 1 });
      await page.goto(review.address({ workflowId: handle.workflowId, gate: 'content', reviewer: 'ada' }));
      const image = page.locator('.thumbnail').first().locator('img');
      await image.waitFor();
      expect(await image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(200);
      await handle.terminate();
      await close();
    });

    it('shows the slides in the chosen template, and one enlarged next to its text', async () => {
      const { pipeline, review, browser } = stage;
      const handle = await pipeline.start({ title: 'Bees in the city' });
      const { page, complaints, close } = await visit(browser);
      await page.goto(review.address({ workflowId: handle.workflowId, gate: 'content', reviewer: 'ada' }));
      const thumbnails = page.locator('.thumbnail');
      await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
      await thumbnails.first().locator('img').waitFor();
      const count = await thumbnails.count();
      expect(count).toBeGreaterThan(5);
      await thumbnails.last().scrollIntoViewIfNeeded();
      await thumbnails.last().locator('img').waitFor();
      await thumbnails.first().scrollIntoViewIfNeeded();
      const drawn = await thumbnails
        .first()
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth);
      expect(drawn).toBeGreaterThan(200);
      await picture(page, 'content-light');

      await page.getByRole('button', { name: /^4\. / }).click();
      await page.getByText(`Slide 4 of ${count}`).waitFor();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByText(`Slide 5 of ${count}`).waitFor();
      await page.getByRole('button', { name: 'Previous', exact: true }).click();
      await page.getByText(`Slide 4 of ${count}`).waitFor();
      await page.locator('.lightbox .image img').waitFor();
      await page.locator('.slide-text p').first().waitFor();
      await picture(page, 'content-large');

      const source = await page.locator('.lightbox .image img').getAttribute('src');
      await page.keyboard.press('Escape');
      await page.locator('.lightbox').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Template', exact: true }).click();
      await page.locator('.template').nth(4).click();
      await page.getByRole('button', { name: 'Slides', exact: true }).click();
      const image = thumbnails.first().locator('img');
      await comes(() => image.getAttribute('src'), expect.not.stringContaining(source!));

      await page.getByRole('button', { name: 'Outline', exact: true }).click();
      const text = page.locator('textarea.body').first();
      await text.fill('Hives on roofs.');
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByRole('dialog').getByText('You have unsaved edits').waitFor();
      await page.getByRole('button', { name: 'Save my edits and approve' }).click();
      await page.getByText('Approved by ada').first().waitFor();
      const { revisions } = await pipeline.progress(handle);
      expect(revisions.some(({ source: made, by }) => made === 'edited' && by === 'ada')).toBe(true);
      expect(complaints).toEqual([]);
      await close();
    });
  },
  { settings: gates },
);
