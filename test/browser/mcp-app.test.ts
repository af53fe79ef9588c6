import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { packageRoot } from '../../src/base/io/package-root';
import { comes, launch, picture, suite, visit } from './browser';

const html = readFileSync(join(packageRoot, 'src', 'mcp', 'page', 'outline.html'), 'utf8');

interface Message {
  id?: unknown;
  method?: string;
  params?: object;
}

/** Does what an MCP client does with a view, as SEP-1865 describes it: a sandboxed frame, and messages. */
async function openView(page: Page, theme: 'light' | 'dark') {
  await page.setContent(
    '<iframe sandbox="allow-scripts" style="border:0;width:100%;height:95vh;background:canvas"></iframe>',
  );
  await page.evaluate(
    ([content, theme]) => {
      const frame = document.querySelector('iframe')!;
      const heard: Message[] = [];
      Object.assign(window, { heard });
      addEventListener('message', ({ source, data }) => {
        if (source === frame.contentWindow) heard.push(data);
        if (data.method !== 'ui/initialize') return;
        const result = { protocolVersion: data.params.protocolVersion, hostContext: { theme }, hostCapabilities: {} };
        frame.contentWindow!.postMessage({ jsonrpc: '2.0', id: data.id, result }, '*');
      });
      frame.srcdoc = content;
    },
    [html, theme] as const,
  );
  const heard = () => page.evaluate(() => (window as unknown as { heard: Message[] }).heard);
  await page.waitForFunction(() =>
    (window as unknown as { heard: Message[] }).heard.some(({ method }) => method === 'ui/notifications/initialized'),
  );
  const send = (message: Message) =>
    page.evaluate(
      (message) => document.querySelector('iframe')!.contentWindow!.postMessage({ jsonrpc: '2.0', ...message }, '*'),
      message,
    );
  return { heard, send, body: page.frameLocator('iframe').locator('body') };
}

const result = (markdown: string, more: object = {}) => ({
  method: 'ui/notifications/tool-result',
  params: {
    content: [{ type: 'text', text: markdown }],
    structuredContent: {
      id: 'presentation/u1/r1',
      revision: 2,
      current: 2,
      by: 'Ann',
      verified: false,
      summary: 'outline revision 2 awaits review',
      markdown,
      ...more,
    },
  },
});

const OUTLINE = '# Tea at work\n\n## Why tea\n\n### It keeps people awake\n\n- Less sugar\n- [What it costs]\n';

suite('the outline in a client with MCP Apps', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it.each([
    ['light', 390],
    ['dark', 900],
  ] as const)('is readable, %s, %i px wide', async (theme, width) => {
    const { page, complaints, close } = await visit(browser, { viewport: { width, height: 700 }, colorScheme: theme });
    const { send, body, heard } = await openView(page, theme);
    await send(result(OUTLINE, { changes: '-Old\n+New' }));
    await body.getByRole('heading', { name: 'Tea at work', level: 1 }).waitFor();
    await comes(() => body.getByRole('heading').allTextContents(), ['Tea at work', 'Why tea', 'It keeps people awake']);
    expect(await body.locator('.facts').innerText()).toBe(
      'Revision 2 of 2 · Ann (unverified) · outline revision 2 awaits review',
    );
    await comes(() => body.locator('p.prompt').allTextContents(), ['• [What it costs]']);
    await body.getByText('Changes').click();
    await comes(() => body.locator('pre span').allTextContents(), ['-Old\n', '+New\n']);
    expect(await body.locator('footer').innerText()).toContain('deck open presentation/u1/r1');
    const [red] = await body.evaluate(({ ownerDocument }) =>
      getComputedStyle(ownerDocument.body).color.match(/\d+/g)!.map(Number),
    );
    expect(red! > 128).toBe(theme === 'dark');
    expect((await heard()).map(({ method }) => method)).toContain('ui/notifications/size-changed');
    await picture(page, `mcp-outline-${theme}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows markup as text, errors as a sentence, and answers its client', async () => {
    const { page, complaints, close } = await visit(browser);
    const { send, body, heard } = await openView(page, 'light');
    await send(result('# <img src=x onerror="parent.stolen=1"><b>Bold</b>\n\n<script>parent.stolen=1</script>'));
    await body.getByText('<b>Bold</b>').waitFor();
    await comes(() => body.locator('img, b').count(), 0);
    expect(await page.evaluate(() => 'stolen' in window)).toBe(false);
    const text = 'There is no deck presentation/u1/r9.';
    await send({
      method: 'ui/notifications/tool-result',
      params: { content: [{ type: 'text', text }], isError: true },
    });
    await body.getByText(text).waitFor();
    await send({ id: 7, method: 'ui/resource-teardown', params: {} });
    await page.waitForFunction(() => (window as unknown as { heard: Message[] }).heard.some(({ id }) => id === 7));
    expect((await heard()).filter(({ method }) => method?.startsWith('tools/'))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
