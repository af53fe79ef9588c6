import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { ApiTokens } from '../../src/decks/api-tokens';
import { readFileLink } from '../../src/decks/links/file-links';
import { linkKeys } from '../../src/decks/links/review-links';
import { templateFile } from '../brand/template-file';
import { OPERATOR_TOKEN, type Review, withReview } from './review';

let review: Review;
let operator: Record<string, string>;
withReview((_pipeline, started) => {
  review = started;
});
beforeAll(async () => {
  const { headers } = await review.call('/v1/login', { json: { token: OPERATOR_TOKEN } });
  operator = { cookie: headers.get('set-cookie')!.split(';')[0]!, 'x-deck': '1' };
});

const call = (path: string, json?: unknown, headers: Record<string, string> = {}) =>
  review.call(`/v1${path}`, { ...(json === undefined ? {} : { json }), headers: { ...operator, ...headers } });

/** Sends a form as a browser would. */
async function upload(path: string, parts: Record<string, string | [name: string, content: Uint8Array | string]>) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, new Blob([part[1] as BlobPart]), part[0]);
  }
  const response = await fetch(`${review.url}/v1${path}`, { method: 'POST', headers: operator, body: form });
  // biome-ignore lint/suspicious/noExplicitAny: any JSON, for assertions
  return { status: response.status, json: (await response.json()) as any };
}

const until = async (
  id: string,
  fits: (deck: { stage: string; mayDecide: boolean; attention?: object }) => boolean,
) => {
  for (let since = ''; ; ) {
    const { status, json } = await call(`/decks/${id}${since}`);
    if (status === 200 && fits(json)) return json;
    if (status === 200) since = `?since=${json.version}`;
  }
};

describe('starting a deck over HTTP', () => {
  it('starts one deck per Idempotency-Key, and refuses another input under the same key', async () => {
    const start = (json: object) => call('/decks', json, { 'idempotency-key': 'tea/1' });
    const first = await start({ title: 'Tea' });
    expect(first).toMatchObject({ status: 201, json: { existing: false } });
    const { id } = first.json;
    expect(first.headers.get('location')).toBe(`/v1/decks/${id}`);
    expect(await start({ title: 'Tea' })).toMatchObject({ status: 200, json: { id, existing: true } });
    expect(await start({ title: 'Coffee' })).toMatchObject({ status: 409, json: { code: 'conflict', deck: id } });
    expect(await call(`/decks/${id}`)).toMatchObject({ status: 200, json: { id, title: 'Tea' } });
    await call(`/decks/${id}/cancel`, {});
    await until(id, ({ stage }) => stage === 'cancelled');
  });

  it('names every invalid field, and starts nothing', async () => {
    for (const [json, path] of [
      [{ title: 'Tea', slides: 1 }, 'slides'],
      [{}, 'title'],
      [{ titel: 'Tea' }, ''],
      [{ title: 'Tea', template: { id: 1 } }, 'template'],
    ] as const) {
      const refused = await call('/decks', json);
      expect(refused.headers.get('content-type')).toBe('application/problem+json');
      expect(refused.json).toMatchObject({ status: 422, code: 'invalid', errors: [{ path }] });
    }
    const nested = await call('/decks', { title: 'Tea', template: { id: 1, type: 3 } });
    expect(nested.json.errors).toMatchObject([{ path: 'template.type', pointer: '#/template/type' }]);
    const misspelled = (await call('/decks', { titel: 'Tea' })).json.detail;
    expect(misspelled).toBe('titel is not a field; did you mean title?');
    expect((await call('/decks', 'not an object')).status).toBe(422);
  });

  it('starts from a Word or Markdown file, and says first what is wrong with it', async () => {
    const word = readFileSync(join(packageRoot, 'src/cli/example/planets.docx'));
    expect(await upload('/documents/check', { document: ['planets.docx', word] })).toEqual({
      status: 200,
      json: { name: 'planets.docx', kind: 'word', faults: [] },
    });
    const text = '# Tea\n\n## Origins\n\n### China\n\n#### Leaves\n\nThey are dried.\n';
    expect((await upload('/documents/check', { document: ['tea.md', text] })).json).toMatchObject({
      kind: 'markdown',
      title: 'Tea',
      chapters: 1,
      faults: [],
    });
    const faulty = ['tea.md', '# Tea\n'] as [string, string];
    const { json } = await upload('/documents/check', { document: faulty });
    expect(json.faults).toEqual([{ path: expect.any(String), message: expect.any(String) }]);
    const refused = await upload('/decks', { document: faulty });
    expect(refused).toMatchObject({ status: 422, json: { code: 'invalid', errors: json.faults } });
    expect((await upload('/decks', { document: ['a.docx', 'text'] })).json.errors[0].path).toBe('a.docx');
    expect((await upload('/decks', { document: ['a.docx', word.subarray(0, 2000)] })).status).toBe(422);

    const off = JSON.stringify({ settings: { review: { mode: 'off' } }, formats: ['pdf'] });
    const started = await upload('/decks', { document: ['tea.md', text], input: off });
    expect(started.status).toBe(201);
    const { title, files } = await until(started.json.id, ({ stage }) => stage === 'delivered');
    expect({ title, formats: files.map(({ format }: { format: string }) => format) }).toEqual({
      title: 'Tea',
      formats: ['pdf'],
    });
  });
});

