import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { startPresentation } from '../../src/decks/api';
import { type DevServer, startDevServer } from '../../src/temporal';
import { type RunningCodecServer, startCodecServer } from '../../src/temporal/codec-server/server';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';

/** The setup of docs/encryption.md: the Temporal UI of the embedded server, and a codec server. */
const TOKEN = randomBytes(16).toString('hex');
const TITLE = 'Harbour safety briefing';
const folder = mkdtempSync(join(tmpdir(), 'deck-ui-'));
writeFileSync(join(folder, 'k1'), randomBytes(32).toString('hex'));

let server: DevServer;
let pipeline: Pipeline;
let codec: RunningCodecServer;
let browser: Browser;
let page: Page;
let deck: string;
beforeAll(async () => {
  server = await startDevServer({
    executable: process.env[TEST_TEMPORAL_EXECUTABLE]!,
    namespaces: ['default', 'service'],
    searchAttributes: [],
  });
  const encryption = { enabled: true, currentKey: 'k1', keys: [{ id: 'k1', key: { file: join(folder, 'k1') } }] };
  const settings = { encryption: { ...encryption, codecServer: { port: 0 } } };
  pipeline = await startPipeline({ temporalAddress: server.address, settings });
  const { handle, workflowId, runId } = await startPresentation(
    pipeline.temporal.client,
    { uid: 'me', request: 'briefing', title: TITLE, settings: { review: { mode: 'required' } } },
    { taskQueue: pipeline.settings.temporal.taskQueue },
  );
  await pipeline.until(handle as DeckHandle, ({ review }) => review !== undefined);
  codec = await startCodecServer({
    settings: pipeline.settings,
    log: pino({ level: 'silent' }),
    uiUrl: server.uiUrl!,
    env: { DECK_CODEC_TOKEN: TOKEN },
  });
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(60_000);
  deck = `${server.uiUrl}/namespaces/default/workflows/${encodeURIComponent(workflowId)}/${runId}/history`;
});
afterAll(async () => {
  await browser?.close();
  await codec?.close();
  await pipeline?.close();
  await server?.stop();
  rmSync(folder, { recursive: true });
});

const shown = () => page.getByText(TITLE).count();
const openDeck = async () => {
  await page.goto(deck);
  // Activity names are not encrypted, so they show that the events have loaded.
  await page.getByText('streamOutline').first().waitFor();
};
const toDecode = () =>
  page.waitForResponse(
    (answer) => answer.url().split('?')[0] === `${codec.url}/decode` && answer.request().method() === 'POST',
  );

describe('the Temporal UI', () => {
  it('without a codec server shows names but no content', async () => {
    await openDeck();
    expect(await shown()).toBe(0);
  });

  it('with a codec server but no login shows the same', async () => {
    await page.getByRole('button', { name: 'Configure Codec Server' }).click();
    await page.getByText('Use my browser setting and ignore Cluster-level setting.').click();
    await page.getByTestId('data-encoder-endpoint-input').fill(codec.url);
    await page.getByText('Include cross-origin credentials').click();
    await page.getByRole('button', { name: 'Apply' }).click();
    const [answer] = await Promise.all([toDecode(), openDeck()]);
    expect(answer.status()).toBe(401);
    expect(await shown()).toBe(0);
  });

  it('after the login shows content', async () => {
    await page.goto(codec.url);
    await page.getByLabel(/^Token/).fill(TOKEN);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Logged in for 12h.').waitFor();
    const [answer] = await Promise.all([toDecode(), openDeck()]);
    expect(answer.status()).toBe(200);
    await page.getByText(TITLE).first().waitFor();
  });

  it('can send a signal that the worker can read', async () => {
    const visible = (locator: Locator) => locator.filter({ visible: true }).first();
    await visible(page.getByRole('button', { name: 'More Actions' })).click();
    await visible(page.getByText('Send a Signal')).click();
    const dialog = visible(page.locator('dialog[open]'));
    await dialog.getByTestId('signal-select-button').click();
    await dialog.getByRole('option', { name: 'approveOutline' }).click();
    const input = dialog.locator('.cm-content');
    await input.fill('{"revision": 1, "reviewer": "ada"}');
    // The dialog writes the input on several lines when the field is left, which moves the button.
    await input.blur();
    await dialog.getByText('"revision": 1,', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    const handle = pipeline.temporal.client.workflow.getHandle('presentation/me/briefing');
    expect(await handle.result()).toMatchObject({ outcome: 'delivered' });
    expect((await pipeline.progress(handle as unknown as DeckHandle)).approval).toMatchObject({ by: 'ada' });
    const { events } = await handle.fetchHistory();
    const signals = events!.flatMap(({ workflowExecutionSignaledEventAttributes: signal }) => signal ?? []);
    expect(String(signals[0]!.input!.payloads![0]!.metadata!.encoding)).toBe('binary/encrypted');
  });

  it('does not give other pages on this host access, even in the same browser', async () => {
    await page.goto(pipeline.service.url);
    const outcome = await page.evaluate(
      (url) =>
        fetch(`${url}/decode`, {
          method: 'POST',
          credentials: 'include',
          headers: { 'content-type': 'application/json' },
          body: '{"payloads":[]}',
        }).then(
          ({ status }) => String(status),
          () => 'kept away by the browser',
        ),
      codec.url,
    );
    expect(outcome).toBe('kept away by the browser');
  });
});
