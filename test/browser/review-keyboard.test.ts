import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { comes, describeInBrowser, outlineOn, visit } from './browser';

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const seen: string[] = [];
  for (let press = 0; press < 60; press += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      const words = element === document.body ? '' : element?.textContent;
      const label = element?.labels?.[0];
      const named = label?.querySelector('.caption') ?? label?.querySelector('span');
      return element?.ariaLabel ?? named?.textContent ?? words ?? '';
    });
    if (name.test(focused.trim())) return;
    seen.push(focused.trim());
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}; it leads to ${seen.join(', ')}`);
}

const focusedField = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel);
/** The last announcement, without the space that marks a repeated one. */
const announced = async (page: Page) => (await page.getByTestId('announcement').textContent())?.trim();

describeInBrowser('a review by keyboard alone', (stage) => {
  it('goes from the link to the file, with the expected focus after each step', async () => {
    const { pipeline, review, browser } = stage;
    const handle = await pipeline.start({ title: 'Harbours without diesel' });
    const { page, complaints, close } = await visit(browser);
    await page.goto(review.address({ workflowId: handle.workflowId }));
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    const before = await outlineOn(page);

    await tabTo(page, /^Title$/);
    await page.keyboard.press('ArrowDown');
    await comes(() => focusedField(page), 'Chapter 1');
    await page.keyboard.press('ArrowDown');
    await comes(() => focusedField(page), 'Page 1.1');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Quiet quays');
    await page.keyboard.press('Enter');
    await comes(() => focusedField(page), 'Page 1.2');
    await comes(() => announced(page), 'Page added.');
    await page.keyboard.type('Shore power');

    await page.keyboard.press('Alt+ArrowUp');
    await comes(() => focusedField(page), 'Page 1.1');
    await comes(() => announced(page), '“Shore power” is now Page 1.1.');
    await page.keyboard.press('Alt+ArrowLeft');
    await comes(() => focusedField(page), 'Chapter 2');
    await page.keyboard.press('Alt+ArrowRight');
    await comes(() => focusedField(page), expect.stringMatching(/^Page 1\.\d$/));
    await page.keyboard.press('Alt+ArrowLeft');
    await comes(() => outlineOn(page), expect.arrayContaining(['Chapter 2: Shore power']));

    await page.keyboard.press('Enter');
    await comes(() => focusedField(page), 'Chapter 3');
    await page.keyboard.press('Delete');
    await comes(() => focusedField(page), expect.not.stringMatching(/^Chapter 3$/));
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await comes(() => announced(page), 'Undone.');
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+Shift+z');
    const both = expect.arrayContaining(['Page 1.1: Quiet quays', 'Chapter 2: Shore power']);
    await comes(() => outlineOn(page), both);
    expect(await outlineOn(page)).toHaveLength(before.length + 1);

    await page.keyboard.press('F1');
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await comes(() => focusedField(page), expect.stringMatching(/^(Chapter|Page|Point) /));

    await page.keyboard.press('Shift+Tab');
    await tabTo(page, /^Save edits$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Your name$/);
    await page.keyboard.type('ada');
    await tabTo(page, /^Save edits$/);
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').getByText('edited by ada').waitFor();

    await page.reload();
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    await tabTo(page, /^Template$/);
    await page.keyboard.press('Enter');
    await page.getByRole('radio').nth(2).waitFor();
    await tabTo(page, /^Default template$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, /^Approve$/);
    await page.keyboard.press('Enter');
    await comes(() => page.getByRole('textbox', { name: /^Your name/ }).inputValue(), 'ada');
    await tabTo(page, /^Approve$/);
    await page.keyboard.press('Enter');

    await page.getByText('Every file was checked').waitFor();
    await tabTo(page, /^Download /);
    const arriving = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const bytes = readFileSync(await (await arriving).path());
    const result = await handle.result();
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(result.files[0]!.sha256);
    expect(result.approval).toMatchObject({ by: 'ada', revision: 2 });
    expect(complaints).toEqual([]);
    await close();
  });
});
