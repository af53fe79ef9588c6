import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/base/io/package-root';
import { ApiTokens } from '../../src/decks/api-tokens';
import { scopes } from '../../src/web/scopes';
import type { Pipeline } from '../pipeline/pipeline';
import { Description, type OpenApi } from './described';
import { OPERATOR_TOKEN, pathOf, type Review, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
withReview((...both) => {
  [pipeline, review] = both;
});

const description = async (): Promise<OpenApi> => (await review.call('/v1/openapi.json')).json;
const create = (allowed: readonly string[], lifetime = 60_000, name = 'reports') =>
  new ApiTokens(review.settings).create(name, allowed, lifetime);

describe('the OpenAPI document', () => {
  it('describes every route that the server has, and every route has a test', async () => {
    const { openapi, paths } = await description();
    expect(openapi).toBe('3.1.0');
    const tests = ['http-api', 'http-contract'].map((name) => readFileSync(join(__dirname, `${name}.test.ts`), 'utf8'));
    for (const [path, operations] of Object.entries(paths)) {
      for (const operation of Object.values(operations)) {
        expect(operation.summary).toEqual(expect.any(String));
        expect(Object.keys(operation.responses)).toContain('default');
      }
      const last = path.split('/').findLast((part) => !part.startsWith('{'))!;
      expect([path, tests.join().includes(`/${last}`)]).toEqual([path, true]);
    }
    expect(Object.keys(paths).length).toBeGreaterThanOrEqual(18);
  });

  it('is valid OpenAPI 3.1', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'deck-openapi-')), 'openapi.json');
    const document = await description();
    const validated = async (content: object) => {
      writeFileSync(file, JSON.stringify(content));
      const validator = join(packageRoot, 'node_modules', '.bin', 'validate-api');
      const { stdout } = await promisify(execFile)(validator, [file]).catch((error: { stdout: string }) => error);
      return JSON.parse(stdout) as { valid: boolean; errors?: unknown };
    };
    expect(await validated(document)).toEqual({ valid: true });
    expect((await validated({ ...document, paths: { me: {} } })).valid).toBe(false);
  });

  it('has schemas that compile, and examples that they accept', async () => {
    const { components } = await description();
    const described = new Description(await description());
    for (const [name, schema] of Object.entries(components.schemas)) {
      const validate = described.compile(schema);
      for (const example of schema.examples ?? []) {
        expect([name, validate(example), validate.errors]).toEqual([name, true, null]);
      }
    }
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['NewDeck', 'Deck', 'Problem', 'Decision']));
  });

  it('describes what the server sends, which every call of these tests compares', async () => {
    const described = new Description(await description());
    const { link, workflowId } = await review.waiting({ title: 'As described' });
    const { status, json } = await review.call(pathOf(workflowId), { link });
    const answer = { status, type: 'application/json', json };
    const fault = (changed: object) => described.fault('GET', pathOf(workflowId), { ...answer, ...changed });
    expect(fault({})).toBeUndefined();
    expect(fault({ json: { ...json, stage: 'elsewhere' } })).toContain('data/stage must be');
    expect(fault({ type: 'text/html' })).toContain('not described');
    expect(fault({ status: 409, type: 'application/problem+json', json: { status: 409 } })).toContain('required');
    await review.decide(link, { revision: 1, decision: 'reject' });
  });
});

const secretOf = (token: string) => token.slice('deck_0123456789abcdef_'.length);

describe('a token', () => {
  it('allows what its scopes name, until it expires or is revoked, and is in no log', async () => {
    const { token, entry } = await create(['decks:read']);
    const me = () => review.call('/v1/me', { link: token });
    expect((await me()).json).toMatchObject({ kind: 'token', name: 'reports', scopes: ['decks:read'] });
    expect((await review.call('/v1/decks', { link: token })).status).toBe(200);
    expect((await review.call('/v1/decks', { link: token, json: { title: 'Tea' } })).json).toMatchObject({
      status: 403,
      detail: 'This needs the scope decks:start.',
    });
    const tokens = new ApiTokens(review.settings);
    expect(await tokens.list()).toContainEqual(entry);
    expect(JSON.stringify(await tokens.list())).not.toContain(secretOf(token));
    await tokens.revoke(entry.id);
    expect(await me()).toMatchObject({ status: 401, json: { code: 'token-invalid' } });
    const expired = await create(scopes, 0);
    expect((await review.call('/v1/me', { link: expired.token })).status).toBe(401);
    expect((await review.call('/v1/me', { link: `${token.slice(0, -3)}xyz` })).status).toBe(401);
    for (const secret of [token, expired.token]) expect(review.logged()).not.toContain(secretOf(secret));
  });

  it('decides in its own name, and does not vouch for another one', async () => {
    const { token } = await create(['decks:read', 'decks:decide'], 60_000, 'Ann');
    for (const [named, by] of [
      [{}, { by: 'Ann', verified: true }],
      [{ reviewer: 'Bo' }, { by: 'Bo' }],
    ] as const) {
      const { workflowId } = await review.waiting({ title: 'Decided by a token' });
      const path = `/v1/decks/${workflowId.slice('presentation/'.length)}`;
      const decision = { revision: 1, decision: 'reject', ...named };
      expect((await review.call(`${path}/decisions`, { link: token, json: decision })).status).toBe(200);
      const { rejection, decisions } = await review.until(
        review.link({ workflowId }),
        ({ status }) => status !== 'RUNNING',
      );
      expect(rejection).toMatchObject(by);
      expect(rejection?.verified ?? false).toBe('verified' in by);
      expect(decisions).toMatchObject([{ via: 'api' }]);
    }
  });
});

it('changes nothing by 100 GET and HEAD requests, as link scanners send them', async () => {
  const { token } = await create(scopes);
  const { workflowId, link } = await review.waiting({ title: 'Scanned' });
  const before = await review.deck(link);
  const login = await review.call('/v1/login', { json: { token: OPERATOR_TOKEN } });
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!;
  const { paths } = await description();
  const [uid = '', request = ''] = workflowId.split('/').slice(1);
  const places: Record<string, string> = { uid, request, revision: '1', number: '1', index: '0', id: '1', link };
  const routes = Object.keys(paths).filter((path) => !path.endsWith('/events'));
  const targets = [
    ...routes.map((path) => `/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => places[name]!)}`),
    ...['/healthz', '/login', '/', `/review?decision=approve&revision=1`],
  ].map((target) => `${target}${target.includes('?') ? '' : '?revision=1&decision=approve&action=abandon'}`);
  let sent = 0;
  while (sent < 100) {
    for (const target of targets) {
      for (const method of ['GET', 'HEAD']) {
        await review.call(target, { method, link: sent % 3 === 0 ? link : token });
        await review.call(target, { method, headers: { cookie, 'x-deck': '1' } });
        sent += 2;
      }
    }
  }
  expect(sent).toBeGreaterThanOrEqual(100);
  expect(await review.deck(link)).toEqual(before);
  expect((await pipeline.temporal.client.workflow.getHandle(workflowId).describe()).status.name).toBe('RUNNING');
  await review.decide(link, { revision: 1, decision: 'reject' });
});
