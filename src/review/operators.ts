import { createHmac } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { readSecret, type Settings, SettingsError } from '../config';
import { isSameSecret } from '../same-secret';
import type { Call, Exchange } from './exchange';
import { Refused } from './refusal';

const COOKIE = 'deck-operator';
const SHORTEST_TOKEN = 16;
const WRONG_TRIES = { ofOneAddress: 5, ofAll: 50, withinMs: 60_000 };

/** People who may see all decks: they log in with one token, and have a session that ends by itself. */
export class Operators {
  private readonly token: string | undefined;
  private readonly sessionKey: Buffer;
  private readonly wrong: { at: number; address: string }[] = [];

  /** @throws SettingsError when the token is too short */
  constructor(
    private readonly settings: Settings,
    linkKey: string,
    env: NodeJS.ProcessEnv,
  ) {
    this.token = operatorToken(settings, env);
    // Another token or another link key ends all sessions.
    this.sessionKey = createHmac('sha256', linkKey)
      .update(`operator-session.${this.token ?? ''}`)
      .digest();
  }

  /** Compares the token and, when it is right, sets the cookie. `address` is where the try came from. */
  logIn(c: Call, token: string, address: string): void {
    const right = this.requireToken();
    const now = Date.now();
    while (this.wrong.length > 0 && this.wrong[0]!.at < now - WRONG_TRIES.withinMs) this.wrong.shift();
    const own = this.wrong.filter((one) => one.address === address).length;
    if (own >= WRONG_TRIES.ofOneAddress || this.wrong.length >= WRONG_TRIES.ofAll) {
      throw new Refused('too-many', 'Too many wrong tries; wait a minute.');
    }
    if (!isSameSecret(token, right)) {
      this.wrong.push({ at: now, address });
      throw new Refused('login-wrong', 'This is not the operator token.');
    }
    const { operatorSession, publicUrl } = this.settings.reviewServer;
    const expiresAt = now + operatorSession;
    setCookie(c, COOKIE, `${expiresAt}.${this.signatureOf(String(expiresAt))}`, {
      path: '/',
      httpOnly: true,
      sameSite: 'Strict',
      secure: publicUrl?.startsWith('https:') ?? false,
      maxAge: Math.floor(operatorSession / 1000),
    });
  }

  logOut(c: Call): void {
    deleteCookie(c, COOKIE, { path: '/', secure: this.settings.reviewServer.publicUrl?.startsWith('https:') ?? false });
  }

  /** Lets pass operators alone, and no request that another site could have made their browser send. */
  required(): MiddlewareHandler<Exchange> {
    return async (c, next) => {
      this.requireToken();
      if (c.req.header('x-deck') !== '1') throw new Refused('not-allowed', 'This call needs the header X-Deck: 1.');
      const [expiresAt = '', signature = '', ...rest] = (getCookie(c, COOKIE) ?? '').split('.');
      const signed = rest.length === 0 && isSameSecret(signature, this.signatureOf(expiresAt));
      if (!signed || Number(expiresAt) <= Date.now()) {
        throw new Refused('login-needed', 'Log in with the operator token first.');
      }
      await next();
    };
  }

  private requireToken(): string {
    if (this.token !== undefined) return this.token;
    throw new Refused(
      'not-allowed',
      'There is no list of decks here: no operator token is set (reviewServer.operatorToken).',
    );
  }

  private signatureOf(expiresAt: string): string {
    return createHmac('sha256', this.sessionKey).update(expiresAt).digest('base64url');
  }
}

/** Undefined where none is set. */
function operatorToken({ reviewServer }: Settings, env: NodeJS.ProcessEnv): string | undefined {
  const { operatorToken: reference } = reviewServer;
  if (reference.env !== undefined && !env[reference.env]?.trim()) return undefined;
  const key = 'reviewServer.operatorToken';
  const token = readSecret(reference, key, env);
  if (token.length >= SHORTEST_TOKEN) return token;
  throw new SettingsError(undefined, [{ key, sentence: `${key} must have ${SHORTEST_TOKEN} characters or more.` }]);
}
