import type { BrowserContextOptions, Page } from 'playwright-core';
import { startPresentation } from '../../src/api/start';
import { OPERATOR_TOKEN } from '../review/review';
import { describeInBrowser, picture, visit } from './browser';

const settings = { review: { mode: 'required', deadline: '2 days' }, contentReview: { mode: 'required' } } as const;

/**
 * Writes these views to docs/pictures, only on request: they need decks of their own in the list, and other tests check
 * the page.
 */
const describePictures: typeof describeInBrowser = (name, test) =>
  process.env.DECK_SCREENSHOTS === undefined
    ? describe.skip(name, () => {
        it('is written on request', () => {});
      })
    : describeInBrowser(name, test);

describePictures('the screenshots of the review page in the documentation', (stage) => {
  const shoot = async (
    name: string,
    address: string,
    options: BrowserContextOptions,
    ready: (page: Page) => Promise<unknown>,
  ) => {
    const { page, complaints, close } = await visit(stage.browser, options);
    await page.goto(address);
    await ready(page);
    await picture(page, name);
    // The browser logs the request before the login itself.
    expect(complaints.filter((complaint) => !complaint.includes('Failed to load resource'))).toEqual([]);
    await close();
  };
  const desktop = { viewport: { width: 1280, height: 800 } };
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

  it('show a review from the outline to the delivered deck', async () => {
    const { pipeline, review } = stage;
    const handle = await pipeline.start({ title: 'Tidal power for island towns', settings });
    const { workflowId } = handle;
    const link = review.link({ workflowId, gate: 'all', reviewer: 'ada' });
    const address = `${review.url}/review#${link}`;
    await review.until(link, ({ mayDecide }) => mayDecide);
    const outlined = (page: Page) => page.locator('.tree .heading').nth(3).waitFor();
    await shoot('review-outline', address, desktop, outlined);
    await shoot('review-phone', address, phone, outlined);
    await shoot('review-changes', address, desktop, async (page) => {
      await page.getByRole('textbox', { name: 'Page 1.1', exact: true }).fill('Why the tide, and why now');
      await page.getByRole('textbox', { name: 'Page 1.3', exact: true }).press('Alt+ArrowUp');
      await page.getByRole('button', { name: 'Changes', exact: true }).click();
      await page.locator('.badge-moved').waitFor();
      await page.getByTestId('toast').waitFor({ state: 'detached' });
    });

    await review.decide(link, { revision: 1, decision: 'approve' });
    const { revision } = await review.until(link, (deck) => deck.review?.gate === 'content');
    const drawn = (page: Page) =>
      page.waitForFunction(
        () => {
          const images = [...document.querySelectorAll('.thumbnail .image')];
          const near = images.filter((image) => image.getBoundingClientRect().top < innerHeight);
          return near.length > 3 && near.every((image) => image.querySelector('img') !== null);
        },
        undefined,
        { timeout: 90_000 },
      );
    await shoot('review-content', address, desktop, drawn);

    await review.decide(link, { revision: revision!, decision: 'approve' });
    await handle.result();
    await shoot('review-delivered', address, desktop, drawn);
  }, 300_000);

  it('show the list of decks', async () => {
    const { pipeline, review } = stage;
    const { taskQueue } = pipeline.settings.temporal;
    for (const [request, title, mode] of [
      ['looms', 'Looms and looming deadlines', 'required'],
      ['dyes', 'Dyes from the garden', 'off'],
      ['wool', 'Wool, and what to do with it', 'required'],
    ] as const) {
      const input = { uid: 'u1', request, title, settings: { review: { mode, deadline: '2 days' } } };
      await startPresentation(pipeline.temporal.client, input, { taskQueue });
    }
    await shoot('review-list', review.url, desktop, async (page) => {
      await page.getByLabel('Token').fill(OPERATOR_TOKEN);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('button', { name: 'Open Dyes from the garden' }).waitFor();
    });
  });
});
