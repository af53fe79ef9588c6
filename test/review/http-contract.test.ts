import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { ApiTokens } from '../../src/decks/api-tokens';
import { scopes } from '../../src/web/scopes';
import type { Pipeline } from '../pipeline/pipeline';
import { OPERATOR_TOKEN, type Review, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
withReview((...both) => {
  [pipeline, review] = both;
});

interface Operation {
  summary?: string;
  responses: Record<string, unknown>;
}
interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { examples?: unknown[] }> };
}
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

  it('has schemas that compile, and examples that they accept', async () => {
    const { components } = await description();
    const ajv = new Ajv2020({ strict: false, validateFormats: false, unicodeRegExp: true });
    for (const [name, schema] of Object.entries(components.schemas)) {
      const validate = ajv.compile({ ...schema, components });
      for (const example of schema.examples ?? []) {
        expect([name, validate(example), validate.errors]).toEqual([name, true, null]);
      }
    }
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['NewDeck', 'Deck', 'Problem', 'Decision']));
  });

  it('describes what the server sends', async () => {
    const { components } = await description();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const { link, workflowId } = await review.waiting({ title: 'As described' });
    const { json } = await review.call(`/v1/decks/${workflowId.slice('presentation/'.length)}`, { link });
    const validate = ajv.compile({ ...components.schemas.Deck, components });
    expect([validate(json), validate.errors]).toEqual([true, null]);
    const problem = ajv.compile({ ...components.schemas.Problem, components });
    expect(problem((await review.call('/v1/me')).json)).toBe(true);
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
  const login = await review.call('/api/login', { json: { token: OPERATOR_TOKEN } });
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!;
  const { paths } = await description();
  const [uid = '', request = ''] = workflowId.split('/').slice(1);
  const places: Record<string, string> = { uid, request, revision: '1', number: '1', index: '0', id: '1', link };
  const routes = Object.keys(paths).filter((path) => !path.endsWith('/events'));
  const targets = [
    ...routes.map((path) => `/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => places[name]!)}`),
    ...['/api/decision', '/api/resolve', '/api/links', '/api/login', `/review?decision=approve&revision=1`],
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
