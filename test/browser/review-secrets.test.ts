import type { BrowserContext } from 'playwright-core';
import { DEMO_ACCOUNT } from '../../src/config';
import { deckPath, OPERATOR_TOKEN } from '../review/review';
import { describeInBrowser, visit } from './browser';

interface Seen {
  /** Everything that was sent and received. */
  text: string[];
  urls: string[];
  /** Requests with the link anywhere except in the header to its own server. */
  strayed: string[];
}

/** Records all traffic of a browser, except the login's body and the link's header, which is checked separately. */
function listen(context: BrowserContext, origin: string, link: string): Seen {
  const seen: Seen = { text: [], urls: [], strayed: [] };
  context.on('request', (request) => {
    const { authorization, ...headers } = request.headers();
    const body = new URL(request.url()).pathname === '/v1/login' ? '' : (request.postData() ?? '');
    seen.urls.push(request.url());
    seen.text.push(request.url(), JSON.stringify(headers), body);
    const isApi = request.url().startsWith(`${origin}/v1/`);
    const rightPlace = authorization === undefined || isApi;
    if (!rightPlace || [JSON.stringify(headers), body].join().includes(link)) seen.strayed.push(request.url());
  });
  context.on('response', async (response) => {
    seen.text.push(JSON.stringify(response.headers()), await response.text().catch(() => ''));
  });
  context.on('console', (message) => seen.text.push(message.text()));
  return seen;
}

describeInBrowser(
  'secrets in the browser',
  (stage) => {
    it('are never in the page, on the wire or in storage: no key, token, code or signature', async () => {
      const { pipeline, review, browser } = stage;
      const canaries = new Map<string, string>([
        ['secret key', DEMO_ACCOUNT.secretKey],
        ['api key', DEMO_ACCOUNT.apiKey],
      ]);
      pipeline.network.observe((name, value) => canaries.set(`${name} ${value.slice(0, 6)}`, value));
      const handle = await pipeline.start({ title: 'Nothing to see' });
      const link = review.link({ workflowId: handle.workflowId });
      const { page, close } = await visit(browser);
      const seen = listen(page.context(), review.url, link);

      await page.goto(`${review.url}/review#${link}`);
      await page.getByRole('textbox', { name: 'Chapter 1', exact: true }).fill('Seen');
      await page.getByRole('button', { name: 'Changes', exact: true }).click();
      await page.getByRole('button', { name: 'Template', exact: true }).click();
      await page.locator('.template img').first().waitFor();
      await page.getByRole('button', { name: 'Save edits' }).click();
      await page.getByRole('textbox', { name: /^Your name/ }).fill('ada');
      const kept = () =>
        page.evaluate(async () => {
          const databases = await indexedDB.databases();
          const caches = await globalThis.caches.keys();
          return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases, caches]);
        });
      const draft = await kept();
      await page.getByRole('dialog').getByRole('button', { name: 'Save and approve' }).click();
      await page.getByText('Every file was checked').waitFor();
      const arriving = page.waitForEvent('download');
      await page.getByRole('button', { name: /^Download/ }).click();
      await arriving;
      const storage = [draft, await kept()];
      const source = await page.content();

      await page.goto(review.url);
      await page.getByLabel('Token').fill(OPERATOR_TOKEN);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.locator('.deck').first().waitFor();
      storage.push(await kept());
      const cookies = await page.context().cookies();
      const everything = [...seen.text, ...storage, source, await page.content(), JSON.stringify(cookies)].join('\n');

      const hits = (text: string) => [...canaries].filter(([, secret]) => text.includes(secret)).map(([name]) => name);
      const kinds = new Set([...canaries.keys()].map((name) => name.split(' ')[0]));
      expect([...kinds].sort()).toEqual(['api', 'link', 'secret', 'signature', 'token']);
      expect(hits(everything)).toEqual([]);
      expect(everything).not.toContain(OPERATOR_TOKEN);

      expect(seen.strayed).toEqual([]);
      expect(seen.urls.filter((url) => url.includes(link))).toEqual([]);
      expect(storage.join() + source).not.toContain(link);
      expect(new Set(seen.urls.map((url) => new URL(url.replace(/^blob:/, '')).origin))).toEqual(new Set([review.url]));
      expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }]);

      // Positive control: the scan finds secrets that are present, and the recording is complete.
      for (const secret of canaries.values()) expect(hits(`${everything}${secret}`)).toHaveLength(1);
      expect(draft).toContain('Seen');
      expect(everything).toContain('## Seen');
      expect(everything).toContain('"decision":"edit"');
      expect(seen.urls).toContain(`${review.url}${deckPath(link)}/decisions`);
      await close();
    });
  },
  { faulty: true },
);
