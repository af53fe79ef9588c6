import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import type { OutlineRevision } from '../core/messages';
import { DocumentError } from '../documents/document-store';
import { allowedMethods } from '../edge/allowed-methods';
import { reviewAddress } from '../edge/review-links';
import { readableThroughout } from '../text/unprintable';
import { fromThisSite, plainlyAddressed, withLink } from './access';
import type { RevisionText, SlideList } from './api';
import { decide, decisionSchema, LARGEST_DECISION } from './decision';
import { channelOf, deckView } from './deck-view';
import { sendDelivered } from './delivered-file';
import type { Call, Exchange, ReviewServices } from './exchange';
import { gateAt } from './gate';
import { guarded } from './headers';
import { logged } from './log';
import { asset, pageHtml } from './page';
import { readJson, upTo } from './read-json';
import { Refused, refusalOf } from './refusal';

const SMALL_BODY = 4 * 1024;

/** The review page and its JSON API; called in memory by `app.request`, or served by Node. */
export function createReviewApp(services: ReviewServices): Hono<Exchange> {
  const { settings, log, linkKey, decks, slides, templates, operators, lists, waiting } = services;
  const app = new Hono<Exchange>();
  app.use(logged(log));
  app.use(guarded);
  app.use(plainlyAddressed(services));
  app.use('/api/*', fromThisSite(services));

  app.get('/', async (c) => c.html(await pageHtml()));
  app.get('/review', async (c) => c.html(await pageHtml()));
  app.get('/assets/*', async (c) => {
    const { mediaType, bytes } = await asset(c.req.path.slice('/assets/'.length));
    return c.body(new Uint8Array(bytes), 200, { 'content-type': mediaType });
  });
  app.get('/healthz', (c) => told(c, { status: 'ok' }));

  const linked = withLink(services);

  app.get('/api/deck', linked, async (c) => {
    const link = c.get('link');
    const since = c.req.query('since');
    const look = async () => deckView(await decks.snapshot(link.workflowId), link);
    if (since === undefined) return told(c, await look());
    const news = await waiting.until(link, c.req.raw.signal, async () => {
      const view = await look();
      return view.version === since ? undefined : view;
    });
    return news === undefined ? c.body(null, 304) : told(c, news);
  });

  app.get('/api/revisions/:revision', linked, async (c) => {
    const revision = await revisionOf(c, services, c.req.param('revision'));
    const answer: RevisionText = { revision: revision.revision, markdown: await textOf(services, revision) };
    return told(c, answer);
  });

  app.get('/api/slides', linked, async (c) => {
    const { revision, previewed } = await previewOf(c, services);
    const answer: SlideList = { revision, ...(await slides.list(previewed)) };
    return told(c, answer);
  });

  app.get('/api/slides/:number', linked, async (c) => {
    const number = numberOf(c.req.param('number'), 'the number of a slide');
    const { previewed } = await previewOf(c, services);
    const png = await slides.picture(previewed, number);
    return c.body(new Uint8Array(png), 200, { 'content-type': 'image/png' });
  });

  app.get('/api/templates', linked, async (c) => {
    const page = numberOf(c.req.query('page') ?? '1', 'page');
    return told(c, await templates.list(await userOf(c, services), page));
  });

  app.get('/api/templates/:id/cover', linked, async (c) => {
    const id = numberOf(c.req.param('id'), 'the id of a template');
    const { mediaType, bytes } = await templates.cover(await userOf(c, services), id);
    return c.body(new Uint8Array(bytes), 200, { 'content-type': mediaType });
  });

  app.post('/api/decision', linked, upTo(LARGEST_DECISION), async (c) => {
    const decision = await readJson(c, decisionSchema);
    return told(c, await decide(services, c.get('link'), decision, c.req.header('idempotency-key')));
  });

  app.get('/api/files/:index', linked, async (c) => {
    const { progress } = await decks.snapshot(c.get('link').workflowId);
    const file = /^\d{1,4}$/.test(c.req.param('index')) ? progress.files[Number(c.req.param('index'))] : undefined;
    if (file === undefined) throw new Refused('not-found', 'The deck has no such file.');
    return sendDelivered(c, file, settings.output.directory);
  });

  app.post('/api/login', upTo(SMALL_BODY), async (c) => {
    const { token } = await readJson(c, z.strictObject({ token: z.string() }));
    operators.logIn(c, token);
    return c.body(null, 204);
  });

  app.post('/api/logout', (c) => {
    operators.logOut(c);
    return c.body(null, 204);
  });

  app.get('/api/decks', operators.required(), async (c) => {
    const { search, stage, cursor } = c.req.query();
    return told(c, await lists.list({ search, stage, cursor }));
  });

  app.post('/api/links', operators.required(), upTo(SMALL_BODY), async (c) => {
    const { workflowId, gate } = await readJson(
      c,
      z.strictObject({ workflowId: z.string().min(1).max(1000), gate: z.enum(['outline', 'content']).optional() }),
    );
    c.set('deck', workflowId);
    const { stage } = await decks.describe(workflowId);
    return told(c, { address: reviewAddress(settings, linkKey, { workflowId, gate: gate ?? gateAt(stage) }) });
  });

  app.notFound((c) => {
    const methods = allowedMethods(app, c.req.path).join(', ');
    if (methods !== '') {
      c.header('allow', methods);
      return told(c, new Refused('not-allowed', `This path is called with ${methods}.`).body, 405);
    }
    const { status, body } = new Refused('not-found', 'There is nothing at this path.');
    return told(c, body, status);
  });
  app.onError((error, c) => {
    const refused = refusalOf(error);
    if (refused.kind === 'internal') log.error({ error: faultOf(error), deck: c.get('deck') }, 'review request failed');
    return told(c, refused.body, refused.status);
  });
  return app;
}

