import { pathOf } from '../review/review';
import { comes, describeInBrowser, visit } from './browser';

const settings = { review: { mode: 'required' }, contentReview: { mode: 'required' } } as const;

describeInBrowser('a deck with two reviews', (stage) => {
  it('is approved twice with one link for all gates, and the page stays open', async () => {
    const { pipeline, review, browser } = stage;
    const handle = await pipeline.start({ title: 'Two steps', settings });
    const { page, complaints, close } = await visit(browser);
    await page.goto(review.address({ workflowId: handle.workflowId, gate: 'all', reviewer: 'ada' }));
    await page.getByRole('navigation', { name: 'Views of the deck' }).waitFor();

    // The slides are one click away before anything is approved.
    await page.getByRole('button', { name: 'Slides', exact: true }).click();
    await page.getByText('A preview of the outline as slides.').waitFor();
    await page.locator('.thumbnail img').first().waitFor();

    const approve = async () => {
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    };
    await approve();
    await page.getByText('Slide review', { exact: true }).waitFor();
    await comes(() => page.evaluate(() => document.activeElement?.id), 'content');
    await approve();
    await page.getByText('Every file was checked').waitFor();
    expect(await handle.result()).toMatchObject({ approval: { by: 'ada' }, contentApproval: { by: 'ada' } });
    expect(complaints).toEqual([]);
    await close();
  });

  it('says at the other gate who can send the next link, and how', async () => {
    const { pipeline, review, browser } = stage;
    const handle = await pipeline.start({ title: 'One step', settings });
    const { page, close } = await visit(browser);
    const { workflowId } = handle;
    await page.goto(review.address({ workflowId, gate: 'content', reviewer: 'ada' }));
    await page.getByText('You need another link for this outline review').waitFor();
    await page.getByText('The person who sent you this link can send the next one.').waitFor();
    await comes(() => page.locator('.banner code').textContent(), `deck open ${workflowId} --gate all`);
    await comes(() => page.getByRole('button', { name: 'Approve', exact: true }).count(), 0);
    await close();
  });

  it('shows templates with its own title and names in the language of the page', async () => {
    const { pipeline, review, browser } = stage;
    const handle = await pipeline.start({ title: 'Own covers', settings });
    const { page, close } = await visit(browser);
    const covers: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (search.includes('template=')) covers.push(pathname);
    });
    await page.goto(review.address({ workflowId: handle.workflowId, reviewer: 'ada' }));
    await page.getByRole('button', { name: 'Template', exact: true }).click();
    await page.locator('.template-card img').first().waitFor();
    // The first slide of this deck, not the sample of the generation service.
    expect(new Set(covers)).toEqual(new Set([`${pathOf(handle.workflowId)}/slides/1`]));
    const names = await page.locator('.template-card .caption').allTextContents();
    expect(names).toContain('Cinnabar paper');
    expect(names.join()).not.toMatch(/\p{Script=Han}/u);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('zh');
    await page.locator('.template-card .caption').getByText('朱砂纸本').waitFor();

    await page.getByRole('button', { name: '放大 朱砂纸本' }).click();
    const large = page.getByRole('dialog').getByRole('img', { name: '朱砂纸本' });
    await large.waitFor();
    await comes(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth), 1280);
    await page.getByRole('button', { name: '使用此模板' }).click();
    await page.locator('.decide').getByText('模板：朱砂纸本').waitFor();
    await close();
  });
});
