import type { Page } from 'playwright-core';
import { comes, describeInBrowser, outlineOn, picture, visit } from './browser';

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The visible controls that are smaller than 44 px in a direction, with their size. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, select, .grip, .check, .tree textarea')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => box.width > 1 && !element.classList.contains('skip'))
      .filter(({ box }) => box.width < 43.9 || box.height < 43.9)
      .map(({ element, box }) => `${element.className} ${element.textContent}: ${box.width} × ${box.height}`),
  );

/** The tabs that are not entirely inside the window. */
const cutOffTabs = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.view')]
      .filter((tab) => {
        const { left, right } = tab.getBoundingClientRect();
        const bar = tab.parentElement!.getBoundingClientRect();
        return left < bar.left - 1 || right > bar.right + 1 || tab.scrollWidth > tab.clientWidth;
      })
      .map((tab) => tab.textContent),
  );

describeInBrowser('a review on a phone', (stage) => {
  it.each([
    ['light', 390],
    ['dark', 360],
  ] as const)('works by touch, without scrolling sideways, %s, %i px wide', async (colorScheme, width) => {
    const { pipeline, review, browser } = stage;
    const handle = await pipeline.start({ title: 'Repairing what we own' });
    const phone = { viewport: { width, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    const { page, complaints, close } = await visit(browser, { ...phone, colorScheme });
    await page.goto(review.address({ workflowId: handle.workflowId, reviewer: 'ada' }));
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    expect(await overflow(page)).toBe(0);
    await picture(page, `phone-outline-${colorScheme}`);
    expect(await smallTargets(page)).toEqual([]);
    expect(await cutOffTabs(page)).toEqual([]);
    await comes(() => page.getByRole('button', { name: 'Shortcuts' }).count(), 0);
    expect((await page.locator('.tree .heading').first().boundingBox())!.y).toBeLessThan(340);

    // Drag the second page by its grip to above the first.
    const box = async (name: string, part: string) =>
      (await page.locator(`[data-node]:has(.heading[aria-label="${name}"]) ${part}`).boundingBox())!;
    const name = await page.getByRole('textbox', { name: 'Page 1.2', exact: true }).inputValue();
    // Both pages are in the window, below the page's bar and above the bar of decisions.
    const first = page.locator('[data-node]:has(.heading[aria-label="Page 1.1"]) .line');
    await first.evaluate((line) => scrollBy(0, line.getBoundingClientRect().top - 150));
    const [grip, target] = [await box('Page 1.2', '.grip'), await box('Page 1.1', '.line')];
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await touch('touchStart', grip.x + 8, grip.y + 12);
    await touch('touchMove', grip.x + 20, grip.y - 20);
    await touch('touchMove', target.x + 60, target.y + 4);
    await touch('touchEnd', 0, 0);
    await comes(() => outlineOn(page), expect.arrayContaining([`Page 1.1: ${name}`]));

    const actions = page.getByRole('button', { name: /^Actions for/ }).nth(2);
    // After a simulated drag, the emulation sometimes drops the next tap.
    for (let shown = false; !shown; shown = (await actions.getAttribute('aria-expanded')) === 'true') {
      await actions.tap();
      await page.waitForTimeout(300);
    }
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add below' }).tap();
    await page.keyboard.type('Screws');
    expect(await overflow(page)).toBe(0);
    for (const view of ['Changes', 'Template', 'Markdown']) {
      const tab = page.getByRole('button', { name: view, exact: true });
      // The emulation sometimes drops a tap here, too.
      for (let open = false; !open; open = (await tab.getAttribute('aria-current')) === 'page') {
        await tab.tap();
        await page.waitForTimeout(300);
      }
      await page.waitForFunction(() => document.querySelector('.comparison, .template img, .markdown') !== null);
      expect(await overflow(page)).toBe(0);
      await picture(page, `phone-${view.toLowerCase()}-${colorScheme}`);
    }
    expect((await page.locator('.decide').boundingBox())!.height).toBeLessThan(115);
    await comes(() => page.getByRole('button', { name: 'Reject' }).count(), 0);
    await page.getByRole('button', { name: 'More actions' }).tap();
    for (const name of ['Reject', 'Regenerate', 'Discard my edits']) await page.getByRole('button', { name }).waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await picture(page, `phone-menu-${colorScheme}`);
    await page.keyboard.press('Escape');
    await comes(() => page.getByRole('button', { name: 'Reject' }).count(), 0);
    await page.getByRole('button', { name: 'Save edits' }).tap();
    await picture(page, `phone-dialog-${colorScheme}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Save and approve' }).tap();
    await page.getByText('Every file was checked').waitFor();
    expect(await overflow(page)).toBe(0);
    await picture(page, `phone-end-${colorScheme}`);
    expect((await handle.result()).approval).toMatchObject({ by: 'ada', revision: 2 });
    expect(complaints).toEqual([]);
    await close();
  });
});
