import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { packageRoot } from '../../src/base/io/package-root';
import { startPresentation } from '../../src/decks/api/start';
import { templateFile, usual } from '../brand/template-file';
import { figure } from '../deep';
import { OPERATOR_TOKEN, type Review } from '../review/review';
import { violations } from './axe';
import { comes, describeInBrowser, picture, visit } from './browser';

const planets = join(packageRoot, 'src', 'cli', 'example', 'planets.docx');

/** Logs in as an operator and opens a view. */
async function enter(browser: Browser, review: Review, path: string, options = {}) {
  const visited = await visit(browser, options);
  const { page } = visited;
  page.setDefaultTimeout(120_000);
  await page.goto(review.url + path);
  await page.locator('input[name=token]').fill(OPERATOR_TOKEN);
  await page.keyboard.press('Enter');
  // Without a login, there is a bar as well.
  await page.locator('input[name=token]').waitFor({ state: 'hidden' });
  await page.locator('.bar nav a').first().waitFor();
  return visited;
}

/** Decks that a search finds. Other test files have decks on the same server. */
const decksOf = (page: Page, search: string) =>
  page.evaluate(async (words) => {
    for (;;) {
      const response = await fetch(`/v1/decks?search=${encodeURIComponent(words)}`, { headers: { 'x-deck': '1' } });
      const { decks } = (await response.json()) as { decks?: { workflowId: string }[] };
      if (decks !== undefined) return decks.map(({ workflowId }) => workflowId);
    }
  }, search);

const approve = async (page: Page) => {
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your name').fill('ada');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
};

