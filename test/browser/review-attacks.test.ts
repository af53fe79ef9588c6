import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { deckPath, OPERATOR_TOKEN } from '../review/review';
import { comes, describeInBrowser, type Visit, visit } from './browser';

/** Another site on this host. Tests provide the content of its pages. */
async function startForeignSite(): Promise<{ url: string; page(html: string): string; close(): void }> {
  let body = '';
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html>${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    page(html) {
      body = html;
      return url;
    },
    close: () => server.close(),
  };
}

const approval = JSON.stringify({ revision: 1, decision: 'approve', reviewer: 'mallory' });

describeInBrowser('attacks on the review page', (stage) => {
  let foreign: Awaited<ReturnType<typeof startForeignSite>>;
  beforeAll(async () => {
    foreign = await startForeignSite();
  });
  afterAll(() => foreign?.close());

  /** A deck that awaits review, and a check that it has not changed. */
  async function waitingDeck(title = 'Not for mallory') {
    const { pipeline, review } = stage;
    const handle = await pipeline.start({ title });
    const before = await pipeline.until(handle, ({ review: waits }) => waits !== undefined);
    const { workflowId } = handle;
    return {
      workflowId,
      handle,
      link: review.link({ workflowId, reviewer: 'ada' }),
      async unchanged() {
        const now = await pipeline.progress(handle);
        expect(now).toEqual(before);
      },
    };
  }

  /** A browser with the deck in one tab, an operator's cookie, and the foreign site in another tab. */
  async function victim(link: string): Promise<Visit & { open(html: string): Promise<Page> }> {
    const { review, browser } = stage;
    const visited = await visit(browser);
    const context = visited.page.context();
    const login = await context.request.post(`${review.url}/v1/login`, { data: { token: OPERATOR_TOKEN } });
    expect(login.status()).toBe(204);
    await visited.page.goto(`${review.url}/review#${link}`);
    await visited.page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    return {
      ...visited,
      async open(html) {
        const tab = await context.newPage();
        await tab.goto(foreign.page(html));
        return tab;
      },
    };
  }

  it('a form on another site cannot decide', async () => {
    const deck = await waitingDeck();
    const { open, close } = await victim(deck.link);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const tab =
        await open(`<form method="post" enctype="${type}" action="${stage.review.url}${deckPath(deck.link)}/decisions">
        <input name='{"revision":1,"decision":"approve","comment":"' value='"}'><button>go</button></form>`);
      const answer = tab.waitForResponse(`${stage.review.url}${deckPath(deck.link)}/decisions`);
      await tab.getByRole('button').click();
      expect((await answer).status()).toBeGreaterThanOrEqual(400);
    }
    await deck.unchanged();
    await close();
  });

  it.each([
    ['omit', 'text/plain'],
    ['include', 'text/plain'],
    ['include', 'application/json'],
    ['omit', 'application/json'],
  ])('a script on another site can neither decide nor read: credentials %s, %s', async (credentials, type) => {
    const deck = await waitingDeck();
    const { open, close } = await victim(deck.link);
    const tab = await open('');
    const outcomes = await tab.evaluate(
      async ([url, body, chosen, contentType, path]) => {
        const attempt = async (path: string, init: RequestInit) => {
          try {
            const response = await fetch(url + path, { credentials: chosen as RequestCredentials, ...init });
            return `${response.status} ${await response.text()}`;
          } catch {
            return 'blocked';
          }
        };
        const headers = { 'content-type': contentType! };
        return [
          await attempt(`${path}/decisions`, { method: 'POST', headers, body: body! }),
          await attempt(`${path}/links`, { method: 'POST', headers, body: '{}' }),
          await attempt('/v1/logout', { method: 'POST', headers, body: '{}' }),
          await attempt('/v1/decks', {}),
          await attempt('/v1/decks', { headers: { 'x-deck': '1' } }),
          await attempt('/review', {}),
        ];
      },
      [stage.review.url, approval, credentials, type, deckPath(deck.link)],
    );
    expect(outcomes).toEqual(Array(6).fill('blocked'));
    await deck.unchanged();
    await close();
  });

  it('a script on another site cannot decide even if it knows a link', async () => {
    const deck = await waitingDeck();
    const { open, close } = await victim(deck.link);
    const tab = await open('');
    const outcome = await tab.evaluate(
      ([url, body, link]) =>
        fetch(`${url}/decisions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${link}`, 'content-type': 'application/json' },
          body: body!,
        }).then(
          ({ status }) => `${status}`,
          () => 'blocked',
        ),
      [stage.review.url + deckPath(deck.link), approval, deck.link],
    );
    expect(outcome).toBe('blocked');
    await deck.unchanged();
    await close();
  });

  it('images, scripts and style sheets that point to the API have no effect', async () => {
    const deck = await waitingDeck();
    const { open, close } = await victim(deck.link);
    const path = `${stage.review.url}${deckPath(deck.link)}/decisions?revision=1&decision=approve`;
    const tab = await open(`<img src="${path}"><script src="${path}"></script><link rel="stylesheet" href="${path}">
      <img id="deck" src="${stage.review.url}${deckPath(deck.link)}"><script src="${stage.review.url}/assets/main.js"></script>`);
    await tab.waitForLoadState('load');
    expect(await tab.locator('#deck').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(0);
    await deck.unchanged();
    await close();
  });

  it('the page cannot be framed by another site', async () => {
    const deck = await waitingDeck();
    const { open, close } = await victim(deck.link);
    const tab = await open(`<iframe src="${stage.review.url}/review#${deck.link}" width="800" height="600"></iframe>`);
    await tab.waitForLoadState('load');
    const texts = await Promise.all(tab.frames().map((frame) => frame.locator('#page').count()));
    expect(texts).toEqual(texts.map(() => 0));
    await deck.unchanged();
    await close();
  });

  it('a window that another site opens ignores its messages and reveals nothing', async () => {
    const deck = await waitingDeck();
    const { open, close } = await victim(deck.link);
    const tab = await open('<button>go</button>');
    const [popup] = await Promise.all([
      tab.context().waitForEvent('page'),
      tab.evaluate((address) => {
        const opened = window.open(address);
        Object.assign(globalThis, { opened });
      }, `${stage.review.url}/review#${deck.link}`),
    ]);
    await popup.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    const seen = await tab.evaluate((body) => {
      const { opened } = globalThis as unknown as { opened: Window | null };
      opened?.postMessage(JSON.parse(body), '*');
      opened?.postMessage({ type: 'decide', ...JSON.parse(body) }, '*');
      try {
        return `${opened?.document.title}`;
      } catch {
        return 'hidden';
      }
    }, approval);
    expect(seen).not.toContain('Not for mallory');
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    await deck.unchanged();
    await close();
  });

  it('foreign, expired, changed and view-only links, and links for the other gate, cannot decide', async () => {
    const { review, browser } = stage;
    const deck = await waitingDeck();
    const other = await waitingDeck('Another');
    const { workflowId } = deck;
    const [payload, signature] = deck.link.split('.');
    const grown = JSON.parse(Buffer.from(payload!, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...grown, d: other.workflowId })).toString('base64url');
    const links = {
      'another deck’s': other.link,
      expired: review.link({ workflowId, expiresAt: Date.now() - 1 }),
      'changed payload': `${changed}.${signature}`,
      'changed signature': `${payload}.${signature!.slice(0, -2)}${signature!.endsWith('AA') ? 'BB' : 'AA'}`,
      'without signature': payload!,
      'view-only': review.link({ workflowId, role: 'viewer' }),
      'for the content': review.link({ workflowId, gate: 'content' }),
    };
    const outcomes: Record<string, string> = {};
    for (const [name, link] of Object.entries(links)) {
      const { page, close } = await visit(browser);
      await page.goto(`${review.url}/review#${link}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.alone-card, .tree').first().waitFor();
      const approve = page.getByRole('button', { name: 'Approve', exact: true });
      outcomes[name] = `${await page.getByRole('heading', { level: 1 }).textContent()}, ${await approve.count()}`;
      // An attacker's script does not need the button.
      const status = await page.evaluate(
        ([token, body, path]) =>
          fetch(`${path}/decisions`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: body!,
          }).then((response) => response.status),
        [link, approval, deckPath(deck.link)],
      );
      expect(status).toBeGreaterThanOrEqual(400);
      await deck.unchanged();
      await other.unchanged();
      await close();
    }
    expect(outcomes).toEqual({
      'another deck’s': 'Another, 1',
      expired: 'This link has expired, 0',
      'changed payload': 'Invalid link, 0',
      'changed signature': 'Invalid link, 0',
      'without signature': 'Incomplete link, 0',
      'view-only': 'Not for mallory, 0',
      'for the content': 'Not for mallory, 0',
    });
  });

  it('an operator’s cookie alone cannot decide or read, even from the server’s own page', async () => {
    const deck = await waitingDeck();
    const { page, close } = await victim(deck.link);
    const statuses = await page.evaluate(
      async ([body, path]) => {
        const headers = { 'content-type': 'application/json' };
        const decision = await fetch(`${path}/decisions`, { method: 'POST', headers, body: body! });
        const reading = await fetch('/v1/decks');
        return [decision.status, reading.status];
      },
      [approval, deckPath(deck.link)],
    );
    expect(statuses).toEqual([403, 403]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await deck.unchanged();
    await close();
  });

  it('markup in title, outline, text, comment and name is shown as text and does not run', async () => {
    const { pipeline, review, browser } = stage;
    const evil = (place: string) =>
      `<img src=x onerror="ran('${place}')"><script>ran('${place}')</script><svg onload=ran('${place}')>`;
    const handle = await pipeline.start({ title: `Title ${evil('title')}` });
    await pipeline.until(handle, ({ review: waits }) => waits !== undefined);
    const { workflowId } = handle;
    const outline = `# T ${evil('heading')}\n\n## C ${evil('chapter')}\n\n### P\n\n${evil('body')}\n\n[x](javascript:ran('link'))\n`;
    const saved = await review.decide(review.link({ workflowId }), {
      revision: 1,
      decision: 'edit',
      outline,
      comment: evil('comment'),
      reviewer: evil('name'),
    });
    expect(saved.status).toBe(200);
    const { page, complaints, close } = await visit(browser);
    const ran: string[] = [];
    await page.exposeFunction('ran', (place: string) => ran.push(place));
    await page.goto(review.address({ workflowId, reviewer: evil('own name') }));
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    await comes(() => page.getByRole('complementary').textContent(), expect.stringContaining(evil('name')));
    // The comment is shown twice: with the revision and in the record of decisions.
    await comes(() => page.locator('.revisions q').allTextContents(), [evil('comment'), evil('comment')]);
    await page.getByRole('checkbox', { name: 'Show text' }).check();
    for (const view of ['Changes', 'Markdown', 'Outline']) {
      await page.getByRole('button', { name: view, exact: true }).click();
    }
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await comes(() => page.locator('main img[src="x"], main svg, main script, main a').count(), 0);
    expect(ran).toEqual([]);
    expect(complaints).toEqual([]);
    // Positive control: the probe works.
    await page.evaluate(() => (globalThis as unknown as { ran(place: string): void }).ran('probe'));
    expect(ran).toEqual(['probe']);
    await close();
  });

  it('the content security policy blocks foreign, inline and evaluated scripts, and HTML from text', async () => {
    const deck = await waitingDeck();
    const { review, browser } = stage;
    const { page, close } = await visit(browser);
    await page.goto(`${review.url}/review#${deck.link}`);
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    const outcomes = await page.evaluate((url) => {
      const attempt = (work: () => unknown) => {
        try {
          return `${work()}`;
        } catch (error) {
          return (error as Error).name;
        }
      };
      const script = document.createElement('script');
      script.append("document.title = 'inline'");
      document.body.append(script);
      const remote = fetch(url).then(
        () => 'reached',
        () => 'blocked',
      );
      return remote.then((sent) => [
        attempt(() => {
          document.body.innerHTML = '<b>x</b>';
        }),
        sent,
        document.title === 'inline' ? 'ran' : 'did not run',
      ]);
    }, foreign.url);
    expect(outcomes).toEqual(['TypeError', 'blocked', 'did not run']);
    await deck.unchanged();
    await close();
  });
});
