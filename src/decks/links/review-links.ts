import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readToken, signToken, type TokenFault } from '../../base/edge/signed-token';
import { httpUrlOf, reachableHost } from '../../base/io/address';
import { keptSecret } from '../../base/io/kept-secret';
import { isLoopback, readSecret, type Settings, SettingsError } from '../../config';
import { given } from '../../core/given';
import type { Gate } from '../../core/review-message';

/** A reviewer can decide at the link's gate of one deck; a viewer can only look. */
export const linkRoles = ['reviewer', 'viewer'] as const;
export type LinkRole = (typeof linkRoles)[number];

/** One gate, or `all` for a reviewer who decides at every gate of a deck. */
export const linkGates = ['outline', 'content', 'all'] as const satisfies readonly (Gate | 'all')[];
export type LinkGate = (typeof linkGates)[number];

/** Whether a link is for a gate. */
export const isFor = ({ gate }: Pick<ReviewLink, 'gate'>, asked: Gate): boolean => gate === 'all' || gate === asked;

/** Content of a review link. It is signed but not encrypted. */
export interface ReviewLink {
  workflowId: string;
  gate: LinkGate;
  role: LinkRole;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Name of the reviewer; if absent, the page prompts for it. */
  reviewer?: string;
  /** The first run of the deck: a deck that is started again under the same key is another one. */
  firstRunId?: string;
  /** Epoch milliseconds; links that were issued before a revocation have ended. */
  issuedAt?: number;
  /** Of a person who logged in; never in a link. */
  subject?: string;
  groups?: readonly string[];
}

export type LinkFault = TokenFault | 'expired';

const PURPOSE = 'review-link';

const MIN_KEY_LENGTH = 32;
const KEY_FILE = 'review-key';

const wire = z.strictObject({
  d: z.string().min(1).max(1000),
  g: z.enum(linkGates),
  r: z.enum(linkRoles),
  e: z.number().int().positive(),
  n: z.string().min(1).max(200).optional(),
  f: z.string().min(1).max(100).optional(),
  i: z.number().int().positive(),
});

export function signLink(link: ReviewLink, key: string): string {
  const { workflowId, gate, role, expiresAt, reviewer, firstRunId, issuedAt = Date.now() } = link;
  const fields = {
    d: workflowId,
    g: gate,
    r: role,
    e: expiresAt,
    ...given({ n: reviewer, f: firstRunId }),
    i: issuedAt,
  };
  return signToken(PURPOSE, fields, key);
}

/** The content of a link, or why it is invalid. */
export function readLink(token: string, keys: LinkKeys, now = Date.now()): ReviewLink | { fault: LinkFault } {
  const read = readToken(PURPOSE, token, ...keys);
  if ('fault' in read) return read;
  const { d, g, r, e, n, f, i } = wire.parse(read.fields);
  if (e <= now) return { fault: 'expired' };
  return { workflowId: d, gate: g, role: r, expiresAt: e, issuedAt: i, ...given({ reviewer: n, firstRunId: f }) };
}

/**
 * URL of a review link. The token is in the fragment, which browsers do not send, so that it appears in no access log and no
 * Referer.
 */
export function reviewAddress(
  settings: Settings,
  key: string,
  link: Pick<ReviewLink, 'workflowId' | 'gate'> &
    Partial<Omit<ReviewLink, 'firstRunId'>> & {
      firstRunId: string | undefined;
    },
): string {
  const token = signLink(
    {
      role: 'reviewer',
      expiresAt: Date.now() + settings.reviewServer.linkLifetime,
      ...given(link),
    } as ReviewLink,
    key,
  );
  return `${reviewBaseUrl(settings)}/review#${token}`;
}

export function reviewBaseUrl({ reviewServer: { publicUrl, host, port } }: Settings): string {
  return publicUrl ?? httpUrlOf(reachableHost(host), port);
}

/**
 * The key that signs review links. On a loopback address it is optional: a key is generated in the data directory, which
 * worker, review server and command line share.
 * @throws SettingsError if a required key is missing or too short
 */
export function linkKey(settings: Settings, env: NodeJS.ProcessEnv = process.env): string {
  const { linkKey: reference } = settings.reviewServer;
  const unset = reference.env !== undefined && !env[reference.env]?.trim();
  if (unset && usesGeneratedKey(settings)) return keptSecret(join(settings.data.directory, KEY_FILE));
  const fail = (fault: string): never => {
    const sentence = `${fault} Generate a key with \`openssl rand -hex 32\`, and set it for every process.`;
    throw new SettingsError(undefined, [{ key: 'reviewServer.linkKey', sentence }]);
  };
  if (unset) fail(`reviewServer.linkKey uses the environment variable ${reference.env}, which is not set.`);
  const key = readSecret(reference, 'reviewServer.linkKey', env);
  return key.length < MIN_KEY_LENGTH
    ? fail(`reviewServer.linkKey must have ${MIN_KEY_LENGTH} characters or more.`)
    : key;
}

/** The key that signs, and the one before it, whose links are accepted until their end. */
export type LinkKeys = readonly [string, ...string[]];

/** @throws SettingsError */
export function linkKeys(settings: Settings, env: NodeJS.ProcessEnv = process.env): LinkKeys {
  const { formerLinkKey } = settings.reviewServer;
  const key = linkKey(settings, env);
  return formerLinkKey === null ? [key] : [key, readSecret(formerLinkKey, 'reviewServer.formerLinkKey', env)];
}

/** Without a public URL, all processes are on this host. `deck dev --share` generates the key before it listens. */
function usesGeneratedKey(settings: Settings): boolean {
  const { publicUrl } = settings.reviewServer;
  if (isLoopback(new URL(reviewBaseUrl(settings)).hostname)) return true;
  return publicUrl === null && existsSync(join(settings.data.directory, KEY_FILE));
}
