import type { PayloadCodec } from '@temporalio/common';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import { formatDuration } from '../config/duration';
import { allowedMethods } from '../edge/allowed-methods';
import { clientAddress } from '../edge/client-address';
import { isPlainPath } from '../edge/request-path';
import { WrongSecrets } from '../edge/wrong-secrets';
import { EncryptionError } from '../temporal/encryption';
import type { Access } from './access';
import { loggedInPage, loginPage, PAGE_POLICY } from './page';
import { readPayloads, writePayloads } from './payloads';

export interface CodecServerParts {
  codec: PayloadCodec;
  access: Access;
  /** Pages that may ask; whoever names another page as its origin is refused. */
  origins: readonly string[];
  sessionMs: number;
  /** Whether this `Host` is one of this server's names. */
  servesHost(host: string): boolean;
  /** Header in which a proxy states the client's address, or null. */
  clientAddressHeader: string | null;
  log: Logger;
}

const LARGEST_BODY = 16 * 1024 * 1024;
const LARGEST_FORM = 4 * 1024;
const MOST_PAYLOADS = 2_000;

/** The two calls of Temporal's remote codec protocol. */
const CALLS = ['encode', 'decode'] as const;
/** What the cookie is sent with, and nothing else on this host. */
const COOKIE_PATHS = [...CALLS, 'logout'] as const;
const COOKIE = 'deck-codec';

/** Payloads in, payloads out: for the Temporal UI (a cookie, from a page that is listed) and for programs (a token). */
export function createCodecApp(parts: CodecServerParts): Hono {
  const { codec, origins, log } = parts;
  const logins = new Logins(parts.clientAddressHeader);
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
  app.use(async (c, next) => {
    if (!parts.servesHost(new URL(c.req.url).host))
      return refused(c, 403, 'This server answers to localhost alone, as encryption.codecServer is set.');
    if (!isPlainPath(c)) return refused(c, 404, 'This path is not in its plain form.');
    return next();
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
      const refusal = refusalOf(c, parts, logins);
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

  addLogin(app, parts, logins);
  app.notFound((c) => {
    const methods = allowedMethods(app, c.req.path).join(', ');
    if (methods === '')
      return refused(c, 404, 'There is nothing here but POST /decode, POST /encode and the login at /.');
    c.header('allow', methods);
    return refused(c, 405, `This path is called with ${methods}.`);
  });
  app.onError((error, c) => {
    // Not its message: it could quote what it stumbled over.
    log.error({ path: c.req.path, error: error.name }, 'codec server failed');
    return refused(c, 500, 'The codec server failed.');
  });
  return app;
}

/** Tokens that are tried, and how long an address that has sent wrong ones has to wait. */
class Logins {
  readonly #wrong = new WrongSecrets();

  constructor(private readonly clientAddressHeader: string | null) {}

  /** Whether a token is right, or the refusal of an address that has to wait. */
  try(c: Context, isRight: () => boolean): boolean | Response {
    const address = clientAddress(c, this.clientAddressHeader);
    const seconds = this.#wrong.secondsToWait(address);
    if (seconds > 0) {
      c.header('retry-after', String(seconds));
      return refused(c, 429, `Too many wrong tokens; the next one is looked at in ${seconds} s.`);
    }
    const right = isRight();
    this.#wrong.note(address, right);
    return right;
  }
}

function addLogin(app: Hono, { access, origins, sessionMs, log }: CodecServerParts, logins: Logins): void {
  const html = (c: Context, text: string, status: 200 | 401 = 200) => {
    c.header('content-security-policy', PAGE_POLICY);
    return c.html(text, status);
  };
  const keep = (c: Context, value: string, maxAge: number) => {
    // Only ever sent to pages of the same site; over TLS alone where the UI is. One for each path: cookies do not know
    // ports, and the server next door on this host must not be sent it.
    const secure = origins.some((origin) => origin.startsWith('https:'));
    for (const path of COOKIE_PATHS) {
      setCookie(c, COOKIE, value, { path: `/${path}`, httpOnly: true, sameSite: 'Strict', secure, maxAge });
    }
  };
  app.get('/', (c) => html(c, loginPage()));
  app.post('/login', bodyLimit({ maxSize: LARGEST_FORM, onError: tooLarge }), async (c) => {
    // Wrong tokens that another site has this browser send would make the person here wait.
    if (isFromAnotherSite(c)) return refused(c, 403, 'This call came from another site.');
    const { token } = await c.req.parseBody();
    const right = logins.try(c, () => typeof token === 'string' && access.allowsToken(token.trim()));
    if (right instanceof Response) return right;
    if (!right) {
      log.warn('a login at the codec server was refused');
      return html(c, loginPage({ wrong: true }), 401);
    }
    keep(c, access.sessions.open(), Math.floor(sessionMs / 1000));
    return html(c, loggedInPage(formatDuration(sessionMs)));
  });
  app.post('/logout', (c) => {
    if (isFromAnotherSite(c)) return refused(c, 403, 'This call came from another site.');
    keep(c, '', 0);
    access.sessions.end(getCookie(c, COOKIE));
    return html(c, loginPage());
  });
}

/** A page that is not listed is refused whatever it sends; a cookie counts only from one that is. */
function refusalOf(c: Context, { access, origins }: CodecServerParts, logins: Logins): Response | undefined {
  const origin = c.req.header('origin');
  if (origin !== undefined && !origins.includes(origin))
    return refused(c, 403, 'This page is not among encryption.codecServer.origins.');
  const authorization = c.req.header('authorization');
  if (authorization !== undefined) {
    const right = logins.try(c, () => access.allowsHeader(authorization));
    if (right instanceof Response) return right;
    if (right) return undefined;
  }
  if (origin !== undefined && access.sessions.allows(getCookie(c, COOKIE))) return undefined;
  return refused(c, 401, 'Log in at the address of the codec server first, or send Authorization: Bearer TOKEN.');
}

/** As browsers say; of a page with `no-referrer`, as this one, `Origin` is null. A request without both is not a browser's. */
function isFromAnotherSite(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = c.req.header('origin');
  return (
    origin !== undefined &&
    origin !== 'null' &&
    (!URL.canParse(origin) || new URL(origin).host !== c.req.header('host'))
  );
}

const tooLarge = (c: Context) => refused(c, 413, 'The body is larger than is allowed here.');

function refused(c: Context, status: 400 | 401 | 403 | 404 | 405 | 413 | 429 | 500, message: string): Response {
  return c.json({ message }, status);
}
