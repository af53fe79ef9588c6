import type { PayloadCodec } from '@temporalio/common';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import type { AuditEntry } from '../../base/audit/audit-line';
import type { AuditLog } from '../../base/audit/audit-log';
import { allowedMethods } from '../../base/edge/allowed-methods';
import { clientAddress } from '../../base/edge/client-address';
import { isPlainPath } from '../../base/edge/request-path';
import { WrongSecrets } from '../../base/edge/wrong-secrets';
import { EncryptionError } from '../../base/io/encryption';
import { formatDuration } from '../../config';
import { type Access, isSigned } from './access';
import { loggedInPage, loginPage, noLoginPage, PAGE_POLICY } from './page';
import { readPayloads, writePayloads } from './payloads';

interface CodecServerParts {
  codec: PayloadCodec;
  access: Access;
  /** Origins of the pages that can send requests. Requests from other origins are rejected. */
  origins: readonly string[];
  sessionMs: number;
  /** Whether the `Host` header is a name of this server. */
  servesHost(host: string): boolean;
  /** The header in which a proxy passes the client's address, or null. */
  clientAddressHeader: string | null;
  log: Logger;
  audit: AuditLog;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const MAX_FORM_BYTES = 4 * 1024;
const MAX_PAYLOADS = 2_000;

/** The two calls of Temporal's remote codec protocol. */
const CALLS = ['encode', 'decode'] as const;
/** The only paths on this host that receive the cookie. */
const COOKIE_PATHS = [...CALLS, 'logout'] as const;
const COOKIE = 'deck-codec';
/** The Temporal UI sends the ID token with the access token. */
const ID_TOKEN = 'authorization-extras';

type Who = AuditEntry['who'];
/** The holder of the shared token: the address is what is known. */
const SHARED: Who = { by: 'operator', verified: false };

/** Writes to the audit log who decrypted what. */
type Note = (
  c: Context,
  action: string,
  more: { facts?: Record<string, number>; outcome?: number; who?: Who },
) => Promise<void>;

/** Encodes and decodes payloads for the Temporal UI (cookie and allowed origin) and for programs (token). */
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
      return reject(c, 403, 'This server accepts requests for localhost only (see encryption.codecServer).');
    if (!isPlainPath(c)) return reject(c, 404, 'This path is not normalized.');
    return next();
  });

  const note: Note = (c, action, { facts = {}, outcome = 200, who = SHARED }) =>
    parts.audit.append({
      action,
      who,
      from: clientAddress(c, parts.clientAddressHeader),
      facts,
      outcome,
    });

  for (const call of CALLS) {
    app.use(
      `/${call}`,
      cors({
        origin: (origin) => (origins.includes(origin) ? origin : null),
        credentials: true,
        allowMethods: ['POST'],
        allowHeaders: ['Content-Type', 'X-Namespace', 'Authorization', ID_TOKEN],
        maxAge: 600,
      }),
    );
    app.post(`/${call}`, bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }), async (c) => {
      const who = await callerOf(c, parts, logins);
      if (who instanceof Response) return who;
      if (!who.mayDecrypt) {
        await note(c, `codec.${call}`, { who: who.person, outcome: 403 });
        return reject(c, 403, 'This needs the role operator or admin in reviewServer.login.roles.');
      }
      const payloads = readPayloads(await c.req.text());
      if (payloads === undefined)
        return reject(c, 400, 'The body must be {"payloads": [...]}, with metadata and data as base64.');
      if (payloads.length > MAX_PAYLOADS)
        return reject(c, 413, `The request has ${payloads.length} payloads. The maximum is ${MAX_PAYLOADS}.`);
      try {
        const written = writePayloads(await codec[call](payloads));
        await note(c, `codec.${call}`, { who: who.person, facts: { payloads: payloads.length } });
        return c.json(written);
      } catch (error) {
        if (!(error instanceof EncryptionError)) throw error;
        log.warn({ path: c.req.path }, error.message);
        return reject(c, 400, error.message);
      }
    });
  }

  addLogin(app, parts, logins, note);
  app.notFound((c) => {
    const methods = allowedMethods(app, c.req.path).join(', ');
    if (methods === '')
      return reject(c, 404, 'This path does not exist. Use POST /decode, POST /encode or the login page at /.');
    c.header('allow', methods);
    return reject(c, 405, `This path accepts ${methods} only.`);
  });
  app.onError((error, c) => {
    // Without the message, which could quote decrypted data.
    log.error({ path: c.req.path, error: error.name }, 'codec server failed');
    return reject(c, 500, 'Something went wrong. The error has been logged.');
  });
  return app;
}