describe('a deck over HTTP', () => {
  it('is followed, decided on and downloaded, also by a link that needs no token and expires', async () => {
    const { id } = (await call('/decks', { title: 'Coffee', formats: ['pdf'] })).json;
    const waiting = await until(id, ({ mayDecide }) => mayDecide);
    expect(waiting.link).toEqual({ gate: 'all', role: 'reviewer' });
    const text = await call(`/decks/${id}/revisions/1`);
    expect(text.json.markdown).toContain('# ');
    const approve = { revision: 1, decision: 'approve' };
    const answers = [1, 2].map(() => call(`/decks/${id}/decisions`, approve, { 'idempotency-key': 'a' }));
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ status: 200, json: approve });
    expect(await call(`/decks/${id}/decisions`, { ...approve, revision: 7 })).toMatchObject({
      status: 409,
      json: { code: 'conflict', conflict: { revision: expect.any(Number) } },
    });
    expect((await call(`/decks/${id}/decisions`, { decision: 'approve' })).status).toBe(422);
    const { files } = await until(id, ({ stage }) => stage === 'delivered');
    const own = await call(`/decks/${id}/files/0`);
    expect(own.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { downloadUrl } = files[0];
    expect(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer())).toEqual(own.bytes);
    const token = downloadUrl.split('/').at(-1);
    expect(readFileLink(token, linkKeys(review.settings, {}), Date.now() + 86_400_000)).toEqual({ fault: 'expired' });
    expect(await review.call(`/v1/files/${token}x`)).toMatchObject({ status: 401, json: { code: 'link-forged' } });
    expect((await call(`/decks/${id}/files/1`)).status).toBe(404);
    const listed = await call(`/decks/${id}/slides?revision=1`);
    expect(listed.json.slides.length).toBeGreaterThan(2);
    expect((await call(`/decks/${id}/slides/1?revision=1&size=large`)).headers.get('content-type')).toBe('image/png');
  });

  it('sends its changes as events, and ends the stream with the deck', async () => {
    const { id } = (await call('/decks', { title: 'Events', settings: { review: { mode: 'off' } } })).json;
    const response = await fetch(`${review.url}/v1/decks/${id}/events`, { headers: operator });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = (await response.text()).split('\n\n').filter((each) => each.startsWith('event: '));
    expect(events.at(-1)).toBe('event: end\ndata: delivered');
    const stages = events.slice(0, -1).map((each) => JSON.parse(/^data: (.*)$/m.exec(each)![1]!).stage);
    expect(stages.at(-1)).toBe('delivered');
    expect((await call('/decks/u1/nothing/events')).status).toBe(404);
  });

  it('says what it was started from, so that another one like it can start', async () => {
    const order = { title: 'Green tea', kind: 'plan', formats: ['pdf'], settings: { review: { mode: 'required' } } };
    const { id } = (await call('/decks', order, { 'idempotency-key': 'like' })).json;
    const { json } = await call(`/decks/${id}/order`);
    expect(json).toEqual({ uid: 'local', ...order });
    const again = await call('/decks', { ...json, title: 'Black tea' });
    expect(again).toMatchObject({ status: 201, json: { existing: false } });
    expect((await call(`/decks/${again.json.id}/order`)).json).toEqual({ ...json, title: 'Black tea' });
    const link = review.link({ workflowId: `presentation/${id}` });
    expect((await review.call(`/v1/decks/${id}/order`, { link })).status).toBe(403);
  });

  it('is resolved when it is parked', async () => {
    const settings = { review: { mode: 'off' }, paidCalls: 1 };
    const { id } = (await call('/decks', { title: 'Parked', settings })).json;
    const { attention } = await until(id, (deck) => deck.attention !== undefined);
    expect(attention.type).toBe('PaidCallsExhausted');
    expect(await call(`/decks/${id}/resolutions`, { action: 'abandon', colour: 1 })).toMatchObject({ status: 422 });
    expect(await call(`/decks/${id}/resolutions`, { action: 'abandon' })).toMatchObject({
      status: 200,
      json: { action: 'abandon' },
    });
    await until(id, ({ stage }) => stage === 'failed');
  });
});