describeInBrowser('the front door', (stage) => {
  it('walks from a Word document to the file, from the first click', async () => {
    const { review, browser } = stage;
    const { page, close } = await enter(browser, review, '/');
    const started = Date.now();
    await page.getByRole('link', { name: 'New deck' }).first().click();
    await page.getByLabel('Drop a document here').setInputFiles(planets);
    await page.getByText('The document can be used.').waitFor();
    await picture(page, 'new-deck-document');
    await page.getByRole('button', { name: 'Create the deck' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    await approve(page);
    const file = page.locator('.files button').first();
    await file.waitFor();
    await comes(() => file.textContent(), expect.stringContaining('.pptx'));
    figure(`walk: from a .docx to the file, with review, in ${((Date.now() - started) / 1000).toFixed(1)} s`);

    await page.getByRole('button', { name: 'Share a view-only link' }).click();
    const shared = await page.getByLabel('View-only link').inputValue();
    await picture(page, 'delivered-actions');
    await page.getByRole('button', { name: 'Revoke links' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke links' }).click();
    await page.getByText('All earlier links of this deck have been revoked.').waitFor();
    const guest = await visit(browser);
    await guest.page.goto(shared);
    await guest.page.getByText('revoked').waitFor();
    await guest.close();

    await page.getByRole('link', { name: 'Make another like this' }).click();
    await page.getByRole('heading', { name: 'planets.docx' }).waitFor();
    await page.getByLabel('PDF').check();
    await picture(page, 'new-deck-like');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create the deck' }).click();
    await approve(page);
    await page.getByRole('button', { name: /\.pdf$/ }).waitFor();
    await comes(
      () => page.locator('.files button').allTextContents(),
      [expect.stringContaining('.pptx'), expect.stringContaining('.pdf')],
    );
    await close();
  });

  it('shows the faults of a document next to it, and starts nothing', async () => {
    const { review, browser } = stage;
    const { page, close } = await enter(browser, review, '/new');
    const file = { name: 'torn.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('not a document') };
    await page.getByLabel('Drop a document here').setInputFiles(file);
    await page.getByText('This document cannot be used').waitFor();
    await comes(() => page.getByRole('button', { name: 'Create the deck' }).isDisabled(), true);
    await page.getByRole('button', { name: 'Remove torn.docx' }).click();
    await page.getByLabel('Drop a document here').setInputFiles({ ...file, name: 'table.xlsx' });
    await page.getByText('table.xlsx is not a .docx').waitFor();
    expect([...(await decksOf(page, 'torn')), ...(await decksOf(page, 'table'))]).toEqual([]);
    await close();
  });

  it('starts one deck from two submissions, and keeps what was typed while offline', async () => {
    const { review, browser } = stage;
    const { page, close } = await enter(browser, review, '/new');
    await page.getByText('No language model is set up here.').waitFor();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('One deck only');
    await page.getByLabel('Three things to remember').fill('Bees need water\nHives need shade');
    await page.context().setOffline(true);
    await page.keyboard.press('Tab');
    const create = page.getByRole('button', { name: 'Create the deck' });
    await create.click();
    await page.getByRole('alert').getByText('No connection.').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await comes(() => page.getByRole('textbox', { name: 'Title', exact: true }).inputValue(), 'One deck only');
    await comes(
      () => page.getByLabel('Three things to remember').inputValue(),
      expect.stringContaining('Hives need shade'),
    );
    expect(await decksOf(page, 'One deck only')).toEqual([]);

    // The response of the first submission is lost; the second one has the same key.
    let lost = 0;
    await page.route('**/v1/decks', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await create.click();
    await page.getByRole('alert').getByText('No connection.').waitFor();
    await create.dblclick();
    await page.waitForURL(/review/);
    await page.locator('.tree .heading').first().waitFor();
    await page.goto(review.url);
    await page.getByRole('button', { name: /^All/ }).click();
    await page.getByRole('heading', { name: 'One deck only' }).waitFor();
    expect(await decksOf(page, 'One deck only')).toHaveLength(1);
    await close();
  });

  it('adds a PowerPoint file as a template, and shows its layouts', async () => {
    const { review, browser } = stage;
    const { page, close } = await enter(browser, review, '/templates');
    const { cover, text, section, two } = usual;
    const buffer = Buffer.from(templateFile({ layouts: [cover, text, section, two] }));
    const drop = page.getByLabel('Drop a PowerPoint file here');
    await drop.setInputFiles({ name: 'letter.potx', mimeType: 'application/octet-stream', buffer: Buffer.from('no') });
    await page.getByRole('alert').waitFor();
    await drop.setInputFiles({ name: 'Acme.potx', mimeType: 'application/octet-stream', buffer });
    await page.getByRole('heading', { name: '1 Title Slide' }).waitFor();
    await comes(() => page.locator('select option:checked').first().textContent(), expect.stringContaining('Acme'));
    await close();
  });

  it('lists many decks by 20 without moving anything, and approves several at once', async () => {
    const { pipeline, review, browser } = stage;
    const { taskQueue } = pipeline.settings.temporal;
    const start = (request: string) =>
      startPresentation(
        pipeline.temporal.client,
        { uid: 'many', request, title: `Deck ${request}`, settings: { review: { mode: 'required' } } },
        { taskQueue },
      );
    await Promise.all(Array.from({ length: 24 }, (_, at) => start(`d${at + 1}`)));
    const { page, close } = await enter(browser, review, '/');
    await page.waitForFunction(() => Number(document.querySelector('.tab .count')?.textContent) >= 24, undefined, {
      polling: 500,
    });

    await page.addInitScript(() => {
      const moves: number[] = [];
      Object.assign(globalThis, { moves });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moves.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.reload();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.waitFor();
    const before = await search.boundingBox();
    await page.locator('.deck h2').first().waitFor();
    await page.waitForTimeout(500);
    expect(await search.boundingBox()).toEqual(before);
    const moved = await page.evaluate(() => (globalThis as unknown as { moves: number[] }).moves);
    expect(moved.reduce((sum, move) => sum + move, 0)).toBeLessThan(0.02);
    await comes(() => page.locator('.deck').count(), 20);
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.locator('.deck').nth(23).waitFor();

    await search.fill('Deck d2');
    for (const name of ['Deck d20', 'Deck d21', 'Deck d22']) await page.getByLabel(`Select ${name}`).check();
    await picture(page, 'list-selected');
    expect(await violations(page)).toEqual([]);
    // Another person approves one of them meanwhile.
    const workflowId = 'presentation/many/d21';
    const link = review.link({ workflowId });
    await review.until(link, ({ mayDecide }) => mayDecide);
    await review.decide(link, { revision: 1, decision: 'approve' });
    await page.getByRole('button', { name: 'Approve 3 decks' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your name').fill('ada');
    await dialog.getByRole('button', { name: 'Approve 3 decks' }).click();
    await dialog.getByRole('button', { name: 'Close' }).waitFor();
    await comes(() => dialog.getByText('Approved', { exact: true }).count(), 2);
    await comes(() => dialog.locator('.problem').count(), 1);
    await dialog.getByRole('button', { name: 'Close' }).click();
    for (const request of ['d20', 'd22']) {
      const view = await review.deck(review.link({ workflowId: `presentation/many/${request}` }));
      expect(view.approval).toMatchObject({ by: 'ada' });
    }

    // From one deck to the next, without the list.
    await search.fill('Deck d1');
    await page
      .getByRole('button', { name: /^Review Deck/ })
      .first()
      .click();
    const next = page.getByRole('button', { name: /^Next deck/ });
    await next.waitFor();
    const first = await page.getByRole('heading', { level: 1 }).textContent();
    await next.click();
    await page.waitForFunction((title) => {
      const shown = document.querySelector('h1')?.textContent;
      return shown !== undefined && shown !== title;
    }, first);
    await close();
  });

  const looks = (['en-GB', 'zh-CN'] as const).flatMap((locale, at) =>
    [390, 768, 1440].map((width, wide) => ({
      locale,
      width,
      colorScheme: (at + wide) % 2 === 0 ? ('light' as const) : ('dark' as const),
    })),
  );
  it.each(looks)('is accessible and fits, in $locale, $width px wide, $colorScheme', async (look) => {
    const { review, browser } = stage;
    const { locale, width, colorScheme } = look;
    const { page, close } = await enter(browser, review, '/', {
      locale,
      colorScheme,
      viewport: { width, height: 900 },
    });
    for (const path of ['/', '/new', '/templates', '/help', '/design']) {
      await page.goto(review.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/new') await page.locator('.template img').first().waitFor();
      await picture(page, `front${path.replace('/', '-')}-${locale.slice(0, 2)}-${colorScheme}-${width}`);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect({ path, sideways, violations: await violations(page) }).toEqual({ path, sideways: 0, violations: [] });
    }
    await close();
  });

  it('shows the outline on a slow connection', async () => {
    const { review, browser } = stage;
    const { link } = await review.waiting({ title: 'Slow lines' });
    const { page, close } = await visit(browser);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    });
    // By the clock of the browser, from the start of the navigation.
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('.tree .heading') === null) requestAnimationFrame(look);
        else document.documentElement.dataset.shown = String(performance.now());
      };
      look();
    });
    const shownAfter = async () => {
      await page.locator('[data-shown] .tree .heading').first().waitFor();
      return `${(Number(await page.locator('html').getAttribute('data-shown')) / 1000).toFixed(1)} s`;
    };
    await page.goto(`${review.url}/review#${link}`, { waitUntil: 'commit' });
    figure(`the outline on slow 3G after ${await shownAfter()}`);
    await page.reload({ waitUntil: 'commit' });
    figure(`again, from the cache, after ${await shownAfter()}`);
    const sizes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        // The rest of the page may still have been on its way.
        .filter(({ name }) => /\.(?:js|css)$/.test(name) && !/\/later-/.test(name))
        .map(({ transferSize }) => transferSize),
    );
    // After a reload, scripts and styles come from the cache.
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.every((size) => size === 0)).toBe(true);
    await close();
  });
});
