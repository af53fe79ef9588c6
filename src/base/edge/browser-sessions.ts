import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretsMatch } from '../io/secrets-match';

interface Session {
  expiresAt: number;
  id: string;
  /** Base64url of JSON; empty for a session without fields. */
  fields: string;
}

/**
 * Login sessions as cookie values: `<expiry>.<id>.<fields>.<signature>`. They survive a restart and are valid in every process
 * with the same key. A logout is stored in a directory until the session expires, so that a copy of its cookie is rejected by every
 * process that shares the directory.
 */
export class BrowserSessions {
  readonly #endedHere = new Set<string>();

  /** @param key changing it invalidates all sessions @param lifetime in milliseconds */
  constructor(
    private readonly key: string | Buffer,
    private readonly lifetime: number,
    private readonly directory: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** @param lifetime in milliseconds, at most that of all sessions @param fields signed, but readable in the browser */
  open(lifetime = this.lifetime, fields?: object): string {
    const session = {
      expiresAt: this.now() + Math.min(lifetime, this.lifetime),
      id: randomBytes(16).toString('base64url'),
      fields: fields === undefined ? '' : Buffer.from(JSON.stringify(fields)).toString('base64url'),
    };
    return `${nameOf(session)}.${session.fields}.${this.signatureOf(session)}`;
  }

  allows(cookie: string | undefined): boolean {
    return this.find(cookie) !== undefined;
  }

  /** The fields of a session and when it expires; undefined for one that has ended or has no fields. */
  fieldsOf(cookie: string | undefined): { fields: unknown; expiresAt: number } | undefined {
    const { fields = '', expiresAt = 0 } = this.find(cookie) ?? {};
    return fields === '' ? undefined : { fields: JSON.parse(Buffer.from(fields, 'base64url').toString()), expiresAt };
  }

  /**
   * Ends the session of a cookie. An invalid cookie is ignored.
   * @throws Error if the logout cannot be stored; then the session has ended only in this process
   */
  end(cookie: string | undefined): void {
    const session = this.read(cookie);
    if (session === undefined) return;
    this.#endedHere.add(nameOf(session));
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.directory)) {
      if (Number.parseInt(name, 10) <= this.now()) rmSync(join(this.directory, name), { force: true });
    }
    writeFileSync(join(this.directory, nameOf(session)), '', { mode: 0o600, flush: true });
  }

  private find(cookie: string | undefined): Session | undefined {
    const session = this.read(cookie);
    if (session === undefined || session.expiresAt <= this.now()) return undefined;
    const name = nameOf(session);
    return this.#endedHere.has(name) || existsSync(join(this.directory, name)) ? undefined : session;
  }

  private read(cookie = ''): Session | undefined {
    const [expiresAt = '', id = '', fields = '', signature = '', ...rest] = cookie.split('.');
    const session = { expiresAt: Number(expiresAt), id, fields };
    return rest.length === 0 && secretsMatch(signature, this.signatureOf(session)) ? session : undefined;
  }

  private signatureOf(session: Session): string {
    return createHmac('sha256', this.key)
      .update(`session ${nameOf(session)}.${session.fields}`)
      .digest('base64url');
  }
}

/** Safe as a file name, because only signed sessions get here. */
function nameOf({ expiresAt, id }: Session): string {
  return `${expiresAt}.${id}`;
}
