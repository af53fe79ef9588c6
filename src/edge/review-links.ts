import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isLoopback, readSecret, type Settings, SettingsError } from '../config';
import type { Gate } from '../core/messages';
import { httpUrlOf } from '../io/address';

/** What a link allows: to decide at one gate of one deck, or to look. */
export const linkRoles = ['reviewer', 'viewer'] as const;
export type LinkRole = (typeof linkRoles)[number];

/** What a link says of itself; everybody who holds it can read that, nobody can change it. */
export interface ReviewLink {
  workflowId: string;
  gate: Gate;
  role: LinkRole;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Whose decisions these are; left out, the page asks. */
  reviewer?: string;
}

export type LinkFault = 'malformed' | 'forged' | 'expired';

const SHORTEST_KEY = 32;

const wire = z.strictObject({
  d: z.string().min(1).max(1000),
  g: z.enum(['outline', 'content']),
  r: z.enum(linkRoles),
  e: z.number().int().positive(),
  n: z.string().min(1).max(200).optional(),
});

/** `<payload>.<HMAC-SHA256 of it>`, both base64url. */
export function signLink({ workflowId, gate, role, expiresAt, reviewer }: ReviewLink, key: string): string {
  const fields = { d: workflowId, g: gate, r: role, e: expiresAt, ...(reviewer === undefined ? {} : { n: reviewer }) };
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${payload}.${signatureOf(payload, key)}`;
}

/** What a link allows, or what is wrong with it. The signature is looked at before anything it signs. */
export function readLink(token: string, key: string, now = Date.now()): ReviewLink | { fault: LinkFault } {
  const [payload = '', signature = '', ...rest] = token.split('.');
  if (payload === '' || signature === '' || rest.length > 0) return { fault: 'malformed' };
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(payload, key))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return { fault: 'forged' };
  const { d, g, r, e, n } = wire.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  if (e <= now) return { fault: 'expired' };
  return { workflowId: d, gate: g, role: r, expiresAt: e, ...(n === undefined ? {} : { reviewer: n }) };
}

/**
 * The address that a person opens. The link stands behind the `#`: browsers send that part to no server, so it is in no
 * access log and in no Referer.
 */
export function reviewAddress(
  settings: Settings,
  key: string,
  link: Pick<ReviewLink, 'workflowId' | 'gate'> & Partial<ReviewLink>,
): string {
  const { reviewer } = settings.reviewServer;
  const token = signLink(
    {
      role: 'reviewer',
      expiresAt: Date.now() + settings.reviewServer.linkLifetime,
      ...(reviewer === null ? {} : { reviewer }),
      ...link,
    },
    key,
  );
  return `${reviewBaseUrl(settings)}/review#${token}`;
}

/** Where people reach the review page. */
export function reviewBaseUrl({ reviewServer: { publicUrl, host, port } }: Settings): string {
  return publicUrl ?? httpUrlOf(host, port);
}

/**
 * The key that links are signed with. On this machine alone, none needs to be set: one is made and kept beside the data,
 * where worker, review server and command line find the same.
 * @throws SettingsError where one is needed and not set, or is too short
 */
export function linkKey(settings: Settings, env: NodeJS.ProcessEnv = process.env): string {
  const { linkKey: reference } = settings.reviewServer;
  const unset = reference.env !== undefined && !env[reference.env]?.trim();
  if (unset && isLoopback(new URL(reviewBaseUrl(settings)).hostname)) return keptKey(settings.data.directory);
  const key = readSecret(reference, 'reviewServer.linkKey', env);
  if (key.length < SHORTEST_KEY) {
    const sentence = `reviewServer.linkKey must have ${SHORTEST_KEY} characters or more.`;
    throw new SettingsError(undefined, [{ key: 'reviewServer.linkKey', sentence }]);
  }
  return key;
}

/** Two processes that start at once must not sign with two keys: the name is linked to a finished file, once. */
function keptKey(directory: string): string {
  const path = join(directory, 'review-key');
  const read = () => readFileSync(path, 'utf8').trim();
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return read();
}

function signatureOf(payload: string, key: string): string {
  return createHmac('sha256', key).update(`review-link.${payload}`).digest('base64url');
}