/** Checks tokens, and makes addresses that sent wrong ones wait. */
class Logins {
  readonly #wrong = new WrongSecrets();

  constructor(private readonly clientAddressHeader: string | null) {}

  /** Whether the token is correct, or a 429 response if the address has to wait. */
  try(c: Context, isCorrect: () => boolean): boolean | Response {
    const address = clientAddress(c, this.clientAddressHeader);
    const seconds = this.#wrong.secondsToWait(address);
    if (seconds > 0) {
      c.header('retry-after', String(seconds));
      return reject(c, 429, `Too many wrong tokens. Try again in ${seconds} s.`);
    }
    const correct = isCorrect();
    this.#wrong.note(address, correct);
    return correct;
  }
}

function addLogin(app: Hono, { access, origins, sessionMs, log }: CodecServerParts, logins: Logins, note: Note): void {
  const html = (c: Context, text: string, status: 200 | 401 = 200) => {
    c.header('content-security-policy', PAGE_POLICY);
    return c.html(text, status);
  };
  const keep = (c: Context, value: string, maxAge: number) => {
    // One cookie per path: cookies do not distinguish ports, and other servers on this host must not receive it.
    const secure = origins.some((origin) => origin.startsWith('https:'));
    for (const path of COOKIE_PATHS) {
      setCookie(c, COOKIE, value, { path: `/${path}`, httpOnly: true, sameSite: 'Strict', secure, maxAge });
    }
  };
  app.get('/', (c) => html(c, access.hasToken ? loginPage() : noLoginPage()));
  app.post('/login', bodyLimit({ maxSize: MAX_FORM_BYTES, onError: tooLarge }), async (c) => {
    // Otherwise another site could lock this person out by sending wrong tokens.
    if (isFromAnotherSite(c)) return reject(c, 403, 'This request came from another site.');
    const { token } = await c.req.parseBody();
    const correct = logins.try(c, () => typeof token === 'string' && access.allowsToken(token.trim()));
    if (correct instanceof Response) return correct;
    await note(c, 'codec.login', { outcome: correct ? 200 : 401 });
    if (!correct) {
      log.warn('codec server login failed: wrong token');
      return html(c, loginPage({ wrong: true }), 401);
    }
    keep(c, access.sessions.open(), Math.floor(sessionMs / 1000));
    return html(c, loggedInPage(formatDuration(sessionMs)));
  });
  app.post('/logout', (c) => {
    if (isFromAnotherSite(c)) return reject(c, 403, 'This request came from another site.');
    keep(c, '', 0);
    access.sessions.end(getCookie(c, COOKIE));
    return html(c, loginPage());
  });
}

/** Who may decrypt, or a response that rejects the request. Unlisted origins are always rejected. */
async function callerOf(
  c: Context,
  { access, origins }: CodecServerParts,
  logins: Logins,
): Promise<Response | { person: Who; mayDecrypt: boolean }> {
  const shared = { person: SHARED, mayDecrypt: true };
  const origin = c.req.header('origin');
  if (origin !== undefined && !origins.includes(origin))
    return reject(c, 403, 'The origin of this page is not listed in encryption.codecServer.origins.');
  const authorization = c.req.header('authorization');
  const tokens = { access: /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1], id: c.req.header(ID_TOKEN) };
  if (access.readBearer !== undefined && Object.values(tokens).some(isSigned)) {
    // A signature cannot be guessed, so these do not count as wrong tokens: an expired one is sent again and again.
    const read = await access.readBearer(tokens);
    if ('refusal' in read) return reject(c, read.status, read.refusal);
    const { name, subject, mayDecrypt } = read;
    return { person: { by: 'token', name, subject, verified: true }, mayDecrypt };
  }
  if (authorization !== undefined) {
    const correct = logins.try(c, () => access.allowsHeader(authorization));
    if (correct instanceof Response) return correct;
    if (correct) return shared;
  }
  if (origin !== undefined && access.sessions.allows(getCookie(c, COOKIE))) return shared;
  return reject(c, 401, 'Log in at the URL of the codec server, or send Authorization: Bearer TOKEN.');
}

/** Pages with `no-referrer`, such as ours, send `Origin: null`. A request without either header is not from a browser. */
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

const tooLarge = (c: Context) => reject(c, 413, 'The request body is too large.');

function reject(c: Context, status: 400 | 401 | 403 | 404 | 405 | 413 | 429 | 500 | 503, message: string): Response {
  return c.json({ message }, status);
}
