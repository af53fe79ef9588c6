import type { Page } from 'playwright-core';
import { startPresentation } from '../../src/decks/api/start';
import { OPERATOR_TOKEN } from '../review/review';
import { spread } from '../setup/spread';
import { violations } from './axe';
import { comes, describeInBrowser, picture, visit } from './browser';

const names = {
  'en-GB': {
    views: { slides: 'Slides', markdown: 'Markdown', changes: 'Changes', template: 'Template' },
    approve: 'Approve',
    regenerate: 'Regenerate',
    enlarge: /^Enlarge /,
    close: 'Close',
    cancel: 'Cancel',
    remove: 'Remove',
    menu: 'More actions',
    steps: 'Progress',
  },
  'zh-CN': {
    views: { slides: '幻灯片', markdown: 'Markdown', changes: '修改', template: '模板' },
    approve: '通过',
    regenerate: '重新生成',
    enlarge: /^放大 /,
    close: '关闭',
    cancel: '取消',
    remove: '删除',
    menu: '更多操作',
    steps: '进度',
  },
};

const sizes = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  tablet: { viewport: { width: 768, height: 1024 } },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const;

/** How far the page scrolls sideways, in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describeInBrowser('the accessible page', (stage) => {
  const looks = spread(
    (['en-GB', 'zh-CN'] as const).flatMap((locale) =>
      (['light', 'dark'] as const).flatMap((colorScheme) =>
        (Object.keys(sizes) as (keyof typeof sizes)[]).map((size) => ({ locale, colorScheme, size })),
      ),
    ),
    ['locale', 'colorScheme', 'size'],
  );
  it.each(looks)(
    'has no axe-core violations and does not scroll sideways in any view, in $locale, $colorScheme, on a $size',
    async ({ locale, colorScheme, size }) => {
      const { pipeline, review, browser } = stage;
      const words = names[locale];
      const { page, complaints, close } = await visit(browser, { locale, colorScheme, ...sizes[size] });
      /** Checks a view and saves a screenshot of it. */
      const check = async (name: string) => {
        await picture(page, `${name}-${locale.slice(0, 2)}-${colorScheme}-${size}`);
        const found = { overflow: await overflow(page), violations: await violations(page) };
        expect({ name, ...found }).toEqual({ name, overflow: 0, violations: [] });
      };
      const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
      const title = locale === 'zh-CN' ? '城市里的蜜蜂' : 'Bees in the city';
      const required = { mode: 'required' };
      const handle = await pipeline.start({ title, settings: { review: required, contentReview: required } });
      const { workflowId } = handle;
      const ada = review.link({ workflowId, reviewer: 'ada' });
      const open = async (link: string) => {
        await page.goto('about:blank');
        await page.goto(`${review.url}/review#${link}`);
      };

      await open('broken');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await check('link-error');

      await open(review.link({ workflowId, role: 'viewer' }));
      await page.locator('.tree .heading').first().waitFor();
      await check('view-only');

      await open(ada);
      const first = page.locator('.tree .heading').nth(2);
      await first.waitFor();
      await check('outline');
      await first.fill(locale === 'zh-CN' ? '屋顶上的蜂箱' : 'Hives on the roofs');
      await page.locator('.more').nth(3).click();
      await check('outline-actions');
      await button(words.remove).click();
      await page.getByTestId('toast').waitFor();
      await check('outline-toast');
      for (const [view, name] of Object.entries(words.views)) {
        await button(name).click();
        if (view === 'template') await page.locator('.template img').first().waitFor();
        if (view === 'slides') await page.locator('.thumbnail img').first().waitFor();
        if (view === 'changes') await page.locator('.tree-changes').waitFor();
        await check(view);
        if (view === 'changes') {
          await page.locator('.comparison input').check();
          await page.locator('.line-diff').waitFor();
          await check('changes-markdown');
        }
      }
      await button(words.enlarge).nth(2).click();
      await page.locator('.samples img').first().waitFor();
      await check('template-large');
      await button(words.close).click();
      if (size === 'phone') {
        await button(words.menu).click();
        await check('menu');
      }
      await button(words.regenerate).click();
      await page.getByRole('dialog').waitFor();
      await check('regenerate');
      await button(words.cancel).click();
      await button(words.approve).click();
      await page.getByRole('dialog').waitFor();
      await check('approve');
      await button(words.cancel).click();
      await page.context().setOffline(true);
      await page.locator('.banner').first().waitFor();
      await check('offline');
      await page.context().setOffline(false);

      await page.evaluate(() => localStorage.clear());
      await page.goto('about:blank');
      await review.decide(ada, { revision: 1, decision: 'approve' });
      const content = review.link({ workflowId, gate: 'content', reviewer: 'ada' });
      const { revision } = await review.until(content, ({ mayDecide }) => mayDecide);
      await open(ada);
      await page.getByText('--gate all').waitFor();
      await check('other-gate');
      await open(content);
      await page.getByRole('button', { name: /^2\. / }).click();
      await page.locator('.lightbox .image img').waitFor();
      await check('content');
      await page.keyboard.press('Escape');

      await review.decide(content, { revision: revision!, decision: 'approve' });
      await page.locator('.files button').waitFor();
      await page.locator('.thumbnail img').first().waitFor();
      await check('delivered');
      await page.getByText(words.steps, { exact: true }).click();
      await check('delivered-steps');

      await page.goto(review.url);
      await page.locator('input[name=token]').waitFor();
      await check('login');
      await page.locator('input[name=token]').fill(OPERATOR_TOKEN);
      await page.keyboard.press('Enter');
      await page.locator('.deck').first().waitFor();
      await check('list');
      // The browser logs failed requests itself.
      expect(complaints.filter((complaint) => !complaint.includes('Failed to load resource'))).toEqual([]);
      await close();
    },
  );

  it('an operator can log in, find a deck, open it and log out', async () => {
    const { pipeline, review, browser } = stage;
    const uid = `u1-${Date.now()}`;
    const order = { uid, request: 'looms', title: 'Looms and looming deadlines' };
    const { taskQueue } = pipeline.settings.temporal;
    const { workflowId } = await startPresentation(pipeline.temporal.client, order, { taskQueue });
    for (const [request, title] of Object.entries({
      dyes: 'Dyes from the garden',
      wool: 'Wool, and what to do with it',
    })) {
      const settings = {
        review: { mode: request === 'dyes' ? ('off' as const) : ('required' as const), deadline: '2 days' },
      };
      await startPresentation(pipeline.temporal.client, { uid: 'u2', request, title, settings }, { taskQueue });
    }
    await review.until(review.link({ workflowId }), ({ mayDecide }) => mayDecide);
    const { page, close } = await visit(browser);
    await page.goto(review.url);
    await page.getByLabel('Token').fill('not the right one');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Wrong token').waitFor();
    await page.getByLabel('Token').fill(OPERATOR_TOKEN);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Decks', exact: true }).waitFor();
    await page.getByRole('button', { name: /^All/ }).click();
    await page.getByRole('button', { name: 'Open Wool, and what to do with it' }).waitFor();
    await picture(page, 'list-operators');
    await page.getByRole('searchbox', { name: 'Search' }).fill(uid);
    const open = page.getByRole('button', { name: 'Open Looms and looming deadlines' });
    await page.waitForFunction(() => document.querySelectorAll('.deck h2').length === 1);
    await open.waitFor();
    await page.getByRole('button', { name: /^Running/ }).click();
    await open.click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Token').waitFor();
    await page.reload();
    await page.getByLabel('Token').waitFor();
    await comes(() => page.locator('.deck').count(), 0);
    await close();
  });
});
