import { comes, describeInBrowser, outlineOn, picture, visit } from './browser';

describeInBrowser('two reviewers at once', (stage) => {
  it('the second sees the first one’s changes, reapplies the own edits, and nothing is lost', async () => {
    const { pipeline, review, browser } = stage;
    const handle = await pipeline.start({ title: 'Night trains' });
    const { workflowId } = handle;
    const ada = await visit(browser);
    const grace = await visit(browser);
    await ada.page.goto(review.address({ workflowId, reviewer: 'ada' }));
    await grace.page.goto(review.address({ workflowId, reviewer: 'grace' }));
    await ada.page.getByRole('textbox', { name: 'Page 1.1', exact: true }).fill('Sleeping across borders');
    await grace.page.getByRole('textbox', { name: 'Title', exact: true }).fill('Night trains, again');

    await ada.page.locator('.decide').getByRole('button', { name: 'Save edits' }).click();
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Save edits' }).click();
    await grace.page.getByRole('heading', { name: 'The deck has changed' }).waitFor();
    const panel = grace.page.locator('.conflict');
    await comes(() => panel.textContent(), expect.stringContaining('ada created revision 2'));
    await comes(() => panel.locator('del').allTextContents(), expect.arrayContaining(['Sleeping across borders']));
    await comes(() => grace.page.getByRole('button', { name: 'Approve', exact: true }).isDisabled(), true);
    await picture(grace.page, 'conflict-light');

    await grace.page.reload();
    await grace.page.getByRole('heading', { name: 'The deck has changed' }).waitFor();
    await grace.page.getByRole('button', { name: 'Reapply my edits' }).click();
    await grace.page.getByRole('button', { name: 'Outline', exact: true }).click();
    await comes(
      () => outlineOn(grace.page),
      expect.arrayContaining(['Title: Night trains, again', 'Page 1.1: Sleeping across borders']),
    );
    await grace.page.locator('.decide').getByRole('button', { name: 'Save edits' }).click();
    await grace.page.getByRole('dialog').getByRole('button', { name: 'Save and approve' }).click();
    await grace.page.getByText('Approved by grace').first().waitFor();
    const { revisions } = await pipeline.progress(handle);
    expect(revisions.slice(0, 3)).toMatchObject([{ revision: 1 }, { by: 'ada' }, { by: 'grace' }]);
    expect([...ada.complaints, ...grace.complaints]).toEqual([]);
    await ada.close();
    await grace.close();
  });

  it.each([
    ['before the page knows of the new one', false],
    ['while the page shows the new one behind the dialog', true],
  ])(
    'a decision about an outdated revision, %s, is not recorded, and the page names who changed it',
    async (_, isShown) => {
      const { pipeline, review, browser } = stage;
      const handle = await pipeline.start({ title: 'Slow food' });
      const { workflowId } = handle;
      const { page, close } = await visit(browser);
      await page.goto(review.address({ workflowId, reviewer: 'grace' }));
      await page.getByRole('button', { name: 'Reject', exact: true }).click();
      await page.getByRole('textbox', { name: /^Reason/ }).fill('Too slow');
      await page.getByRole('checkbox', { name: /^I understand/ }).check();
      const ada = review.link({ workflowId, reviewer: 'ada' });
      await review.decide(ada, { revision: 1, decision: 'edit', outline: '# Fast food\n\n## A\n\n### B\n' });
      const shown = () => document.querySelector<HTMLTextAreaElement>('.tree .heading')?.value === 'Fast food';
      if (isShown) await page.waitForFunction(shown);
      await page.getByRole('dialog').getByRole('button', { name: 'Reject deck' }).click();
      await page.getByText(/ada created revision 2/).waitFor();
      await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
      await page.waitForFunction(shown);
      expect((await pipeline.progress(handle)).rejection).toBeUndefined();

      // The reason was kept.
      await page.getByRole('button', { name: 'Reject', exact: true }).click();
      await comes(() => page.getByRole('textbox', { name: /^Reason/ }).inputValue(), 'Too slow');
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();

      await page.getByRole('button', { name: /^Restore/ }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Restore/ })
        .click();
      await page.waitForFunction(
        () => document.querySelector<HTMLTextAreaElement>('.tree .heading')?.value === 'Slow food',
      );
      expect((await pipeline.progress(handle)).outline?.revision).toBe(3);
      await close();
    },
  );

  it('edits survive closing the page and losing the connection', async () => {
    const { pipeline, review, browser } = stage;
    const handle = await pipeline.start({ title: 'Paper boats' });
    const { page, close } = await visit(browser);
    const address = review.address({ workflowId: handle.workflowId, reviewer: 'ada' });
    await page.goto(address);
    await page.getByRole('textbox', { name: 'Chapter 1', exact: true }).fill('Folding');
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByText('Your unsaved edits were restored.').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('textbox', { name: 'Chapter 1', exact: true }).fill('Folding and floating');
    await page.locator('.decide').getByRole('button', { name: 'Save edits' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save edits' }).click();
    await page.getByRole('dialog').getByText('No connection').waitFor();
    await page.getByRole('dialog').getByText('It is sent automatically').waitFor();
    await comes(
      () => page.locator('#page > .banner').textContent(),
      expect.stringContaining('Your edits are kept in this browser'),
    );
    await page.context().setOffline(false);
    await page.getByRole('complementary').getByText('edited by ada').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('#page > .banner').waitFor({ state: 'detached' });
    await comes(() => outlineOn(page), expect.arrayContaining(['Chapter 1: Folding and floating']));
    expect((await pipeline.progress(handle)).revisions).toHaveLength(2);
    await close();
  });

  it('unsaved edits stay in the browser when the link expires, and come back with a new link', async () => {
    const { pipeline, review, browser } = stage;
    const { workflowId } = await pipeline.start({ title: 'Kites' });
    const { page, close } = await visit(browser);
    const link = review.link({ workflowId, reviewer: 'ada' });
    await review.until(link, ({ mayDecide }) => mayDecide);
    await page.goto(review.address({ workflowId, reviewer: 'ada' }));
    await page.getByRole('textbox', { name: 'Chapter 1', exact: true }).fill('Wind');
    await page.goto('about:blank');
    await page.goto(review.address({ workflowId, reviewer: 'ada', expiresAt: Date.now() - 1 }));
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    await page.getByText('Unsaved edits stay in this browser, and a new link brings them back.').waitFor();
    await page.goto('about:blank');
    await page.goto(review.address({ workflowId, reviewer: 'ada' }));
    await page.getByText('Your unsaved edits were restored.').waitFor();
    await comes(() => outlineOn(page), expect.arrayContaining(['Chapter 1: Wind']));
    await close();
  });
});
