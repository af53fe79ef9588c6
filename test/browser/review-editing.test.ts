import type { Page } from 'playwright-core';
import { comes, describeInBrowser, outlineOn, visit } from './browser';

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

describeInBrowser('editing an outline', (stage) => {
  async function opened(title: string) {
    const { pipeline, review, browser } = stage;
    const handle = await pipeline.start({ title });
    const visited = await visit(browser);
    await visited.page.goto(review.address({ workflowId: handle.workflowId, reviewer: 'ada' }));
    await field(visited.page, 'Title').waitFor();
    return { ...visited, handle };
  }

  it('shows removals and moves, and undoes them from the message', async () => {
    const { page, complaints, close } = await opened('Lighthouses');
    const before = await outlineOn(page);
    const toast = page.getByTestId('toast');
    const line = page.locator('.line').nth(1);
    await line.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await toast.getByText(/” and \d+ lines inside it removed\.$/).waitFor();
    expect((await outlineOn(page)).length).toBeLessThan(before.length - 3);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await toast.waitFor({ state: 'detached' });
    await comes(() => outlineOn(page), before);
    await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Chapter 1');

    await page.keyboard.press('Alt+ArrowDown');
    await toast.getByText('is now Chapter 2.').waitFor();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await comes(() => outlineOn(page), before);

    // After another edit, the button would undo that one.
    await page.keyboard.press('Alt+ArrowDown');
    await toast.waitFor();
    await page.keyboard.type('x');
    await toast.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('splits a line with Enter and turns a pasted list into lines', async () => {
    const { page, complaints, close } = await opened('Bridges');
    await field(page, 'Page 1.1').fill('Stone and steel');
    await page.keyboard.press('Home');
    for (let step = 0; step < 'Stone'.length; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await comes(() => outlineOn(page), expect.arrayContaining(['Page 1.1: Stone', 'Page 1.2: and steel']));
    expect(await focused(page)).toBe('Page 1.2');
    await comes(() => page.evaluate(() => (document.activeElement as HTMLTextAreaElement).selectionStart), 0);

    const points = (await outlineOn(page)).length;
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '• Arches\n• Cables\n  - Hangers\n');
      const field = document.activeElement as HTMLTextAreaElement;
      field.select();
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByTestId('toast').getByText('2 lines added from the clipboard.').waitFor();
    await comes(() => outlineOn(page), expect.arrayContaining(['Page 1.2: Arches', 'Page 1.3: Cables']));
    expect(await outlineOn(page)).toHaveLength(points + 2);
    expect(await focused(page)).toMatch(/^Point 1\.3\.1$/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('returns the focus after every dialog to the element that opened it', async () => {
    const { page, complaints, close } = await opened('Canals');
    await field(page, 'Page 1.1').fill('Locks');
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    for (const name of ['Shortcuts', 'Approve', 'Save edits', 'Regenerate', 'Reject', 'Discard my edits']) {
      for (const leave of ['Escape', 'button']) {
        await button(name).focus();
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        if (leave === 'Escape') await page.keyboard.press('Escape');
        else await dialog.getByRole('button', { name: /^(Close|Cancel)$/ }).click();
        await dialog.waitFor({ state: 'detached' });
        expect({ name, leave, focused: await focused(page) }).toEqual({ name, leave, focused: name });
      }
    }
    await field(page, 'Chapter 1').focus();
    await page.keyboard.press('F1');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Chapter 1');

    await button('Template').click();
    await button(/^Enlarge Cinnabar paper$/).click();
    await page.getByRole('dialog', { name: 'Cinnabar paper' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('Enlarge Cinnabar paper');

    // The button that opened the dialog is gone after the save.
    await button('Save edits').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save edits' }).click();
    await page.getByTestId('toast').getByText('Saved as revision 2.').waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'content');
    expect(complaints).toEqual([]);
    await close();
  });

  it('says before anything is paid that the generation service does not read the comment, and keeps it', async () => {
    const { pipeline } = stage;
    const { page, handle, close } = await opened('Ferries');
    await page.getByRole('button', { name: 'Regenerate', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The generation service does not read comments.').waitFor();
    await dialog.getByText('which may incur a charge').waitFor();
    await dialog.getByRole('textbox', { name: /^Note for your colleagues/ }).fill('Too long');
    await dialog.getByRole('button', { name: 'Regenerate' }).click();
    const revision = page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'Regenerated by ada' });
    await revision.getByText('Too long').waitFor();
    expect((await pipeline.progress(handle)).revisions.at(-1)).toMatchObject({
      source: 'generated',
      comment: 'Too long',
    });
    await close();
  });
});
