import { createHmac } from 'node:crypto';

/** The limits of Standard Webhooks for symmetric keys, in bytes. */
const MIN_KEY_BYTES = 24;
const MAX_KEY_BYTES = 64;

/**
 * The keys in a webhook's secret: one, or several separated by spaces during a rotation. Undefined if a key does not
 * have the form `whsec_<base64>` or its length is out of range.
 */
export function webhookKeys(secret: string): Buffer[] | undefined {
  const parts = secret.trim().split(/\s+/);
  const keys = parts.flatMap((part) => {
    const text = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(part)?.[1];
    const key = Buffer.from(text ?? '', 'base64');
    return key.length >= MIN_KEY_BYTES && key.length <= MAX_KEY_BYTES ? [key] : [];
  });
  return keys.length === parts.length ? keys : undefined;
}

/** The signature headers of one attempt, see https://www.standardwebhooks.com. `now` is in milliseconds. */
export function signedHeaders(id: string, body: string, keys: readonly Buffer[], now: number) {
  const timestamp = String(Math.floor(now / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' '),
  };
}