describe('the callers of the API', () => {
  it('are known by their link, which opens one deck only', async () => {
    const { workflowId, link } = await review.waiting({ title: 'By link' });
    const id = workflowId.slice('presentation/'.length);
    const by = (path: string, bearer: string, json?: unknown) => review.call(`/v1${path}`, { link: bearer, json });
    expect((await by('/me', link)).json).toMatchObject({
      kind: 'link',
      scopes: ['decks:read', 'decks:decide'],
      deck: id,
    });
    expect((await by(`/decks/${id}`, link)).json).toMatchObject({ id, mayDecide: true });
    for (const path of ['/decks', '/inbox', '/decks/u1/other', '/brand-templates']) {
      expect(await by(path, link)).toMatchObject({ status: 403, json: { code: 'not-allowed' } });
    }
    for (const [path, json] of [
      [`/decks/${id}/cancel`, {}],
      [`/decks/${id}/links`, {}],
      [`/decks/${id}/links`, { role: 'viewer', reviewer: 'Bo' }],
      [`/decks/${id}/resolutions`, { action: 'retry' }],
      ['/decks', { title: 'Tea' }],
    ] as const) {
      expect((await by(path, link, json)).status).toBe(403);
    }
    const shared = (await by(`/decks/${id}/links`, link, { role: 'viewer' })).json.address.split('#')[1];
    expect((await by('/me', shared)).json).toMatchObject({ scopes: ['decks:read'], deck: id });
    const expiryOf = async (bearer: string) => (await by('/me', bearer)).json.expiresAt;
    expect(await expiryOf(shared)).toBe(await expiryOf(link));
    expect(await by(`/decks/${id}/resolutions`, link)).toMatchObject({ status: 200, json: {} });
    expect((await by('/usual-duration', link)).status).toBe(200);
    expect((await by('/login', link)).json).toEqual({ person: false, token: true });
    const viewer = review.link({ workflowId, role: 'viewer' });
    expect((await by(`/decks/${id}/decisions`, viewer, { revision: 1, decision: 'approve' })).status).toBe(403);
    expect((await by('/me', `${link}x`)).json).toMatchObject({ status: 401, code: 'link-forged' });
    const { address } = (await call(`/decks/${id}/links`, { role: 'viewer', reviewer: 'Ann' })).json;
    const made = (await by('/me', address.split('#')[1])).json;
    expect(made).toMatchObject({ name: 'Ann', verified: true, scopes: ['decks:read'] });
    await by(`/decks/${id}/decisions`, link, { revision: 1, decision: 'reject' });
  });

  it('need a login for everything else, and the header that other sites cannot send', async () => {
    expect(await review.call('/v1/me')).toMatchObject({ status: 401, json: { code: 'login-needed' } });
    expect((await call('/me')).json).toMatchObject({ kind: 'local', verified: false });
    const { cookie } = operator;
    expect((await review.call('/v1/me', { headers: { cookie: cookie! } })).status).toBe(403);
    expect((await call('/decks', { title: 'Tea' }, { origin: 'https://attacker.example' })).status).toBe(403);
    expect((await call('/none')).json).toMatchObject({ status: 404, code: 'not-found' });
  });
});

