import { describeInBrowser, visit } from './browser';

describeInBrowser('the page of a delivered deck', (stage) => {
  it('shows the slides first, with the download next to the title and the steps folded', async () => {
    const { pipeline, review, browser } = stage;
    const handle = await pipeline.start({ title: 'Tea without plastic' });
    const { workflowId } = handle;
    const link = review.link({ workflowId, reviewer: 'ada' });
    await review.until(link, ({ mayDecide }) => mayDecide);
    await review.decide(link, { revision: 1, decision: 'approve' });
    await handle.result();
    const { page, complaints, close } = await visit(browser);
    await page.goto(`${review.url}/review#${link}`);
    await page.getByRole('heading', { name: 'Tea without plastic' }).waitFor();
    const thumbnail = page.locator('.thumbnail img').first();
    await thumbnail.waitFor();
    expect(await page.title()).toBe('Tea without plastic · Frame with 15 open prompts');

    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())!.y;
    const [title, download] = [
      await page.locator('h1').boundingBox(),
      await page.locator('.files button').boundingBox(),
    ];
    expect(download!.y).toBeLessThan(title!.y + title!.height);
    expect(download!.x).toBeGreaterThan(title!.x);
    expect(await top('.thumbnail')).toBeLessThan(await top('.reading'));
    expect(await page.locator('.steps').isVisible()).toBe(false);
    await page.getByText('Progress', { exact: true }).click();
    await page.getByText('Outline written').waitFor();

    await thumbnail.click();
    const large = page.locator('.large-slide img');
    await large.waitFor();
    expect(await large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
    expect(complaints).toEqual([]);
    await close();
  });
});
