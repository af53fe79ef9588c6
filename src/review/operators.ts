import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { readSecret, type Settings, SettingsError } from '../config';
import { BrowserSessions } from '../edge/browser-sessions';
import { clientAddress } from '../edge/client-address';
import { WrongSecrets } from '../edge/wrong-secrets';
import { secretsMatch } from '../io/secrets-match';
import type { Call, Exchange } from './exchange';
import { Refused } from './refusal';

const COOKIE = 'deck-operator';
/** Where the calls are that need it; of the servers on this host the cookie names no port. */
const COOKIE_PATH = '/api';
const SHORTEST_TOKEN = 16;

/** People who may see all decks: they log in with one token, and have a session that ends by itself. */
export class Operators {
  private readonly token: string | undefined;
  private readonly sessions: BrowserSessions;
  private readonly wrong = new WrongSecrets();

  /** @throws SettingsError when the token is too short */
  constructor(
    private readonly settings: Settings,
    linkKey: string,
    env: NodeJS.ProcessEnv,
  ) {
    this.token = operatorToken(settings, env);
    // Another token or another link key ends all sessions.
    const key = createHmac('sha256', linkKey)
      .update(`operator-session.${this.token ?? ''}`)
      .digest();
    const folder = join(settings.data.directory, 'ended-sessions');
    this.sessions = new BrowserSessions(key, settings.reviewServer.operatorSession, folder);
  }

  /** Compares the token and, when it is right, sets the cookie. */
  logIn(c: Call, token: string): void {
    const right = this.requireToken();
    const { clientAddressHeader, operatorSession } = this.settings.reviewServer;
    const address = clientAddress(c, clientAddressHeader);
    const seconds = this.wrong.secondsToWait(address);
    if (seconds > 0) {
      c.header('retry-after', String(seconds));
      throw new Refused('too-many', `Too many wrong tries; wait ${seconds} s.`);
    }
    const isRight = secretsMatch(token, right);
    this.wrong.note(address, isRight);
    if (!isRight) throw new Refused('login-wrong', 'This is not the operator token.');
    setCookie(c, COOKIE, this.sessions.open(), {
      path: COOKIE_PATH,
      httpOnly: true,
      sameSite: 'Strict',
      secure: this.isSecure(),
      maxAge: Math.floor(operatorSession / 1000),
    });
  }

  /** Takes the cookie away, and ends its session for every copy of it. */
  logOut(c: Call): void {
    const session = getCookie(c, COOKIE);
    deleteCookie(c, COOKIE, { path: COOKIE_PATH, secure: this.isSecure() });
    this.sessions.end(session);
  }

  /** Lets pass operators alone, and no request that another site could have made their browser send. */
  required(): MiddlewareHandler<Exchange> {
    return async (c, next) => {
      this.requireToken();
      if (c.req.header('x-deck') !== '1') throw new Refused('not-allowed', 'This call needs the header X-Deck: 1.');
      if (!this.sessions.allows(getCookie(c, COOKIE))) {
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

  private isSecure(): boolean {
    return this.settings.reviewServer.publicUrl?.startsWith('https:') ?? false;
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
