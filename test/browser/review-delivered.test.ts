import { comes, describeInBrowser, visit } from './browser';

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
    const { openPrompts } = await review.deck(link);
    expect(await page.title()).toBe(`Tea without plastic · Frame with ${openPrompts} open prompts`);

    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())!.y;
    const [title, download] = [
      await page.locator('h1').boundingBox(),
      await page.locator('.files button').boundingBox(),
    ];
    expect(download!.y).toBeLessThan(title!.y + title!.height);
    expect(download!.x).toBeGreaterThan(title!.x);
    expect(await top('.thumbnail')).toBeLessThan(await top('.reading'));
    await comes(() => page.locator('.steps').isVisible(), false);
    await page.getByText('Progress', { exact: true }).click();
    await page.getByText('Outline written').waitFor();

    const hero = page.locator('.hero img');
    await hero.waitFor();
    await comes(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth), 1280);
    expect((await hero.boundingBox())!.width).toBeGreaterThan(800);
    await page.locator('.thumbnail').nth(2).click();
    await page.getByText(/^Slide 3 of \d+ · /).waitFor();

    await page.getByRole('button', { name: '(enlarge)' }).click();
    const lightbox = page.getByRole('dialog', { name: 'Slides' });
    await lightbox.getByText(/^Slide 3 of/).waitFor();
    await page.keyboard.press('ArrowRight');
    await lightbox.getByText(/^Slide 4 of/).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await lightbox.getByText(/^Slide 2 of/).waitFor();
    await page.keyboard.press('End');
    await comes(() => lightbox.getByRole('button', { name: 'Next' }).isDisabled(), true);
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.fullscreenElement?.classList.contains('slide-stage'));
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.fullscreenElement === null);
    await page.keyboard.press('Escape');
    await lightbox.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('has one link to share, which can look and download but not decide', async () => {
    const { pipeline, review, browser } = stage;
    const handle = await pipeline.start({ title: 'For everyone', settings: { review: { mode: 'off' } } });
    await handle.result();
    const { page, close } = await visit(browser);
    await page.goto(review.address({ workflowId: handle.workflowId, reviewer: 'ada' }));
    await page.getByRole('button', { name: 'Share a view-only link' }).click();
    const address = await page.getByRole('textbox', { name: 'View-only link' }).inputValue();
    const guest = await visit(browser);
    await guest.page.goto(address);
    await guest.page.locator('.hero img').waitFor();
    await comes(() => guest.page.locator('.files button').count(), 1);
    expect((await review.deck(address.split('#')[1]!)).link).toMatchObject({ role: 'viewer', gate: 'all' });
    expect((await review.deck(address.split('#')[1]!)).link).not.toHaveProperty('reviewer');
    await guest.close();
    await close();
  });
});
