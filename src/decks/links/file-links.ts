import { z } from 'zod';
import { readToken, signToken } from '../../base/edge/signed-token';
import type { Settings } from '../../config';
import { type LinkFault, type LinkKeys, reviewBaseUrl } from './review-links';

const PURPOSE = 'file-link';
/** Reading the deck again makes a new link. */
const LIFETIME_MS = 24 * 3_600_000;

const wire = z.strictObject({
  d: z.string().min(1).max(1000),
  s: z.string().regex(/^[0-9a-f]{64}$/),
  e: z.number().int().positive(),
});

/** A delivered file of a deck, by its hash. */
interface FileLink {
  workflowId: string;
  sha256: string;
  issuedAt?: number;
}

/** URL that anyone who has it can download a delivered file from, for 24 hours. */
export function fileAddress(settings: Settings, key: string, { workflowId, sha256 }: FileLink): string {
  const token = signToken(PURPOSE, { d: workflowId, s: sha256, e: Date.now() + LIFETIME_MS }, key);
  return `${reviewBaseUrl(settings)}/v1/files/${token}`;
}

/** The file of a download link, or why the link is invalid. */
export function readFileLink(token: string, keys: LinkKeys, now = Date.now()): FileLink | { fault: LinkFault } {
  const read = readToken(PURPOSE, token, ...keys);
  if ('fault' in read) return read;
  const { d, s, e } = wire.parse(read.fields);
  return e <= now ? { fault: 'expired' } : { workflowId: d, sha256: s, issuedAt: e - LIFETIME_MS };
}
