import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { allowedMethods } from '../base/edge/allowed-methods';
import { readableThroughout } from '../base/text/unprintable';
import { given } from '../core/given';
import { linkGates, reviewAddress, reviewBaseUrl, signLink } from '../decks/links/review-links';
import { rolesSchema } from '../slides/brand';
import { checkAddress, requireLink, requireSameSite, sessionCaller } from './access';
import type { RevisionText, SlideList, Usual } from './api';
import { identify, requires } from './caller';
import type { ReviewContext, ReviewEnv, ReviewServices } from './context';
import { decide, decisionSchema, MAX_DECISION_BYTES } from './decision';
import { changedView, numberOf, previewOf, revisionOf, templateIdOf, textOf, userOf } from './deck-texts';
import { sendDelivered } from './delivered-file';
import { securityHeaders } from './headers';
import { HttpError, toHttpError } from './http-error';
import { remedyOf, resolutionSchema, resolveParked } from './inbox';
import { asset, pageHtml, pagePaths } from './page';
import { maxBody, readJson } from './read-json';
import { requestLog } from './request-log';
import { createApi } from './v1';

const rolesBody = z.strictObject({ roles: rolesSchema });

const MAX_SMALL_BODY_BYTES = 4 * 1024;

const loginSchema = z.union([z.strictObject({ token: z.string() }), z.strictObject({ link: z.string() })]);

