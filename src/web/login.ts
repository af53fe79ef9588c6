import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Logger } from 'pino';
import { z } from 'zod';
import { BrowserSessions } from '../base/edge/browser-sessions';
import { readToken, signToken } from '../base/edge/signed-token';
import { isLoopback, readSecret, type Settings } from '../config';
import { given } from '../core/given';
import { reviewBaseUrl } from '../decks/links/review-links';
import type { Caller } from './caller';
import type { ReviewContext } from './context';
import { HttpError } from './http-error';
import { Issuer, isUnreachable } from './issuer';
import { NoName, type Person, personIn, roleOf } from './person';
import { scopesOf } from './scopes';

/** Why a login did not succeed; the page has a sentence for each. */
export type LoginFailure = 'unavailable' | 'failed' | 'no-name' | 'no-role';

const SESSION = 'deck-session';
const FLOW = 'deck-login';
const FLOW_PATH = '/login';
const FLOW_MS = 10 * 60_000;

const flowFields = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  expiresAt: z.number(),
});
const personFields = z.strictObject({ name: z.string(), subject: z.string(), groups: z.array(z.string()) });

/** Login of people by OpenID Connect: authorization code with PKCE, then a session in a signed cookie. */
export class Logins {
  private readonly issuer: Issuer;
  private readonly sessions: BrowserSessions;
  private readonly base: string;
  private readonly isSecure: boolean;

  /** @throws SettingsError if the client secret is missing */
  constructor(
    private readonly settings: Settings,
    private readonly linkKey: string,
    private readonly log: Logger,
    env: NodeJS.ProcessEnv,
  ) {
    const { issuer, clientId, clientSecret } = settings.reviewServer.login;
    const secret = readSecret(clientSecret, 'reviewServer.login.clientSecret', env);
    this.issuer = new Issuer(settings.reviewServer.login, secret);
    // Another issuer, client or link key ends all sessions.
    const key = createHmac('sha256', linkKey).update(`login-session ${issuer} ${clientId}`).digest();
    const folder = join(settings.data.directory, 'ended-sessions');
    this.sessions = new BrowserSessions(key, settings.reviewServer.operatorSession, folder);
    this.base = reviewBaseUrl(settings);
    this.isSecure = this.base.startsWith('https:');
  }

