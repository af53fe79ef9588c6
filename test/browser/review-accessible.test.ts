import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { startPresentation } from '../../src/api/start';
import { OPERATOR_TOKEN } from '../review/review';
import { spread } from '../setup/spread';
import { describeInBrowser, picture, visit } from './browser';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The serious and critical violations that axe-core finds, with their elements. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe.run(),
  );
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}, ${nodes.length} times: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

const names = {
  'en-GB': {
    views: { markdown: 'Markdown', changes: 'Changes', template: 'Template' },
    approve: 'Approve',
    slides: 'Slides',
    more: /^2\. /,
  },
  'zh-CN': {
    views: { markdown: 'Markdown', changes: '修改', template: '模板' },
    approve: '通过',
    slides: '幻灯片',
    more: /^2\. /,
  },
};

describeInBrowser('the accessible page', (stage) => {
  const looks = spread(
    (['en-GB', 'zh-CN'] as const).flatMap((locale) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ locale, colorScheme })),
    ),
    ['locale', 'colorScheme'],
  );
  it.each(looks)(
    'has no serious or critical axe-core violations in any view, in $locale, $colorScheme',
    async ({ locale, colorScheme }) => {
      const { pipeline, review, browser } = stage;
      const words = names[locale];
      const shot = (page: Page, name: string) => picture(page, `${name}-${locale.slice(0, 2)}-${colorScheme}`);
      const { page, complaints, close } = await visit(browser, { locale, colorScheme });
      const title = locale === 'zh-CN' ? '城市里的蜜蜂' : 'Bees in the city';
      const required = { mode: 'required' };
      const handle = await pipeline.start({ title, settings: { review: required, contentReview: required } });
      const { workflowId } = handle;
      const ada = review.link({ workflowId, reviewer: 'ada' });

      await page.goto(`${review.url}/review#broken`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await violations(page)).toEqual([]);
      await shot(page, 'link-error');

      await page.goto(review.address({ workflowId, reviewer: 'ada' }));
      const first = page.locator('.tree .heading').nth(2);
      await first.waitFor();
      await first.fill(locale === 'zh-CN' ? '屋顶上的蜂箱' : 'Hives on the roofs');
      await page.locator('.more').nth(2).click();
      expect(await violations(page)).toEqual([]);
      await shot(page, 'outline');
      for (const [view, name] of Object.entries(words.views)) {
        await page.getByRole('button', { name, exact: true }).click();
        if (view === 'template') await page.locator('.template img').first().waitFor();
        if (view === 'changes') await page.locator('.comparison').waitFor();
        expect(await violations(page)).toEqual([]);
        await shot(page, view);
      }
      await page.getByRole('button', { name: words.approve, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violations(page)).toEqual([]);
      await shot(page, 'dialog');

      await review.decide(ada, { revision: 1, decision: 'approve' });
      const content = review.link({ workflowId, gate: 'content', reviewer: 'ada' });
      const { revision } = await review.until(content, ({ mayDecide }) => mayDecide);
      await page.goto('about:blank');
      await page.goto(`${review.url}/review#${content}`);
      await page.getByRole('button', { name: words.more }).click();
      await page.locator('.large-slide img').waitFor();
      expect(await violations(page)).toEqual([]);
      await shot(page, 'content');

      await review.decide(content, { revision: revision!, decision: 'approve' });
      await page.locator('.files button').waitFor({ timeout: 30_000 });
      expect(await violations(page)).toEqual([]);
      await shot(page, 'end');

      await page.goto(review.url);
      await page.locator('input[name=token]').waitFor();
      expect(await violations(page)).toEqual([]);
      await shot(page, 'login');
      await page.locator('input[name=token]').fill(OPERATOR_TOKEN);
      await page.keyboard.press('Enter');
      await page.locator('.deck').first().waitFor();
      expect(await violations(page)).toEqual([]);
      await shot(page, 'list');
      // The browser logs failed requests itself.
      expect(complaints.filter((complaint) => !complaint.includes('Failed to load resource'))).toEqual([]);
      await close();
    },
    120_000,
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
    await page.getByRole('heading', { name: 'Decks' }).waitFor();
    await page.getByRole('button', { name: 'Open Wool, and what to do with it' }).waitFor();
    await picture(page, 'list-operators');
    await page.getByRole('searchbox', { name: 'Search' }).fill(uid);
    const open = page.getByRole('button', { name: 'Open Looms and looming deadlines' });
    await page.waitForFunction(() => document.querySelectorAll('.deck').length === 1);
    await open.waitFor();
    await page.getByRole('button', { name: /^Outline in review/ }).click();
    await open.click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Token').waitFor();
    await page.reload();
    await page.getByLabel('Token').waitFor();
    expect(await page.locator('.deck').count()).toBe(0);
    await close();
  });
});
