import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { pino } from 'pino';
import { startReviewServer } from '../../src/web/server';
import type { Pipeline } from '../pipeline/pipeline';
import { exchange, rawRequest } from '../service/http/raw';
import { deckPath, edited, OPERATOR_TOKEN, type Review, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
withReview((...both) => {
  [pipeline, review] = both;
});

describe('the review server', () => {
  it('sends security headers with every response, including errors', async () => {
    const { link } = await review.waiting({ title: 'Headers' });
    const answers = await Promise.all([
      review.call(`${deckPath(link)}`, { link }),
      review.call('/v1/decks'),
      review.call(`${deckPath(link)}/slides/1?revision=1`, { link }),
      review.call('/nowhere'),
      review.call('/assets/../../package.json'),
      review.call('/review'),
    ]);
    for (const { headers } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
      const policy = headers.get('content-security-policy')!;
      for (const rule of [
        "default-src 'none'",
        "script-src 'self';",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ]) {
        expect(policy).toContain(rule);
      }
      expect(policy).not.toContain('unsafe');
    }
  });

  it('serves the files of the page, which browsers may keep, and no other files', async () => {
    for (const path of await assetsOf('/review')) {
      const { status, headers } = await review.call(path);
      const type = path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
      expect([status, headers.get('content-type')]).toEqual([200, type]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    for (const path of [
      '/assets/%2e%2e/%2e%2e/package.json',
      '/assets/..%2f..%2f..%2f..%2fpackage.json',
      '/assets/..%5c..%5cserver.js',
      '/assets/../server.js',
      '/assets/preact/package.json',
      '/assets/page.js',
      '/assets/%00.js',
      '/assets/index.html',
      '/assets/main.tsx',
    ]) {
      expect({ path, status: (await review.call(path)).status }).toEqual({ path, status: 404 });
    }
  });

  it('serves a page and a preview text that name no deck, whatever the link is', async () => {
    const { link } = await review.waiting({ title: 'Merger with Contoso' });
    const pages = await Promise.all(['/review', `/review?${link}`].map((path) => review.call(path, { link })));
    const texts = pages.map(({ bytes }) => bytes.toString());
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('<meta property="og:title" content="Deck review');
    expect(texts[0]).toContain('<meta property="og:description"');
    expect(texts[0]).not.toContain('Merger');
  });

  it.each(['/review', '/'])('loads fast: at most 60 kB of compressed script and styles for %s', async (path) => {
    for (const encoding of ['br', 'gzip']) {
      let bytes = 0;
      for (const asset of await assetsOf(path)) {
        const { status, headers, body } = await compressed(asset, encoding);
        expect([status, headers['content-encoding']]).toEqual([200, encoding]);
        bytes += body.length;
      }
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThan(60_000);
    }
  });

  it('names an address that other devices can open if it listens on all addresses', async () => {
    const { settings, temporal } = pipeline;
    const env = { DECK_REVIEW_KEY: 'x'.repeat(32) };
    const reviewServer = { ...settings.reviewServer, host: '0.0.0.0' };
    const log = pino({ level: 'silent' });
    const server = await startReviewServer({ settings: { ...settings, reviewServer }, temporal, log, port: 0, env });
    const { hostname: name } = new URL(server.url);
    const addresses = Object.values(networkInterfaces()).flatMap((found = []) => found.map(({ address }) => address));
    expect([hostname().toLowerCase(), ...addresses]).toContain(name);
    expect(['0.0.0.0', '127.0.0.1']).not.toContain(name);
    await server.close();
  });

  it('keeps links, sessions and decisions across a restart', async () => {
    const { link } = await review.waiting({ title: 'Stop and go' });
    const { headers } = await review.call('/v1/login', { json: { token: OPERATOR_TOKEN } });
    const cookie = headers.get('set-cookie')!.split(';')[0]!;
    const key = { 'idempotency-key': 'before-and-after' };
    const outline = edited('Stop and go');
    const before = await review.decide(link, { revision: 1, decision: 'edit', outline }, key);
    await review.restart();
    const after = await review.decide(link, { revision: 1, decision: 'edit', outline }, key);
    expect(after).toMatchObject({ status: 200, json: before.json });
    expect(await review.deck(link)).toMatchObject({ revision: 2, mayDecide: true });
    expect((await review.call('/v1/decks', { headers: { cookie, 'x-deck': '1' } })).status).toBe(200);
  });

  it('responds to long polls when it stops', async () => {
    const { link } = await review.waiting({ title: 'Waiting for news' });
    const { version } = await review.deck(link);
    const news = review.call(`${deckPath(link)}?since=${version}`, { link });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await review.restart();
    expect((await news).status).toBe(304);
  });

  it('reports changes to long polls, and limits them per link without affecting other links', async () => {
    const { workflowId, link } = await review.waiting({ title: 'A crowd' });
    const { version } = await review.deck(link);
    const crowd = Array.from({ length: 50 }, () =>
      fetch(`${review.url}${deckPath(link)}?since=${version}`, {
        headers: { authorization: `Bearer ${link}` },
      }).then(({ status }) => status),
    );
    let refused: number;
    do refused = (await review.call(`${deckPath(link)}?since=other`, { link })).status;
    while (refused === 200);
    expect(refused).toBe(429);
    const other = review.link({ workflowId, role: 'viewer' });
    expect((await review.call(`${deckPath(link)}?since=other`, { link: other })).status).toBe(200);
    await review.decide(link, { revision: 1, decision: 'edit', outline: edited('News') });
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]));
  });

  it('frees the slots of disconnected long polls', async () => {
    const { link } = await review.waiting({ title: 'They left' });
    const { version } = await review.deck(link);
    const left = new AbortController();
    const crowd = Array.from({ length: 50 }, () =>
      fetch(`${review.url}${deckPath(link)}?since=${version}`, {
        headers: { authorization: `Bearer ${link}` },
        signal: left.signal,
      }).catch(() => 'left'),
    );
    while ((await review.call(`${deckPath(link)}?since=other`, { link })).status !== 429);
    left.abort();
    expect(new Set(await Promise.all(crowd))).toEqual(new Set(['left']));
    while ((await review.call(`${deckPath(link)}?since=other`, { link })).status === 429);
    expect((await review.call(`${deckPath(link)}?since=other`, { link })).status).toBe(200);
  });

  it('accepts only loopback names and the host of its public URL', async () => {
    const { settings, temporal } = pipeline;
    const log = pino({ level: 'silent' });
    const publicUrl = 'https://decks.example';
    const env = { DECK_REVIEW_KEY: 'x'.repeat(32) };
    const reviewServer = { ...settings.reviewServer, publicUrl };
    const server = await startReviewServer({ settings: { ...settings, reviewServer }, temporal, log, port: 0, env });
    const ask = async (host: string) => {
      const answer = await exchange(Number(new URL(server.url).port), rawRequest('GET /review', { Host: host }));
      return Number(answer.split(' ')[1]);
    };
    for (const host of ['localhost', '127.0.0.1:1', '[::1]', 'decks.example']) expect(await ask(host)).toBe(200);
    for (const host of ['attacker.example', 'decks.example.attacker.example']) expect(await ask(host)).toBe(403);
    await server.close();
  });

  it.each(['/v1/%64ecks', '/x/../v1/decks', '//v1/decks', '/v1%2fdecks', '/%61ssets/main.js'])(
    'rejects the path %s, which is not normalized',
    async (path) => {
      const port = Number(new URL(review.url).port);
      expect(await exchange(port, rawRequest(`GET ${path}`, {}))).toMatch(/^HTTP\/1\.1 404 /);
    },
  );

  it.each([
    ['PUT', '/', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/v1/decks/u1/r1', 'GET, HEAD'],
    ['GET', '/v1/decks/u1/r1/decisions', 'POST'],
    ['DELETE', '/v1/login', 'GET, POST, HEAD'],
    ['PATCH', '/v1/decks/u1/r1/files/0', 'GET, HEAD'],
  ])('responds to %s %s with the allowed methods %s', async (method, path, allow) => {
    const answer = await review.call(path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  });

  it('survives bytes that are not HTTP', async () => {
    const { hostname, port } = new URL(review.url);
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.write('NOT HTTP AT ALL\r\n\r\n'));
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await review.call('/healthz')).json).toEqual({ status: 'ok' });
  });

  it('names the port that is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const { settings, temporal } = pipeline;
    await expect(startReviewServer({ settings, temporal, log: pino({ level: 'silent' }), port })).rejects.toThrow(
      `cannot listen on 127.0.0.1:${port}: another process uses this port`,
    );
    await new Promise((resolve) => other.close(resolve));
  });

  it('logs each request with its deck, but no link, cookie, token or key', async () => {
    const { workflowId, link } = await review.waiting({ title: 'What the log says' });
    const { headers } = await review.call('/v1/login', { json: { token: OPERATOR_TOKEN } });
    const cookie = headers.get('set-cookie')!.split(';')[0]!;
    await review.call('/v1/decks?search=secret-search', { headers: { cookie, 'x-deck': '1' } });
    await review.call(`/review/${link}`);
    await review.call(`${deckPath(link)}?link=${link}`);
    await review.call('/v1/login', { json: { token: 'a-wrong-token-of-someone' } });
    await review.decide(link, { revision: 1, decision: 'approve', comment: 'secret-comment' });
    const log = review.logged();
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/v1/decks/:uid/:request/decisions',
        status: 200,
        deck: workflowId,
        ms: expect.any(Number),
      }),
    );
    const signature = link.split('.')[1]!;
    const secrets = [link, signature, cookie, cookie.split('.')[1]!, OPERATOR_TOKEN, 'a-wrong-token', 'secret-'];
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
    // Positive control: the scan finds secrets that are present.
    expect(
      secrets.filter((secret) => `${log} ${link} ${cookie} ${OPERATOR_TOKEN} a-wrong-token secret-`.includes(secret)),
    ).toEqual(secrets);
  });
});

/** The script, styles and views that a page names. */
async function assetsOf(path: string): Promise<string[]> {
  const { bytes } = await review.call(path);
  return [...bytes.toString().matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, asset]) => asset!);
}

/** As sent: `fetch` would decompress it. */
function compressed(path: string, encoding: string) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const request = get(review.url + path, { headers: { 'accept-encoding': encoding } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) });
    });
    request.on('error', reject);
  });
}
