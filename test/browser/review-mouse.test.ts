import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { comes, describeInBrowser, outlineOn, picture, visit } from './browser';

describeInBrowser('a review by mouse', (stage) => {
  it('goes from the link to the file: rename, add, drag, undo, compare, save, template, approve, download', async () => {
    const { pipeline, review, browser } = stage;
    const handle = await pipeline.start({ title: 'Tidal power for island towns' });
    const { page, complaints, close } = await visit(browser, { viewport: { width: 1280, height: 1500 } });
    await page.goto(review.address({ workflowId: handle.workflowId }));
    await page.getByRole('textbox', { name: 'Chapter 1', exact: true }).waitFor();
    await picture(page, 'outline-light');
    const before = await outlineOn(page);
    expect(before[0]).toBe('Title: Tidal power for island towns');

    await page.getByRole('textbox', { name: 'Page 1.1', exact: true }).fill('Why the tide, and why now');
    await page
      .getByRole('textbox', { name: 'Chapter 1', exact: true })
      .locator('xpath=ancestor::div[contains(@class,"line")]')
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('button', { name: 'Add below' }).click();
    const added = page.locator('.tree .heading:focus');
    expect(await added.getAttribute('aria-label')).toBe('Chapter 2');
    await page.keyboard.type('What it costs');
    await comes(() => outlineOn(page), expect.arrayContaining(['Chapter 2: What it costs']));

    // Dropped on the middle of the first chapter, it moves inside.
    const grip = page.locator('[data-node]:has(.heading[aria-label="Chapter 2"]) .grip');
    const target = page.locator('[data-node]:has(.heading[aria-label="Chapter 1"]) .line');
    await grip.scrollIntoViewIfNeeded();
    const [from, to] = [(await grip.boundingBox())!, (await target.boundingBox())!];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 200, to.y + to.height / 2, { steps: 8 });
    await picture(page, 'outline-dragging');
    await page.mouse.up();
    expect((await outlineOn(page)).slice(0, 4)).toEqual([
      before[0],
      before[1],
      'Page 1.1: What it costs',
      'Page 1.2: Why the tide, and why now',
    ]);
    await comes(() => page.getByTestId('announcement').textContent(), '“What it costs” is now Page 1.1.');

    await page.locator('.tools').getByRole('button', { name: 'Undo' }).click();
    await comes(() => outlineOn(page), expect.arrayContaining(['Chapter 2: What it costs']));
    await page.getByRole('button', { name: 'Redo' }).click();
    await comes(() => outlineOn(page), expect.arrayContaining(['Page 1.1: What it costs']));

    await page.getByRole('button', { name: 'Changes', exact: true }).click();
    const entry = (text: string) => page.locator('.entry').filter({ hasText: text });
    await comes(() => entry('What it costs').textContent(), '1.1What it costsAdded');
    await comes(() => entry('Why the tide').locator('.badge').allTextContents(), ['Renamed']);
    await comes(
      () => entry('Why the tide').locator('ins').allTextContents(),
      expect.arrayContaining(['Why the tide, and why now']),
    );
    await picture(page, 'changes-tree');
    await page.getByRole('checkbox', { name: 'Show as Markdown' }).check();
    await comes(
      () => page.locator('.comparison ins').allTextContents(),
      expect.arrayContaining(['### What it costs', '### Why the tide, and why now']),
    );
    await picture(page, 'changes-light');

    await page.getByRole('button', { name: 'Save edits' }).click();
    await page.getByRole('textbox', { name: /^Your name/ }).fill('ada');
    await page.getByRole('textbox', { name: /^Comment/ }).fill('Money first');
    await page.getByRole('dialog').getByRole('button', { name: 'Save edits' }).click();
    await page.getByRole('complementary').getByText('edited by ada').waitFor();
    const second = await pipeline.progress(handle);
    expect(second.revisions.at(-1)).toMatchObject({ revision: 2, source: 'edited', by: 'ada', comment: 'Money first' });

    await page.getByRole('button', { name: 'Template', exact: true }).click();
    const choice = page.locator('.template').nth(3);
    await choice.locator('img').waitFor();
    const name = (await choice.locator('.caption').textContent())!;
    await choice.click();
    await picture(page, 'templates-light');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('dialog').getByText(`Template: ${name}`).waitFor();
    await picture(page, 'approve-dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();

    await page.getByText('Approved by ada').first().waitFor();
    await picture(page, 'progress-light');
    await page.getByText('Every file was checked').waitFor();
    await picture(page, 'end-light');
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download .*\.pptx$/ }).click();
    const result = await handle.result();
    const bytes = readFileSync(await (await arriving).path());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(result.files[0]!.sha256);
    expect(result.approval).toMatchObject({ by: 'ada', revision: 2 });
    expect((await pipeline.progress(handle)).template).toBeDefined();
    expect(complaints).toEqual([]);
    await close();
  });
});