/** The review page and its JSON API; called in memory by `app.request`, or served by Node. */
export function createReviewApp(services: ReviewServices): Hono<ReviewEnv> {
  const { settings, log, linkKey, decks, slides, templates, brandTemplates, operators, logins, lists, usual } =
    services;
  const app = new Hono<ReviewEnv>();
  app.use(requestLog(log));
  app.use(securityHeaders);
  app.use(checkAddress(services));
  app.use('/api/*', requireSameSite(services));
  app.use('/v1/*', requireSameSite(services));
  app.use('/api/*', identify([sessionCaller(services)]));
  app.route('/v1', createApi(services));

  for (const path of pagePaths) app.get(path, async (c) => c.html(await pageHtml(path, await services.frames)));
  app.get('/assets/*', async (c) => {
    const accepted = c.req.header('accept-encoding') ?? '';
    const { bytes, headers } = await asset(c.req.path.slice('/assets/'.length), accepted);
    return c.body(new Uint8Array(bytes), 200, headers);
  });
  app.get('/healthz', (c) => json(c, { status: 'ok' }));

  const linked = requireLink(services);

  app.get('/api/deck', linked, async (c) => {
    const changed = await changedView(services, c.get('link'), c.req.query('since'), c.req.raw.signal);
    return changed === undefined ? c.body(null, 304) : json(c, changed);
  });

  app.get('/api/usual', linked, async (c) => json(c, given({ seconds: await usual.seconds() }) satisfies Usual));

  // Who can read a deck can show it to others, as long as their own link is valid.
  app.post('/api/share', linked, (c) => {
    const { workflowId, expiresAt } = c.get('link');
    const link = { workflowId, gate: 'all', role: 'viewer', expiresAt } as const;
    return json(c, { address: `${reviewBaseUrl(settings)}/review#${signLink(link, linkKey)}` });
  });

  app.get('/api/revisions/:revision', linked, async (c) => {
    const revision = await revisionOf(services, c.get('link').workflowId, c.req.param('revision'));
    const body: RevisionText = { revision: revision.revision, markdown: await textOf(services, revision) };
    return json(c, body);
  });

  app.get('/api/slides', linked, async (c) => {
    const { revision, previewed, approximate } = await previewOf(services, c.get('link').workflowId, c.req.query());
    const body: SlideList = { revision, ...(await slides.list(previewed)), ...(approximate ? { approximate } : {}) };
    return json(c, body);
  });

  app.get('/api/slides/:number', linked, async (c) => {
    const number = numberOf(c.req.param('number'), 'The slide number');
    const { previewed } = await previewOf(services, c.get('link').workflowId, c.req.query());
    const png = await slides.image(previewed, number, { large: c.req.query('size') === 'large' });
    return c.body(new Uint8Array(png), 200, { 'content-type': 'image/png' });
  });

  app.get('/api/templates', linked, async (c) => {
    const page = numberOf(c.req.query('page') ?? '1', 'The page');
    return json(c, await templates.list(await userOf(services, c.get('link').workflowId), page));
  });

  app.get('/api/templates/:id/cover', linked, async (c) => {
    const id = templateIdOf(c.req.param('id'));
    const { mediaType, bytes } = await templates.cover(await userOf(services, c.get('link').workflowId), id);
    return c.body(new Uint8Array(bytes), 200, { 'content-type': mediaType });
  });

  app.post('/api/decision', linked, maxBody(MAX_DECISION_BYTES), async (c) => {
    const decision = await readJson(c, decisionSchema);
    return json(c, await decide(services, c.get('link'), decision, { key: c.req.header('idempotency-key') }));
  });

  app.get('/api/files/:index', linked, async (c) => {
    const { progress } = await decks.snapshot(c.get('link').workflowId);
    const file = /^\d{1,4}$/.test(c.req.param('index')) ? progress.files[Number(c.req.param('index'))] : undefined;
    if (file === undefined) throw new HttpError('not-found', 'The deck does not have this file.');
    return sendDelivered(c, file, settings.output.directory);
  });

  if (logins !== undefined) {
    app.get('/login', (c) => logins.begin(c, c.req.query('to')));
    app.get('/login/callback', (c) => logins.finish(c));
  }

  app.get('/api/login', (c) => json(c, { person: logins !== undefined, token: operators.hasToken }));

  app.post('/api/login', maxBody(MAX_SMALL_BODY_BYTES), async (c) => {
    const login = await readJson(c, loginSchema);
    if ('token' in login) operators.logIn(c, login.token);
    else operators.logInWithLink(c, login.link);
    return c.body(null, 204);
  });

  app.post('/api/logout', async (c) => {
    operators.logOut(c);
    const address = await logins?.logOut(c);
    return address === undefined ? c.body(null, 204) : json(c, { address });
  });

  app.get('/api/decks', requires('decks:read'), async (c) => {
    const { search, stage, cursor } = c.req.query();
    return json(c, await lists.list({ search, stage, cursor }));
  });

  app.get('/api/inbox', requires('decks:read'), async (c) => json(c, await lists.inbox(c.req.query('reviewer'))));

  // Reviewers ask it, too, so it does not answer 401.
  app.get('/api/remedy', async (c) => {
    const mayResolve = c.get('caller')?.scopes.has('decks:operate') === true;
    return json(c, mayResolve ? remedyOf(await decks.snapshot(c.req.query('deck') ?? '')) : {});
  });

  app.post('/api/resolve', requires('decks:operate'), maxBody(MAX_SMALL_BODY_BYTES), async (c) => {
    const resolution = await readJson(c, resolutionSchema);
    c.set('deck', resolution.workflowId);
    return json(c, await resolveParked(decks, { ...resolution, ...given({ by: c.get('caller')?.name }) }));
  });

  app.post('/api/links', requires('decks:read'), maxBody(MAX_SMALL_BODY_BYTES), async (c) => {
    const { workflowId, gate } = await readJson(
      c,
      z.strictObject({ workflowId: z.string().min(1).max(1000), gate: z.enum(linkGates).optional() }),
    );
    c.set('deck', workflowId);
    await decks.describe(workflowId);
    // A person who logged in is known without a link, which others could use.
    if (c.get('caller')?.kind === 'session') {
      return json(c, { address: `/review?${new URLSearchParams({ deck: workflowId })}` });
    }
    return json(c, { address: reviewAddress(settings, linkKey, { workflowId, gate: gate ?? 'all' }) });
  });

  app.get('/api/brand-templates', requires('decks:read'), async (c) => json(c, await brandTemplates.list()));

  app.get('/api/brand-templates/:id', requires('decks:read'), async (c) =>
    json(c, await brandTemplates.view(numberOf(c.req.param('id'), 'The template ID'))),
  );

  app.post('/api/brand-templates/:id/roles', requires('templates:write'), maxBody(MAX_SMALL_BODY_BYTES), async (c) => {
    const id = numberOf(c.req.param('id'), 'The template ID');
    const { roles } = await readJson(c, rolesBody);
    return json(c, await brandTemplates.correct(id, roles));
  });

  app.notFound((c) => {
    const methods = allowedMethods(app, c.req.path).join(', ');
    if (methods !== '') {
      c.header('allow', methods);
      return json(c, new HttpError('not-allowed', `This path accepts ${methods} only.`).body, 405);
    }
    const missing = new HttpError('not-found', 'This path does not exist.');
    return isV1(c) ? problem(c, missing) : json(c, missing.body, missing.status);
  });
  app.onError((error, c) => {
    const refused = toHttpError(error);
    const { kind, body, status } = refused;
    if (kind === 'internal') log.error({ error: loggable(error), deck: c.get('deck') }, 'review request failed');
    return isV1(c) ? problem(c, refused) : json(c, body, status);
  });
  return app;
}

const isV1 = (c: Context) => c.req.path.startsWith('/v1/');

function problem(c: ReviewContext, refused: HttpError): Response {
  const answer = json(c, refused.problem(c.get('deck')), refused.status);
  answer.headers.set('content-type', 'application/problem+json');
  return answer;
}

/** A JSON response without characters that could hide or reorder the text around them on the page. */
function json(c: Context, body: object, status?: ContentfulStatusCode): Response {
  return c.json(readableThroughout(body), status);
}

/** The parts of an error that are safe to log: other properties could hold anything. */
function loggable(error: Error): { name: string; message: string; stack?: string } {
  return { name: error.name, message: error.message, ...given({ stack: error.stack }) };
}