/** Every answer for the page. What a service or a person has written cannot reorder or hide what stands around it there. */
function told<Answer extends object>(c: Context, answer: Answer, status?: ContentfulStatusCode): Response {
  return c.json(readableThroughout<object>(answer), status);
}

async function revisionOf(c: Call, { decks }: ReviewServices, asked: string): Promise<OutlineRevision> {
  const number = numberOf(asked, 'the number of a revision');
  const { workflowId } = c.get('link');
  const find = async (fresh: boolean) =>
    (await decks.snapshot(workflowId, { fresh })).progress.revisions.find(({ revision }) => revision === number);
  // It may be younger than what everybody was told a moment ago.
  const found = (await find(false)) ?? (await find(true));
  if (found === undefined) throw new Refused('not-found', `The deck has no revision ${number}.`);
  return found;
}

async function previewOf(c: Call, services: ReviewServices) {
  const { template } = c.req.query();
  const { revision, document } = await revisionOf(c, services, c.req.query('revision') ?? '');
  const previewed = {
    deck: c.get('link').workflowId,
    document,
    template: template === undefined || template === '' ? undefined : numberOf(template, 'template'),
  };
  return { revision, previewed };
}

async function textOf({ documents, log }: ReviewServices, { document, revision }: OutlineRevision): Promise<string> {
  try {
    return await documents.get(document);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    log.error({ revision, reason: error.message }, 'the text of a revision cannot be read');
    throw new Refused(
      'internal',
      `The text of revision ${revision} cannot be read here; the review server must use the workers' document store.`,
    );
  }
}

async function userOf(c: Call, { decks }: ReviewServices): Promise<{ uid: string; channel: string }> {
  const { progress } = await decks.snapshot(c.get('link').workflowId);
  return { uid: progress.uid, channel: channelOf(progress) };
}

function numberOf(text: string, what: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refused('invalid', `${what} must be a whole number from 1 on.`);
  return Number(text);
}

/** What failed and where, without what an error may carry along. */
function faultOf(error: Error): { name: string; message: string; stack?: string } {
  return { name: error.name, message: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) };
}
