import { listTemplates, registerTemplate } from '../../src/service/brands/registry';
import { templateFile } from '../brand/template-file';
import type { Pipeline } from '../pipeline/pipeline';
import { OPERATOR_TOKEN, type Review, startReview, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
let id: number;
let headers: Record<string, string>;
const account = 'demo-access-key';

withReview((...both) => {
  [pipeline, review] = both;
});

async function session(on: Review): Promise<Record<string, string>> {
  const { headers: sent } = await on.call('/v1/login', { json: { token: OPERATOR_TOKEN } });
  return { cookie: sent.get('set-cookie')!.split(';')[0]!, 'x-deck': '1' };
}

beforeAll(async () => {
  const file = templateFile({});
  const roles = { closing: 'Section Header', section: null };
  ({ id } = await registerTemplate(pipeline.settings, { apiKey: account, name: 'Acme', file, roles }));
  headers = await session(review);
});

const view = async () => (await review.call(`/v1/brand-templates/${id}`, { headers })).json;
const correct = (roles: unknown, more: Record<string, string> = headers) =>
  review.call(`/v1/brand-templates/${id}/roles`, { json: { roles }, headers: more });

/** The template of these tests: other files have theirs in the same account. */
const own = <T extends { id: number }>(templates: readonly T[]) => templates.filter((each) => each.id === id);

it('lists the templates of the account', async () => {
  const { status, json } = await review.call('/v1/brand-templates', { headers });
  expect([status, Object.keys(json), json.available]).toEqual([200, ['available', 'templates'], true]);
  expect(own(json.templates)).toEqual([{ id, name: 'Acme' }]);
});

it('shows the report of a template, with the corrections that were made before', async () => {
  expect(await view()).toMatchObject({
    id,
    name: 'Acme',
    corrected: ['closing', 'section'],
    automatic: { cover: 1, section: 3, closing: 1 },
    report: { mapping: { cover: 1, section: null, closing: 3 }, refusal: null },
  });
});

it('stores corrections like deck template add, and keeps ID and name', async () => {
  const { status, json } = await correct({ cover: 3, closing: null });
  expect(status).toBe(200);
  expect(json).toMatchObject({ corrected: ['cover', 'closing'], report: { mapping: { cover: 3, closing: null } } });
  expect(await view()).toEqual(json);
  expect(own(await listTemplates(pipeline.settings, account))).toMatchObject([{ id, name: 'Acme' }]);
  expect((await correct({})).json).toMatchObject({ corrected: [], report: { mapping: { cover: 1, closing: 1 } } });
});

it.each([
  [{ twoColumns: 2 }, 'it has fewer than two places for text'],
  [{ cover: 99 }, 'cover: no layout is named 99.'],
  [{ text: null }, 'text cannot be null'],
  [{ nowhere: 1 }, 'nowhere'],
])('rejects %j with the reason and changes nothing', async (roles, reason) => {
  const before = await view();
  const { status, refusal } = await correct(roles);
  expect([status, refusal]).toEqual([
    422,
    expect.objectContaining({ code: 'invalid', detail: expect.stringContaining(reason) }),
  ]);
  expect(await view()).toEqual(before);
});

it('is for operators only, from this page only', async () => {
  const paths = ['/v1/brand-templates', `/v1/brand-templates/${id}`];
  const link = review.link({ workflowId: (await pipeline.start({ title: 'Tea' })).workflowId });
  for (const path of paths) {
    expect((await review.call(path, { headers: { 'x-deck': '1' } })).status).toBe(401);
    expect((await review.call(path, { link })).status).toBe(403);
  }
  expect((await correct({}, { cookie: headers.cookie! })).status).toBe(403);
  expect((await correct({}, { ...headers, origin: 'https://other.example' })).status).toBe(403);
});

it('does not know the templates of another account, or removed ones', async () => {
  const other = { apiKey: 'another', name: 'Theirs', file: templateFile({ page: [720, 540] }), roles: {} };
  const theirs = await registerTemplate(pipeline.settings, other);
  expect(await review.call(`/v1/brand-templates/${theirs.id}`, { headers })).toMatchObject({ status: 404 });
  expect(await review.call('/v1/brand-templates/10099', { headers })).toMatchObject({ status: 404 });
});

it('says so where the generation service is elsewhere', async () => {
  const remote = await startReview(pipeline, { hasStores: false });
  const own = await session(remote);
  const { json } = await remote.call('/v1/brand-templates', { headers: own });
  expect(json).toEqual({ available: false, templates: [] });
  const { status, refusal } = await remote.call(`/v1/brand-templates/${id}`, { headers: own });
  expect([status, refusal.detail]).toEqual([403, expect.stringContaining('service.baseUrl')]);
  await remote.close();
});