it('lets a program that may not decide start no deck without review', async () => {
  const tokens = new ApiTokens(review.settings);
  const start = async (scopes: string[]) => {
    const { token } = await tokens.create('intake', scopes, 60_000);
    return review.call('/v1/decks', { link: token, json: { title: 'Tea', settings: { review: { mode: 'off' } } } });
  };
  expect(await start(['decks:start'])).toMatchObject({
    status: 422,
    json: { detail: expect.stringContaining('settings.review.mode: is weaker than workflow.review.mode') },
  });
  expect((await start(['decks:start', 'decks:decide'])).status).toBe(201);
});

describe('batches over HTTP', () => {
  const settings = { review: { mode: 'off' } };
  const send = (path: string, body: string, type: string, key: string) =>
    fetch(`${review.url}/v1${path}`, {
      ...{ method: 'POST', body },
      headers: { ...operator, 'content-type': type, 'idempotency-key': key },
    });
  const ended = async (id: string) => {
    for (;;) {
      const { status, json } = await call(`/batches/${id}`);
      expect(status).toBe(200);
      if (json.status !== 'RUNNING') return json;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };

  it('start once per key from an array or JSON lines, are listed and read to the end', async () => {
    const decks = [
      { title: 'Black tea', formats: ['pdf'], settings },
      { title: 'White tea', request: 'white', formats: ['pdf'], settings },
    ];
    const start = (json: object) => call('/batches?window=1', json, { 'idempotency-key': 'teas' });
    expect(await start(decks)).toMatchObject({ status: 201, json: { id: 'teas', existing: false } });
    expect(await start(decks)).toMatchObject({ status: 200, json: { id: 'teas', existing: true } });
    expect(await start(decks.slice(1))).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(await ended('teas')).toMatchObject({ status: 'COMPLETED', total: 2, delivered: 2, failed: 0 });
    expect((await call('/decks/local/white')).json).toMatchObject({ title: 'White tea', stage: 'delivered' });
    expect((await start(decks)).status).toBe(200);
    const lines = decks.map(({ request: _, ...deck }) => JSON.stringify(deck)).join('\n');
    const first = await send('/batches', lines, 'application/x-ndjson', 'lines');
    expect([first.status, first.headers.get('location')]).toEqual([201, '/v1/batches/lines']);
    expect(await ended('lines')).toMatchObject({ delivered: 2 });
    for (;;) {
      const { batches } = (await call('/batches')).json;
      const found = batches.filter(({ id }: { id: string }) => id === 'teas' || id === 'lines');
      if (found.length === 2) break;
    }
  });

  it('start nothing if one deck is invalid, and name it', async () => {
    const refused = await call('/batches', [{ title: 'Fine' }, { title: 'Not fine', slides: 1 }]);
    expect(refused).toMatchObject({ status: 422, json: { code: 'invalid', errors: [{ path: '1.slides' }] } });
    const twice = await call('/batches', [
      { title: 'One', request: 'same' },
      { title: 'Two', request: 'same' },
    ]);
    expect(twice).toMatchObject({ status: 422, json: { errors: [{ path: '1' }] } });
    const lines = await send('/batches', '{"title":"Fine"}\n{"titel":"x"}', 'application/x-ndjson', 'faulty');
    expect(await lines.json()).toMatchObject({ status: 422, errors: [{ path: 'line 2' }] });
    expect((await call('/batches/faulty')).json).toMatchObject({
      status: 404,
      detail: expect.stringContaining('faulty'),
    });
  });

  it('are cancelled with their running decks, and need the scopes of decks', async () => {
    const order = { title: 'Waits', request: 'waits', settings: { review: { mode: 'required' } } };
    const started = await call('/batches', [order]);
    expect(started.status).toBe(201);
    const { id } = started.json;
    await until('local/waits', ({ stage }) => stage === 'review');
    const { token } = await new ApiTokens(review.settings).create('reader', ['decks:read'], 60_000);
    const by = (path: string, json?: unknown) =>
      review.call(`/v1${path}`, { link: token, ...(json === undefined ? {} : { json }) });
    expect((await by(`/batches/${id}`)).status).toBe(200);
    expect((await by(`/batches/${id}/cancel`, {})).status).toBe(403);
    expect((await by('/batches', [{ title: 'No' }])).status).toBe(403);
    expect((await call(`/batches/${id}/cancel?running=true`, {})).status).toBe(202);
    expect(await ended(id)).toMatchObject({ status: 'CANCELLED' });
    await until('local/waits', ({ stage }) => stage === 'cancelled');
    expect((await call(`/batches/${id}/cancel`, {})).status).toBe(409);
  });

  it('cannot open the gates for a program that may not decide', async () => {
    const { token } = await new ApiTokens(review.settings).create('intake', ['decks:start'], 60_000);
    const refused = await review.call('/v1/batches', { link: token, json: [{ title: 'Tea', settings }] });
    expect(refused).toMatchObject({ status: 422, json: { detail: expect.stringContaining('weaker than') } });
  });
});

describe('templates over HTTP', () => {
  it('are listed, added from a PowerPoint file, reported and corrected', async () => {
    expect((await call('/templates')).json.templates.length).toBeGreaterThan(0);
    const { id } = (await call('/templates')).json.templates[0];
    expect((await call(`/templates/${id}/cover`)).status).toBe(200);
    const file = templateFile({});
    const added = await upload('/brand-templates', { file: ['acme.potx', file], name: 'Acme' });
    expect(added).toMatchObject({ status: 201, json: { name: 'Acme', report: expect.any(Object) } });
    expect((await call(`/brand-templates/${added.json.id}`)).json).toEqual(added.json);
    expect((await call('/brand-templates')).json.templates).toContainEqual({ id: added.json.id, name: 'Acme' });
    expect(
      (await call(`/brand-templates/${added.json.id}/roles`, { roles: { closing: 'No such layout' } })).status,
    ).toBe(422);
    expect((await upload('/brand-templates', { file: ['acme.potx', 'text'] })).status).toBe(422);
    expect((await call('/inbox')).json).toMatchObject({ items: expect.any(Array), total: expect.any(Number) });
    expect((await call('/decks?stage=review')).json.decks).toEqual(expect.any(Array));
  });
});

describe('the review policy over HTTP', () => {
  it('says whether a deck may be less strict, for each caller', async () => {
    const { gates } = (await call('/review-policy')).json;
    expect(gates).toMatchObject([
      { gate: 'outline', mode: 'required', binding: false, approvals: 1, reviewers: [] },
      { gate: 'content', mode: 'off', binding: false },
    ]);
    const { token } = await new ApiTokens(review.settings).create('intake', ['decks:start'], 60_000);
    const bound = (await review.call('/v1/review-policy', { link: token })).json.gates;
    expect(bound).toMatchObject([{ gate: 'outline', binding: true }, { binding: false }]);
  });

  it('is closed to review links, which name one deck, and sessions end by POST /logout only', async () => {
    const { workflowId } = await review.waiting({ title: 'Not the policy' });
    expect((await review.call('/v1/review-policy', { link: review.link({ workflowId }) })).status).toBe(403);
    const login = await review.call('/v1/login', { json: { token: OPERATOR_TOKEN } });
    const own = { cookie: login.headers.get('set-cookie')!.split(';')[0]!, 'x-deck': '1' };
    expect((await review.call('/v1/logout', { headers: own })).status).toBe(405);
    expect((await review.call('/v1/me', { headers: own })).status).toBe(200);
    expect(await review.call('/v1/logout', { method: 'POST', headers: own })).toMatchObject({ status: 200, json: {} });
    expect((await review.call('/v1/me', { headers: own })).status).toBe(401);
  });
});
