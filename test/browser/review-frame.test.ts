import type { InlineDocument } from '../../src/core/document';
import { comes, describeInBrowser, outlineOn, visit } from './browser';

describeInBrowser('the prompts of a frame', (stage) => {
  it('are answered in a form: each answer replaces its prompt in the outline, and can be undone', async () => {
    const { pipeline, review, browser } = stage;
    const handle = await pipeline.start({ title: 'Q3 business review of a bakery' });
    const { page, complaints, close } = await visit(browser, { viewport: { width: 1280, height: 1200 } });
    await page.goto(review.address({ workflowId: handle.workflowId }));
    await page.getByText('Frame: 12 prompts to fill in').waitFor();
    const revenue = 'The result that matters most, against what was planned';
    const slide = page.locator('fieldset').filter({ has: page.getByRole('textbox', { name: revenue, exact: true }) });
    await comes(() => slide.locator('legend').textContent(), 'The period in three sentences');
    await page.getByRole('textbox', { name: revenue, exact: true }).fill('€4.2 million against a plan of €4.0 million');
    await comes(() => outlineOn(page), expect.arrayContaining([`Point 1.1.1: [${revenue}]`]));
    await page.getByRole('button', { name: 'Put 1 answer into the outline' }).click();
    await comes(() => outlineOn(page), expect.arrayContaining(['Point 1.1.1: The result that matters most']));
    await page.getByText('Frame: 11 prompts to fill in').waitFor();

    // The cells of an empty chart are in the form, too.
    const chart = page
      .locator('.prompt-table')
      .filter({ has: page.getByRole('textbox', { name: /·/ }) })
      .first();
    for (const cell of await chart.getByRole('textbox').all()) await cell.fill('4.2');
    await page.getByRole('button', { name: /^Put \d+ answers? into the outline$/ }).click();
    await page.getByText('Frame: 10 prompts to fill in').waitFor();

    await page.getByRole('button', { name: 'Save edits' }).click();
    await page.getByRole('textbox', { name: /^Your name/ }).fill('ada');
    await page.getByRole('dialog').getByRole('button', { name: 'Save edits' }).click();
    const { outline, problems } = await pipeline.until(handle, (progress) => progress.outline?.revision === 2);
    expect((outline!.document as InlineDocument).text).toContain(
      '#### The result that matters most\n\n€4.2 million against a plan of €4.0 million',
    );
    expect(problems).toMatchObject([{ type: 'Frame', message: expect.stringContaining('10 prompts') }]);
    await handle.terminate();
    expect(complaints).toEqual([]);
    await close();
  });
});