  /** Sends the browser to the issuer. @param to the page that asked */
  async begin(c: ReviewContext, to: string | undefined): Promise<Response> {
    const page = this.ownPage(to);
    // Cookies belong to a host, and the issuer sends people to the one of the public URL.
    const { hostname } = new URL(c.req.url);
    if (hostname !== new URL(this.base).hostname && isLoopback(hostname) && isLoopback(new URL(this.base).hostname)) {
      return c.redirect(`${this.base}/login?${new URLSearchParams({ to: page })}`);
    }
    try {
      const oidc = await import('openid-client');
      const issuer = await this.issuer.read();
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
      const flow = { state, nonce, verifier, to: page, expiresAt: Date.now() + FLOW_MS };
      // Lax, because the request that needs it comes from the issuer's page.
      setCookie(c, FLOW, signToken(FLOW, flow, this.linkKey), {
        ...{ path: FLOW_PATH, httpOnly: true, sameSite: 'Lax', secure: this.isSecure, maxAge: FLOW_MS / 1000 },
      });
      const address = oidc.buildAuthorizationUrl(issuer, {
        ...{ redirect_uri: this.callback(), scope: this.scopeOf(issuer), state, nonce },
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return c.redirect(address.href);
    } catch (error) {
      return this.failed(c, page, 'unavailable', error);
    }
  }

  /** Takes the code that the issuer sent the browser back with, and opens a session. */
  async finish(c: ReviewContext): Promise<Response> {
    const flow = this.flowOf(getCookie(c, FLOW));
    deleteCookie(c, FLOW, { path: FLOW_PATH, secure: this.isSecure });
    if (flow === undefined) return this.failed(c, '/', 'failed', new Error('the login was not begun in this browser'));
    let person: Person;
    try {
      person = await this.personOf(new URL(c.req.url).search, flow);
    } catch (error) {
      const failure = error instanceof NoName ? 'no-name' : isUnreachable(error) ? 'unavailable' : 'failed';
      return this.failed(c, flow.to, failure, error);
    }
    const { login, operatorSession } = this.settings.reviewServer;
    if (roleOf(person, login.roles) === undefined) {
      return this.failed(c, flow.to, 'no-role', new Error(`${person.name} has no role in reviewServer.login.roles`));
    }
    setCookie(c, SESSION, this.sessions.open(operatorSession, person), {
      ...{ path: '/', httpOnly: true, sameSite: 'Strict', secure: this.isSecure },
      maxAge: Math.floor(operatorSession / 1000),
    });
    c.set('audited', { who: { by: 'session', name: person.name, subject: person.subject, verified: true } });
    return c.redirect(flow.to);
  }

  /** The person of a session. @throws HttpError without the header that other sites cannot make a browser send */
  callerOf(c: ReviewContext): Caller | undefined {
    const session = this.sessions.fieldsOf(getCookie(c, SESSION));
    const person = personFields.safeParse(session?.fields).data;
    const role = person && roleOf(person, this.settings.reviewServer.login.roles);
    if (session === undefined || role === undefined) return undefined;
    if (c.req.header('x-deck') !== '1') throw new HttpError('not-allowed', 'This request needs the header X-Deck: 1.');
    return { kind: 'session', ...person!, verified: true, scopes: scopesOf(role), expiresAt: session.expiresAt };
  }

  /** Ends the session, and returns where the session at the issuer ends, if it has such a page. */
  async logOut(c: ReviewContext): Promise<string | undefined> {
    const session = getCookie(c, SESSION);
    if (session === undefined) return undefined;
    deleteCookie(c, SESSION, { path: '/', secure: this.isSecure });
    this.sessions.end(session);
    const issuer = await this.issuer.read().catch(() => undefined);
    if (issuer?.serverMetadata().end_session_endpoint === undefined) return undefined;
    const oidc = await import('openid-client');
    return oidc.buildEndSessionUrl(issuer, { post_logout_redirect_uri: `${this.base}/` }).href;
  }

  private async personOf(search: string, flow: z.output<typeof flowFields>): Promise<Person> {
    const oidc = await import('openid-client');
    const issuer = await this.issuer.read();
    const tokens = await oidc.authorizationCodeGrant(issuer, new URL(`${this.callback()}${search}`), {
      ...{ expectedState: flow.state, expectedNonce: flow.nonce, pkceCodeVerifier: flow.verifier },
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    const all = { ...(await this.issuer.userInfo(tokens.access_token, claims.sub)), ...claims };
    const { login } = this.settings.reviewServer;
    if (all[login.groupsClaim] === undefined) this.log.warn({ claim: login.groupsClaim }, 'the issuer sent no groups');
    return personIn(all, login);
  }

  private flowOf(cookie = ''): z.output<typeof flowFields> | undefined {
    const read = readToken(FLOW, cookie, this.linkKey);
    const flow = 'fault' in read ? undefined : flowFields.parse(read.fields);
    return flow !== undefined && flow.expiresAt > Date.now() ? flow : undefined;
  }

  /** Some issuers send groups for a scope of that name only, and others refuse scopes that they do not know. */
  private scopeOf(issuer: Awaited<ReturnType<Issuer['read']>>): string {
    const { groupsClaim } = this.settings.reviewServer.login;
    const extra = issuer.serverMetadata().scopes_supported?.includes(groupsClaim) ? ` ${groupsClaim}` : '';
    return `openid profile email${extra}`;
  }

  private callback(): string {
    return `${this.base}${FLOW_PATH}/callback`;
  }

  /** A page of this server, or the first one. */
  private ownPage(to = '/'): string {
    const url = URL.parse(to, this.base);
    const isOwn = to.startsWith('/') && url?.origin === new URL(this.base).origin && !url.pathname.startsWith('//');
    return isOwn ? `${url.pathname}${url.search}` : '/';
  }

  private failed(c: ReviewContext, to: string, failure: LoginFailure, error: unknown): Response {
    const { message, code } = error as Error & { code?: string };
    this.log.warn({ failure, reason: message, ...given({ code }) }, 'login failed');
    const url = new URL(to, this.base);
    url.searchParams.set('login', failure);
    return c.redirect(`${url.pathname}${url.search}`);
  }
}
