import { basename, dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { EXAMPLE } from '../../src/cli/commands/run';
import { describeInBrowser, visit } from './browser';

const pictures = process.env.DECK_SCREENSHOTS;
/** Width of a slide on the sheet, in pixels, and the gap between two. */
const [WIDTH, HEIGHT, GAP, ACROSS, DOWN] = [416, 234, 10, 3, 3];

/** Writes the images of the README to docs/pictures, only on request: other tests check the page and the slides. */
const describePictures: typeof describeInBrowser = (name, suite, options) =>
  pictures === undefined
    ? describe.skip(name, () => {
        it('is written on request', () => {});
      })
    : describeInBrowser(name, suite, options);

describePictures(
  'the images of the example deck',
  (stage) => {
    it('show its text under review, and its slides', async () => {
      const { pipeline, review } = stage;
      const handle = await pipeline.start({
        document: { path: basename(EXAMPLE) },
        formats: ['png'],
        settings: { review: { mode: 'required', deadline: '2 days' } },
      });
      const link = review.link({ workflowId: handle.workflowId, gate: 'all', reviewer: 'ada' });
      const { revision } = await review.until(link, ({ mayDecide }) => mayDecide);
      await shoot(`${review.url}/review#${link}`, (page) => page.locator('.tree .heading').nth(3).waitFor());
      await review.decide(link, { revision: revision!, decision: 'approve' });
      const { files } = await handle.result();
      expect(files.length).toBeGreaterThanOrEqual(ACROSS * DOWN);
      await sheet(files.slice(0, ACROSS * DOWN).map(({ path }) => path));
    });

    async function shoot(address: string, ready: (page: Page) => Promise<unknown>): Promise<void> {
      const { page, complaints, close } = await visit(stage.browser, { viewport: { width: 1280, height: 800 } });
      await page.goto(address);
      await ready(page);
      await write(sharp(await page.screenshot()), 'review-outline');
      expect(complaints).toEqual([]);
      await close();
    }

    async function sheet(paths: readonly string[]): Promise<void> {
      const slides = paths.map(async (path, at) => ({
        input: await sharp(path).resize(WIDTH, HEIGHT, { fit: 'fill' }).toBuffer(),
        left: GAP + (at % ACROSS) * (WIDTH + GAP),
        top: GAP + Math.floor(at / ACROSS) * (HEIGHT + GAP),
      }));
      const [width, height] = [GAP + ACROSS * (WIDTH + GAP), GAP + DOWN * (HEIGHT + GAP)];
      const empty = sharp({ create: { width, height, channels: 3, background: '#ffffff' } });
      await write(empty.composite(await Promise.all(slides)), 'slides');
    }

    const write = (image: sharp.Sharp, name: string) =>
      image.png({ palette: true }).toFile(join(pictures!, `${name}.png`));
  },
  { settings: { documents: { inbox: dirname(EXAMPLE) } } },
);
