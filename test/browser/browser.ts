import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Pipeline, type PipelineOptions, startPipeline } from '../pipeline/pipeline';
import { type Review, startReview } from '../review/review';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** The path of an installed Chromium: from CHROMIUM, otherwise the first on PATH. */
function findChromium(): string | undefined {
  const { CHROMIUM, PATH = '' } = process.env;
  const candidates = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...(CHROMIUM ? [CHROMIUM] : []), ...candidates].find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const found = findChromium();
/** Of tests that need a browser and no review server. */
export const suite = found === undefined ? describe.skip : describe;

const PATIENCE_MS = 300_000;

/** The pipeline, review server and browser of a suite. */
export interface Stage {
  pipeline: Pipeline;
  review: Review;
  browser: Browser;
}

/** A suite that needs a browser. Without one, it is skipped, and its name says why. */
export function describeInBrowser(name: string, suite: (stage: Stage) => void, options: PipelineOptions = {}): void {
  if (found === undefined) {
    const reason = `skipped: no Chromium on PATH or in CHROMIUM`;
    describe.skip(`${name} (${reason})`, () => suite({} as Stage));
    return;
  }
  describe(name, () => {
    const stage = {} as Stage;
    beforeAll(async () => {
      stage.pipeline = await startPipeline(options);
      stage.review = await startReview(stage.pipeline);
      stage.browser = await launch();
    });
    afterAll(async () => {
      await stage.browser?.close();
      await stage.review?.close();
      await stage.pipeline?.close();
    });
    suite(stage);
  });
}

export function launch(): Promise<Browser> {
  // Chromium's sandbox does not work for root, the usual user in containers.
  return chromium.launch({ executablePath: found!, args: ['--no-sandbox'] });
}

export interface Visit {
  page: Page;
  /** Uncaught errors, violations of the content security policy and other console errors. */
  complaints: string[];
  close(): Promise<void>;
}

/** Opens a separate browser profile. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  // A color on its way to another one is neither of them.
  const still = { reducedMotion: 'reduce', locale: 'en-GB', viewport: { width: 1280, height: 860 } } as const;
  const context = await browser.newContext({ ...still, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser reports a busy service, which the page asks again.
    const isBusy = message.text().includes('status of 429');
    if (message.type() === 'error' && !isBusy) complaints.push(`console: ${message.text()}`);
  });
  return { page, complaints, close: () => context.close() };
}

/** Saves a screenshot if `DECK_SCREENSHOTS` names a directory. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.DECK_SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The headings in the tree with their level and number, as a screen reader reads them. */
export function outlineOn(page: Page): Promise<string[]> {
  return page
    .locator('.tree .heading')
    .evaluateAll((fields) => fields.map((field) => `${field.ariaLabel}: ${(field as HTMLInputElement).value}`));
}

/** Reads until the page shows what is expected: it follows an action or the server in its own time. */
export async function comes<Shown>(read: () => Promise<Shown>, expected: unknown): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const shown = await read();
    try {
      expect(shown).toEqual(expected);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
