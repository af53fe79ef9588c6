import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { allowedMethods } from '../base/edge/allowed-methods';
import { readableThroughout } from '../base/text/unprintable';
import { given } from '../core/given';
import { checkAddress, requireSameSite } from './access';
import { audited } from './audit';
import type { ReviewContext, ReviewEnv, ReviewServices } from './context';
import { securityHeaders } from './headers';
import { HttpError, toHttpError } from './http-error';
import { asset, pageHtml, pagePaths } from './page';
import { requestLog } from './request-log';
import { createApi } from './v1';

/** The web app and the HTTP API; called in memory by `app.request`, or served by Node. */
export function createReviewApp(services: ReviewServices): Hono<ReviewEnv> {
  const { log, logins } = services;
  const app = new Hono<ReviewEnv>();
  app.use(requestLog(log));
  app.use(audited(services));
  app.use(securityHeaders);
  app.use(checkAddress(services));
  app.use('/v1/*', requireSameSite(services));
  app.route('/v1', createApi(services));

  for (const path of pagePaths) {
    app.get(path, async (c) => c.html(await pageHtml(path, await services.frames, c.req.header('accept-language'))));
  }
  app.get('/assets/*', async (c) => {
    const accepted = c.req.header('accept-encoding') ?? '';
    const { bytes, headers } = await asset(c.req.path.slice('/assets/'.length), accepted);
    return c.body(new Uint8Array(bytes), 200, headers);
  });
  app.get('/healthz', (c) => c.json({ status: 'ok' }));

  if (logins !== undefined) {
    app.get('/login', (c) => logins.begin(c, c.req.query('to')));
    app.get('/login/callback', (c) => logins.finish(c));
  }

  app.notFound((c) => {
    const methods = allowedMethods(app, c.req.path).join(', ');
    if (methods === '') return problem(c, new HttpError('not-found', 'This path does not exist.'));
    const answer = problem(c, new HttpError('not-allowed', `This path accepts ${methods} only.`), 405);
    answer.headers.set('allow', methods);
    return answer;
  });
  app.onError((error, c) => {
    const refused = toHttpError(error);
    if (refused.kind === 'internal') {
      log.error({ error: loggable(error), deck: c.get('deck') }, 'review request failed');
    }
    return problem(c, refused);
  });
  return app;
}

/** An error without characters that could hide or reorder the text around them on the page. */
function problem(c: ReviewContext, refused: HttpError, status: ContentfulStatusCode = refused.status): Response {
  const body = { ...refused.problem(c.get('deck')), status };
  return c.json(readableThroughout(body), status, { 'content-type': 'application/problem+json' });
}

/** The parts of an error that are safe to log: other properties could hold anything. */
function loggable(error: Error): { name: string; message: string; stack?: string } {
  return { name: error.name, message: error.message, ...given({ stack: error.stack }) };
}
