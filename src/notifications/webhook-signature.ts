import { createHmac } from 'node:crypto';

/** Standard Webhooks: a symmetric key has 24 to 64 bytes. */
const SHORTEST_KEY = 24;
const LONGEST_KEY = 64;

/**
 * The keys of a webhook's secret: one, or several separated by spaces while one replaces another. Undefined when it is
 * not of the form `whsec_<base64>`, or a key is too short or too long.
 */
export function webhookKeys(secret: string): Buffer[] | undefined {
  const parts = secret.trim().split(/\s+/);
  const keys = parts.flatMap((part) => {
    const text = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(part)?.[1];
    const key = Buffer.from(text ?? '', 'base64');
    return key.length >= SHORTEST_KEY && key.length <= LONGEST_KEY ? [key] : [];
  });
  return keys.length === parts.length ? keys : undefined;
}

/** The headers of one attempt: https://www.standardwebhooks.com. `now` in milliseconds. */
export function signedHeaders(id: string, body: string, keys: readonly Buffer[], now: number) {
  const timestamp = String(Math.floor(now / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' '),
  };
}
