import { figure } from '../deep';
import { comes, describeInBrowser, visit } from './browser';

const pages = Array.from({ length: 18 }, (_, index) => `### Page ${index + 1}\n\n- One point\n- Another point\n`);

describeInBrowser('a reviewer', (stage) => {
  it('walks through a deck of 20 slides and leaves two comments', async () => {
    const { pipeline, review, browser } = stage;
    const markdown = `# Twenty slides\n\n## All of them\n\n${pages.join('\n')}`;
    const handle = await pipeline.start({ markdown });
    await pipeline.until(handle, ({ review }) => review !== undefined);
    const { page, close } = await visit(browser);
    const started = Date.now();
    await page.goto(review.address({ workflowId: handle.workflowId, reviewer: 'Ann' }));
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Slides', exact: true }).click();
    const slides = page.locator('.thumbnail');
    await comes(() => slides.count(), 20);
    await slides.nth(3).click();
    const lightbox = page.locator('dialog.lightbox');
    for (const text of ['Too crowded', 'Where does this come from?']) {
      await lightbox.getByRole('button', { name: 'Comment', exact: true }).click();
      await lightbox.getByRole('textbox', { name: /^Comment on/ }).fill(text);
      await page.keyboard.press('Escape');
      await lightbox.waitFor({ state: 'detached' });
      if (text === 'Too crowded') await slides.nth(11).click();
    }
    await page.getByRole('button', { name: 'Send 2 comments' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send comments', exact: true }).click();
    await page.getByTestId('toast').getByText('Your comment is recorded.').waitFor();
    figure(`walk: a deck of 20 slides reviewed with two comments in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    expect((await pipeline.progress(handle)).threads).toMatchObject([
      { by: 'Ann', slide: 4, text: 'Too crowded' },
      { by: 'Ann', slide: 12 },
    ]);
    await close();
  });
});
