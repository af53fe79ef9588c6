import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { EXAMPLE } from '../../src/cli/commands/run';
import { BATCH } from '../../src/core/batch';
import { PRESENTATION } from '../../src/core/messages';
import { startPresentation } from '../../src/decks/api';
import type { PresentationInput } from '../../src/decks/input/input';
import {
  type DevServer,
  findTemporalExecutable,
  presentationSearchAttributes,
  startDevServer,
} from '../../src/temporal';
import { savedViewPage, savedViews } from '../../src/temporal/saved-views';
import { VIEWS_PATH, viewsPage } from '../../src/temporal/views-page';
import { type Pipeline, startPipeline } from '../pipeline/pipeline';
import { comes, launch, suite } from './browser';

/** The path that starts a content job. */
const CONTENT = '/api/ai/chat/v2/content';
const noBalance = { kind: 'answer', status: 200, body: '{"code":40007,"data":[],"msg":"no balance"}' } as const;
const unread = { settings: { review: { mode: 'off' } } };

/** DECK_SCREENSHOTS=docs/pictures updates the images in the documentation. */
const pictures = process.env.DECK_SCREENSHOTS;

suite('the Temporal UI as the dashboard', () => {
  let server: DevServer;
  let pipeline: Pipeline;
  let browser: Browser;
  let page: Page;
  /** With the time of the call. */
  const views = () => savedViews({ overdueAfter: 1, reportedProblems: true });

  beforeAll(async () => {
    const { path: executable } = await findTemporalExecutable();
    server = await startDevServer({
      executable,
      namespaces: ['default', 'service'],
      searchAttributes: presentationSearchAttributes,
      viewsPage: () => viewsPage('default', views()),
    });
    pipeline = await startPipeline({
      faulty: true,
      temporalAddress: server.address,
      settings: { reviewServer: { publicUrl: 'https://review.example.org' } },
    });
    browser = await launch();
    page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    page.setDefaultTimeout(300_000);
  });
  afterAll(async () => {
    await browser?.close();
    await pipeline?.close();
    await server?.stop();
  });

  const start = (input: PresentationInput) =>
    startPresentation(pipeline.temporal.client, input, { taskQueue: pipeline.settings.temporal.taskQueue });
  const progressOf = async (workflowId: string) =>
    pipeline.progress(pipeline.temporal.client.workflow.getHandle(workflowId) as never);
  async function until(workflowId: string, fits: (progress: Awaited<ReturnType<typeof progressOf>>) => boolean) {
    while (!fits(await progressOf(workflowId))) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const listed = async (query: string, decks: number) => {
    while ((await pipeline.temporal.client.workflow.count(query)).count < decks) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  async function picture(name: string): Promise<void> {
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    const image = sharp(await page.screenshot());
    await image.png({ palette: true }).toFile(join(pictures, `ui-${name}.png`));
  }

  /** Opens a tab of a deck's page. */
  async function openDeck(workflowId: string, tab: 'timeline' | 'user-metadata' = 'timeline'): Promise<void> {
    await page.goto(`${server.uiUrl}/namespaces/default/workflows/${encodeURIComponent(workflowId)}`);
    await page.waitForURL('**/timeline');
    if (tab !== 'timeline') await page.goto(page.url().replace(/timeline$/, tab));
  }

  /** The last panel of the tab, after summary and static details. */
  async function currentDetails(workflowId: string): Promise<Locator> {
    await openDeck(workflowId, 'user-metadata');
    await page.getByText('Current Details').waitFor();
    const panel = page.frameLocator('iframe >> nth=2').locator('main');
    await panel.locator('li').first().waitFor();
    return panel;
  }

  /** Sends an update with the dialog of the UI. @returns the dialog's description of the handler */
  async function sendUpdate(name: string, data: string, pictureName?: string): Promise<string> {
    await page.getByRole('button', { name: 'More Actions' }).click();
    await page.getByRole('menuitem', { name: 'Send an Update' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByTestId('update-select-button').click();
    const option = dialog.getByRole('option').filter({ has: page.getByText(name, { exact: true }) });
    const description = (await option.textContent()) ?? '';
    await option.click();
    await dialog.getByRole('textbox').last().click();
    await page.keyboard.insertText(data);
    await dialog.getByText('Update ID (optional)').click();
    if (pictureName !== undefined) await picture(pictureName);
    await dialog.getByTestId('confirm-modal-button').click();
    await dialog.waitFor({ state: 'hidden' });
    return description;
  }

  const expectText = (element: Locator, text: string) => element.filter({ hasText: text }).waitFor();
  /** The first JSON object in a text. */
  const exampleIn = (text: string) => /\{[^}]*\}/.exec(text)![0];

  test('a deck in review shows what to do, where and until when, and can be approved in the dialog with that text', async () => {
    const { workflowId } = await start({ uid: 'u1', request: 'tea', title: 'Tea in *ten* pages', formats: ['pdf'] });
    await until(workflowId, ({ review }) => review !== undefined);
    const details = await currentDetails(workflowId);
    const items = await details.locator('li').allInnerTexts();
    await comes(() => details.locator('strong').textContent(), 'outline revision 1 is awaiting review');
    expect(items).toEqual([
      'review page: https://review.example.org/',
      'in this UI: More Actions, Send an Update, review, with the data {"revision": 1, "decision": "approve", "reviewer": "me"}',
      'other decisions: "edit", "regenerate", "reject", "request-changes", "comment", "reply"',
      'command line: deck review u1/tea',
      'review link: deck open u1/tea',
      expect.stringMatching(/^awaiting review since: \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
      'review deadline: none',
      'title: Tea in *ten* pages',
      'stage: review',
      'outline: revision 1, generated',
      'exports: pdf waiting',
      expect.stringMatching(/^frame: The deck is a frame: 14 prompts /),
      expect.stringMatching(/^IDs at the generation service: task \d+$/),
      expect.stringMatching(/^paid calls: \d+ of at most \d+$/),
    ]);
    expect(await details.locator('li a').getAttribute('href')).toBe('https://review.example.org/');
    await openDeck(workflowId);
    await page.getByText('Outline revision 1 awaits review; next reminder').first().waitFor();
    const toPaste = exampleIn(items[1]!);
    const description = await sendUpdate('review', toPaste, 'update-dialog');
    expect(exampleIn(description)).toBe(toPaste);
    await until(workflowId, ({ stage }) => stage === 'delivered');
    expect((await progressOf(workflowId)).approval).toMatchObject({ revision: 1, by: 'me' });
    const after = await currentDetails(workflowId);
    await comes(() => after.locator('strong').textContent(), 'frame with 14 open prompts');
    expect((await after.locator('li').allInnerTexts()).join('\n')).toMatch(/^file: \/.*\.pdf$/m);
  });

  test('the timeline of a deck names its activities', async () => {
    // The pace of a service elsewhere, so that checks do not hide the other steps.
    const polling = { firstDelay: '3s', steps: ['3s', '5s'], cap: '15s', floor: '1s' };
    const markdown = readFileSync(EXAMPLE.replace(/docx$/, 'md'), 'utf8');
    const { workflowId } = await start({ uid: 'u1', request: 'planets', markdown, settings: { polling } });
    await until(workflowId, ({ review }) => review !== undefined);
    await pipeline.temporal.client.workflow
      .getHandle(workflowId)
      .executeUpdate('review', { args: [{ revision: 1, decision: 'approve', reviewer: 'me' }] });
    await until(workflowId, ({ stage }) => stage === 'delivered');
    await openDeck(workflowId, 'timeline');
    const step = page.getByText('Download the ppt file').first();
    await step.waitFor();
    await comes(() => step.isVisible(), true);
    await page.getByRole('heading', { name: 'Timeline' }).evaluate((heading) => heading.scrollIntoView());
    await picture('workflow');
  });

  test('no panel is cut off', async () => {
    const { workflowId } = await start({ uid: 'u1', request: 'garden', title: 'A winter garden' });
    await until(workflowId, ({ review }) => review !== undefined);
    const details = await currentDetails(workflowId);
    const frame = page.locator('iframe').nth(2);
    const hidden = async () => {
      const last = await details.locator('li').last().boundingBox();
      const box = await frame.boundingBox();
      return last!.y + last!.height - (box!.y + box!.height);
    };
    await expect(hidden()).resolves.toBeLessThanOrEqual(0);
    await picture('current-details');
  });

  test('a parked deck shows what happened, and can be resolved in the dialog', async () => {
    pipeline.network.strike(CONTENT, noBalance);
    const { workflowId } = await start({ ...unread, uid: 'u2', request: 'q3', title: 'Quarterly figures' });
    await until(workflowId, ({ attention }) => attention !== undefined);
    const items = await (await currentDetails(workflowId)).locator('li').allInnerTexts();
    expect(items.slice(0, 6)).toEqual([
      expect.stringMatching(/^failure type: QuotaExhausted, since \d{4}/),
      'remedy: top up the account, then retry',
      expect.stringMatching(/Send an Update, resolve, with the data \{"action": "retry", "since": "\S+Z"\}$/),
      expect.stringMatching(/^other actions: \{"action": "abandon", "since": "\S+Z"\}$/),
      expect.stringMatching(/^command line: deck resolve u2\/q3 --retry --since \S+Z$/),
      'review page: https://review.example.org/',
    ]);
    await picture('parked');
    await openDeck(workflowId);
    await page.getByText('Parked: QuotaExhausted at content. Update resolve').first().waitFor();
    const toPaste = exampleIn(items[2]!);
    // The handler's own example is that of any parked deck; the panel's names this problem.
    expect(exampleIn(await sendUpdate('resolve', toPaste))).toBe('{"action": "retry"}');
    await until(workflowId, ({ stage }) => stage === 'delivered');
  });

  test('the panel of a batch leads to the decks that wait for a person', async () => {
    await pipeline.temporal.client.workflow.start(BATCH, {
      ...{ workflowId: 'batch/garden', taskQueue: pipeline.settings.temporal.taskQueue },
      ...{ staticSummary: 'garden', staticDetails: '- batch: garden' },
      args: [{ batch: 'garden', uid: 'u4', items: '{"title": "Roses"}' }],
    });
    await listed('ParentWorkflowId = "batch/garden" AND PresentationWaitingSince IS NOT NULL', 1);
    const details = await currentDetails('batch/garden');
    const opened = page.context().waitForEvent('page');
    await details.getByRole('link', { name: 'list' }).click();
    const list = await opened;
    await list.getByRole('link', { name: 'presentation/u4/garden-1' }).waitFor();
    expect(new URL(list.url()).origin).toBe(server.uiUrl);
    await list.close();
  });

  test('a deck with rejected input shows why', async () => {
    const handle = await pipeline.temporal.client.workflow.start(PRESENTATION, {
      taskQueue: pipeline.settings.temporal.taskQueue,
      workflowId: 'presentation/u3/bad',
      args: [{ uid: 'u3', request: 'bad', title: 'Tea', formats: ['docx'] }],
      staticSummary: 'Tea',
      staticDetails: '- title: Tea',
    });
    await handle.result().catch(() => undefined);
    const items = await (await currentDetails('presentation/u3/bad')).locator('li').allInnerTexts();
    expect(items.join('\n')).toMatch(/^reason: invalid input: formats/m);
  });

  test('the list has columns for stage, user and attention', async () => {
    pipeline.network.strike(CONTENT, noBalance);
    const parked = await start({ ...unread, uid: 'u2', request: 'annual', title: 'Annual figures' });
    await until(parked.workflowId, ({ attention }) => attention !== undefined);
    await listed(`WorkflowId = '${parked.workflowId}' AND PresentationAttention IS NOT NULL`, 1);
    await page.goto(`${server.uiUrl}/namespaces/default/workflows`);
    await page.getByTestId('workflows-summary-table-configuration-button').click();
    for (const column of ['Run ID', 'Type', 'Start', 'End'])
      await page.getByRole('button', { name: `Remove ${column} column` }).click();
    for (const column of ['PresentationStage', 'PresentationAttention', 'PresentationUid']) {
      await page.getByRole('button', { name: `Add ${column} column` }).click();
    }
    // The browser stores the columns.
    await page.reload();
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'presentation/u1/garden' }) });
    await row.getByText('review', { exact: true }).waitFor();
    await comes(() => row.getByText('u1', { exact: true }).count(), 1);
    const other = page.getByRole('row').filter({ has: page.getByRole('link', { name: parked.workflowId }) });
    await other.getByText('QuotaExhausted', { exact: true }).waitFor();
    await picture('list');
  });

  test('the page of views saves all of them and opens the first, and the URL of a view opens and saves one', async () => {
    const query = views().find(({ key }) => key === 'waiting')!.query;
    await listed(query, 2);
    const own = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    own.setDefaultTimeout(300_000);
    await own.goto(`${server.uiUrl}${VIEWS_PATH}`);
    const menu = own.getByTestId('saved-views-button');
    await expectText(menu, 'Waiting for a person');
    await own.getByRole('link', { name: 'presentation/u1/garden' }).waitFor();
    await own.getByRole('link', { name: 'presentation/u2/annual' }).waitFor();
    await comes(() => own.getByRole('link', { name: 'presentation/u2/q3' }).count(), 0);
    await menu.click();
    const items = own
      .locator('#workflow-saved-views-menu')
      .getByRole('menuitem')
      .filter({ hasNotText: /^\s*Search\s*$/ });
    await items.first().waitFor();
    expect((await items.allInnerTexts()).map((text) => text.trim()).sort()).toEqual(
      views()
        .map(({ name }) => name)
        .sort(),
    );
    if (pictures !== undefined) await own.screenshot({ path: join(pictures, 'ui-saved-view.png') });
    await items.filter({ hasText: 'Review overdue' }).click();
    await expectText(menu, 'Review overdue');
    await own.getByRole('link', { name: 'presentation/u1/garden' }).waitFor();
    // A second visit adds nothing.
    await own.goto(`${server.uiUrl}${VIEWS_PATH}`);
    await expectText(menu, 'Waiting for a person');
    const saved = await own.evaluate(() => localStorage.getItem('saved-workflow-queries'));
    expect(JSON.parse(saved!).default).toHaveLength(views().length);
    await own.close();
    await page.goto(savedViewPage(server.uiUrl!, 'default', views()[1]!));
    await expectText(page.getByTestId('saved-views-button'), 'Awaiting review');
  });
});
