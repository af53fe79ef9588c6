import { getConnInfo } from '@hono/node-server/conninfo';
import type { PayloadCodec } from '@temporalio/common';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import { formatDuration } from '../config/duration';
import { EncryptionError } from '../temporal/encryption';
import type { Access } from './access';
import { loggedInPage, loginPage, PAGE_POLICY } from './page';
import { readPayloads, writePayloads } from './payloads';
import { WrongTokens } from './wrong-tokens';

export interface CodecServerParts {
  codec: PayloadCodec;
  access: Access;
  /** Pages that may ask; whoever names another page as its origin is refused. */
  origins: readonly string[];
  sessionMs: number;
  log: Logger;
}

const LARGEST_BODY = 16 * 1024 * 1024;
const LARGEST_FORM = 4 * 1024;
const MOST_PAYLOADS = 2_000;

/** The two calls of Temporal's remote codec protocol; the cookie goes with them and with nothing else on this host. */
const CALLS = ['encode', 'decode'] as const;
const COOKIE = 'deck-codec';

/** Payloads in, payloads out: for the Temporal UI (a cookie, from a page that is listed) and for programs (a token). */
export function createCodecApp(parts: CodecServerParts): Hono {
  const { codec, origins, log } = parts;
  const wrongTokens = new WrongTokens();
  const app = new Hono();
  app.use(async (c, next) => {
    const began = Date.now();
    await next();
    c.header('cache-control', 'no-store');
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'no-referrer');
    const { method, path } = c.req;
    log.info({ method, path, status: c.res.status, ms: Date.now() - began }, 'codec server');
  });

  for (const call of CALLS) {
    app.use(
      `/${call}`,
      cors({
        origin: (origin) => (origins.includes(origin) ? origin : null),
        credentials: true,
        allowMethods: ['POST'],
        allowHeaders: ['Content-Type', 'X-Namespace', 'Authorization'],
        maxAge: 600,
      }),
    );
    app.post(`/${call}`, bodyLimit({ maxSize: LARGEST_BODY, onError: tooLarge }), async (c) => {
      const refusal = refusalOf(c, parts, wrongTokens);
      if (refusal !== undefined) return refusal;
      const payloads = readPayloads(await c.req.text());
      if (payloads === undefined)
        return refused(c, 400, 'The body must be {"payloads": [...]}, with metadata and data as base64.');
      if (payloads.length > MOST_PAYLOADS)
        return refused(c, 413, `At most ${MOST_PAYLOADS} payloads are taken at once, not ${payloads.length}.`);
      try {
        return c.json(writePayloads(await codec[call](payloads)));
      } catch (error) {
        if (!(error instanceof EncryptionError)) throw error;
        log.warn({ path: c.req.path }, error.message);
        return refused(c, 400, error.message);
      }
    });
  }

  addLogin(app, parts, wrongTokens);
  app.notFound((c) => refused(c, 404, 'There is nothing here but POST /decode, POST /encode and the login at /.'));
  app.onError((error, c) => {
    // Not its message: it could quote what it stumbled over.
    log.error({ path: c.req.path, error: error.name }, 'codec server failed');
    return refused(c, 500, 'The codec server failed.');
  });
  return app;
}

function addLogin(app: Hono, { access, origins, sessionMs, log }: CodecServerParts, wrongTokens: WrongTokens): void {
  const html = (c: Context, text: string, status: 200 | 401 = 200) => {
    c.header('content-security-policy', PAGE_POLICY);
    return c.html(text, status);
  };
  const keep = (c: Context, value: string, maxAge: number) => {
    // Only ever sent to pages of the same site; over TLS alone where the UI is. One for each path: cookies do not know
    // ports, and the server next door on this host must not be sent it.
    const secure = origins.some((origin) => origin.startsWith('https:'));
    for (const call of CALLS) {
      setCookie(c, COOKIE, value, { path: `/${call}`, httpOnly: true, sameSite: 'Strict', secure, maxAge });
    }
  };
  app.get('/', (c) => html(c, loginPage()));
  app.post('/login', bodyLimit({ maxSize: LARGEST_FORM, onError: tooLarge }), async (c) => {
    const { token } = await c.req.parseBody();
    const wait = waitOf(c, wrongTokens);
    if (wait !== undefined) return wait;
    const right = typeof token === 'string' && access.allowsToken(token.trim());
    wrongTokens.note(addressOf(c), right);
    if (!right) {
      log.warn('a login at the codec server was refused');
      return html(c, loginPage({ wrong: true }), 401);
    }
    keep(c, access.openSession(), Math.floor(sessionMs / 1000));
    return html(c, loggedInPage(formatDuration(sessionMs)));
  });
  app.post('/logout', (c) => {
    keep(c, '', 0);
    return html(c, loginPage());
  });
}

/** A page that is not listed is refused whatever it sends; a cookie counts only from one that is. */
function refusalOf(c: Context, { access, origins }: CodecServerParts, wrongTokens: WrongTokens): Response | undefined {
  const origin = c.req.header('origin');
  if (origin !== undefined && !origins.includes(origin))
    return refused(c, 403, 'This page is not among encryption.codecServer.origins.');
  const authorization = c.req.header('authorization');
  if (authorization !== undefined) {
    const wait = waitOf(c, wrongTokens);
    if (wait !== undefined) return wait;
    const right = access.allowsHeader(authorization);
    wrongTokens.note(addressOf(c), right);
    if (right) return undefined;
  }
  if (origin !== undefined && access.allowsSession(getCookie(c, COOKIE))) return undefined;
  return refused(c, 401, 'Log in at the address of the codec server first, or send Authorization: Bearer TOKEN.');
}

/** The refusal of an address that has sent too many wrong tokens; undefined for all others. */
function waitOf(c: Context, wrongTokens: WrongTokens): Response | undefined {
  const seconds = Math.ceil(wrongTokens.waitOf(addressOf(c)) / 1000);
  if (seconds === 0) return undefined;
  c.header('retry-after', String(seconds));
  return refused(c, 429, `Too many wrong tokens; the next one is looked at in ${seconds} s.`);
}

const addressOf = (c: Context) => getConnInfo(c).remote.address ?? '';

const tooLarge = (c: Context) => refused(c, 413, 'The body is larger than is allowed here.');

function refused(c: Context, status: 400 | 401 | 403 | 404 | 413 | 429 | 500, message: string): Response {
  return c.json({ message }, status);
}
