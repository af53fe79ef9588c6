import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretsMatch } from '../io/secrets-match';

/** A session of the cookie's form, with a signature that fits. */
interface Session {
  expiresAt: number;
  id: string;
}

/**
 * Sessions of people who have logged in, as values of cookies: `<end>.<id>.<signature>`. They survive a restart, and
 * count on every process that signs with the same key. One that was logged out is written down in a folder until its
 * end, so that a copy of its cookie counts nowhere that sees this folder.
 */
export class BrowserSessions {
  readonly #endedHere = new Set<string>();

  /** @param key another one ends all sessions. @param lifetime in milliseconds */
  constructor(
    private readonly key: string | Buffer,
    private readonly lifetime: number,
    private readonly folder: string,
    private readonly now: () => number = Date.now,
  ) {}

  open(): string {
    const session = { expiresAt: this.now() + this.lifetime, id: randomBytes(16).toString('base64url') };
    return `${nameOf(session)}.${this.signatureOf(session)}`;
  }

  allows(cookie: string | undefined): boolean {
    const session = this.read(cookie);
    if (session === undefined || session.expiresAt <= this.now()) return false;
    const name = nameOf(session);
    return !this.#endedHere.has(name) && !existsSync(join(this.folder, name));
  }

  /**
   * Ends the session of a cookie; one that is none needs no end.
   * @throws Error when that cannot be written down: then it has ended for this process alone
   */
  end(cookie: string | undefined): void {
    const session = this.read(cookie);
    if (session === undefined) return;
    this.#endedHere.add(nameOf(session));
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.folder)) {
      if (Number.parseInt(name, 10) <= this.now()) rmSync(join(this.folder, name), { force: true });
    }
    writeFileSync(join(this.folder, nameOf(session)), '', { mode: 0o600, flush: true });
  }

  private read(cookie = ''): Session | undefined {
    const [expiresAt = '', id = '', signature = '', ...rest] = cookie.split('.');
    const session = { expiresAt: Number(expiresAt), id };
    return rest.length === 0 && secretsMatch(signature, this.signatureOf(session)) ? session : undefined;
  }

  private signatureOf(session: Session): string {
    return createHmac('sha256', this.key)
      .update(`session ${nameOf(session)}`)
      .digest('base64url');
  }
}

/** Only of a session that this server has signed, so it is safe as the name of a file. */
function nameOf({ expiresAt, id }: Session): string {
  return `${expiresAt}.${id}`;
}
