import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../base/io/durable-file';
import { secretsMatch } from '../base/io/secrets-match';
import type { Settings } from '../config';
import { DeckError } from './errors';

const stored = z.strictObject({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** SHA-256 of the secret. */
  hash: z.string(),
});

/** A token of a program, without its secret. */
export type ApiToken = Omit<z.infer<typeof stored>, 'hash'>;

const TOKEN = /^deck_([0-9a-f]{16})_([\w-]{43})$/;
const FILE = /^([0-9a-f]{16})\.json$/;

/** Tokens of programs for the HTTP API, one file each in the data directory. Only hashes of them are stored. */
export class ApiTokens {
  private readonly directory: string;

  constructor({ data }: Pick<Settings, 'data'>) {
    this.directory = join(data.directory, 'api-tokens');
  }

  /** Returns the token, which cannot be read again. @param lifetime in milliseconds */
  async create(name: string, scopes: readonly string[], lifetime: number): Promise<{ token: string; entry: ApiToken }> {
    const id = randomBytes(8).toString('hex');
    const secret = randomBytes(32).toString('base64url');
    const now = Date.now();
    const [createdAt, expiresAt] = [now, now + lifetime].map((at) => new Date(at).toISOString()) as [string, string];
    const entry = { id, name, scopes: [...scopes], createdAt, expiresAt };
    await replaceFile(this.fileOf(id), Buffer.from(JSON.stringify({ ...entry, hash: hashOf(secret) })));
    return { token: `deck_${id}_${secret}`, entry };
  }

  /** The entry of a token; undefined if it is unknown, was revoked or has expired. */
  async read(token: string): Promise<ApiToken | undefined> {
    const [, id, secret] = TOKEN.exec(token) ?? [];
    const found = id === undefined ? undefined : await this.stored(id);
    if (found === undefined || !secretsMatch(hashOf(secret!), found.hash)) return undefined;
    const { hash: _, ...entry } = found;
    return Date.parse(entry.expiresAt) > Date.now() ? entry : undefined;
  }

  /** Newest first, also expired ones. */
  async list(): Promise<ApiToken[]> {
    const names = await readdir(this.directory).catch(() => []);
    const found = await Promise.all(names.flatMap((name) => FILE.exec(name)?.[1] ?? []).map((id) => this.stored(id)));
    return found
      .flatMap((each) => (each === undefined ? [] : [each]))
      .map(({ hash: _, ...entry }) => entry)
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  }

  /** Revokes the token with an ID or, if only one has it, a name. */
  async revoke(named: string): Promise<ApiToken> {
    const found = (await this.list()).filter(({ id, name }) => id === named || name === named);
    if (found.length !== 1) {
      const fault = found.length === 0 ? `There is no token ${named}.` : `Several tokens have the name ${named}.`;
      throw new DeckError('not-found', fault, { remedy: 'use an ID of `deck token list`' });
    }
    await rm(this.fileOf(found[0]!.id), { force: true });
    return found[0]!;
  }

  private fileOf(id: string): string {
    return join(this.directory, `${id}.json`);
  }

  private async stored(id: string): Promise<z.infer<typeof stored> | undefined> {
    const text = await readFile(this.fileOf(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
    return text === undefined ? undefined : stored.parse(JSON.parse(text));
  }
}

export const isApiToken = (text: string): boolean => text.startsWith('deck_');

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
