import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { BrowserSessions } from '../base/edge/browser-sessions';
import { clientAddress } from '../base/edge/client-address';
import { WrongSecrets } from '../base/edge/wrong-secrets';
import { secretsMatch } from '../base/io/secrets-match';
import { readSecret, type Settings, SettingsError } from '../config';
import { readInboxLink } from '../decks/links/inbox-links';
import type { LinkFault, LinkKeys } from '../decks/links/review-links';
import type { Caller } from './caller';
import type { ReviewContext } from './context';
import { HttpError } from './http-error';
import { scopesOf } from './scopes';

const COOKIE = 'deck-operator';
const COOKIE_PATH = '/';
const MIN_TOKEN_LENGTH = 16;

const linkFaults: Record<LinkFault, string> = {
  malformed: 'This link is incomplete. Copy the complete link again.',
  forged: 'This link was changed or was not created by this server. Create a new one with `deck inbox --page`.',
  expired: 'This link has expired. Create a new one with `deck inbox --page`.',
};

/** Login and sessions of operators, who can see all decks: by a shared token, or by a signed link to the inbox. */
export class Operators {
  private readonly token: string | undefined;
  private readonly sessions: BrowserSessions;
  private readonly wrong = new WrongSecrets();

  /** @throws SettingsError if the token is too short */
  constructor(
    private readonly settings: Settings,
    private readonly linkKeys: LinkKeys,
    env: NodeJS.ProcessEnv,
  ) {
    this.token = operatorToken(settings, env);
    // A new token or link key ends all sessions.
    const key = createHmac('sha256', linkKeys[0])
      .update(`operator-session.${this.token ?? ''}`)
      .digest();
    const folder = join(settings.data.directory, 'ended-sessions');
    this.sessions = new BrowserSessions(key, settings.reviewServer.operatorSession, folder);
  }

  /** Sets the session cookie if the token is correct. */
  logIn(c: ReviewContext, token: string): void {
    const right = this.requireToken();
    const { clientAddressHeader, operatorSession } = this.settings.reviewServer;
    const address = clientAddress(c, clientAddressHeader);
    const seconds = this.wrong.secondsToWait(address);
    if (seconds > 0) {
      c.header('retry-after', String(seconds));
      throw new HttpError('too-many', `Too many wrong tokens. Try again in ${seconds} s.`);
    }
    const isRight = secretsMatch(token, right);
    this.wrong.note(address, isRight);
    if (!isRight) throw new HttpError('login-wrong', 'Wrong operator token.');
    this.setSession(c, operatorSession);
  }

  /** Sets the session cookie if an inbox link is valid. The session ends with the link. */
  logInWithLink(c: ReviewContext, token: string): void {
    const link = readInboxLink(token, this.linkKeys);
    if (typeof link === 'string') throw new HttpError(`link-${link}`, linkFaults[link]);
    this.setSession(c, link.expiresAt - Date.now());
  }

  private setSession(c: ReviewContext, lifetime: number): void {
    setCookie(c, COOKIE, this.sessions.open(lifetime), {
      path: COOKIE_PATH,
      httpOnly: true,
      sameSite: 'Strict',
      secure: this.isSecure(),
      maxAge: Math.floor(lifetime / 1000),
    });
  }

  /** Deletes the cookie and ends its session, so that copies of the cookie are also worthless. */
  logOut(c: ReviewContext): void {
    const session = getCookie(c, COOKIE);
    deleteCookie(c, COOKIE, { path: COOKIE_PATH, secure: this.isSecure() });
    this.sessions.end(session);
  }

  get hasToken(): boolean {
    return this.token !== undefined;
  }

  /** The operator of a session. @throws HttpError without the header that other sites cannot make a browser send */
  callerOf(c: ReviewContext): Caller | undefined {
    if (!this.sessions.allows(getCookie(c, COOKIE))) return undefined;
    if (c.req.header('x-deck') !== '1') throw new HttpError('not-allowed', 'This request needs the header X-Deck: 1.');
    return { kind: 'local', verified: false, groups: [], scopes: scopesOf('operator') };
  }

  private requireToken(): string {
    if (this.token !== undefined) return this.token;
    throw new HttpError(
      'not-allowed',
      'This server has no operator token. Set reviewServer.operatorToken, or open the link of `deck inbox --page`.',
    );
  }

  private isSecure(): boolean {
    return this.settings.reviewServer.publicUrl?.startsWith('https:') ?? false;
  }
}

/** Undefined if no token is set. */
function operatorToken({ reviewServer }: Settings, env: NodeJS.ProcessEnv): string | undefined {
  const { operatorToken: reference } = reviewServer;
  if (reference.env !== undefined && !env[reference.env]?.trim()) return undefined;
  const key = 'reviewServer.operatorToken';
  const token = readSecret(reference, key, env);
  if (token.length >= MIN_TOKEN_LENGTH) return token;
  throw new SettingsError(undefined, [{ key, sentence: `${key} must have at least ${MIN_TOKEN_LENGTH} characters.` }]);
}
