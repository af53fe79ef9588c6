import { type Agent, request } from 'undici';
import { parseRetryAfter } from '../../src/client';
import { isLoopback, readSecret, type Settings, SettingsError } from '../../src/config';
import { codeOf, DeliveryFailure } from './delivery-failure';
import { signedHeaders, webhookKeys } from './webhook-signature';

interface Webhook {
  url: URL;
  /** None for a chat program, which identifies a sender by the URL. */
  keys: Buffer[];
}

/** Responses up to this size are drained, so that the connection can be reused. */
const MAX_DRAINED_BYTES = 16 * 1024;
/** Keeps `Retry-After: 0` from causing a busy loop. */
const MIN_RETRY_AFTER_MS = 1000;

/**
 * Reads the URL and keys of a webhook. Called for each attempt, so that a secret in a file can be replaced while
 * workers run.
 * @throws SettingsError, which names the setting and the source of the secret, never its value
 */
export function readWebhook(
  { url, secret }: Settings['notifications']['webhooks'][number],
  setting: string,
  env: NodeJS.ProcessEnv,
): Webhook {
  const fail = (key: string, sentence: string): never => {
    throw new SettingsError(undefined, [{ key: `${setting}.${key}`, sentence: `${setting}.${key} ${sentence}.` }]);
  };
  const address = readSecret(url, `${setting}.url`, env);
  const parsed = URL.canParse(address) ? new URL(address) : fail('url', 'must be an http or https URL');
  if (!/^https?:$/.test(parsed.protocol)) fail('url', 'must be an http or https URL');
  if (parsed.username !== '' || parsed.password !== '') fail('url', 'must not contain a user name or password');
  if (secret === undefined) return { url: parsed, keys: [] };
  const keys =
    webhookKeys(readSecret(secret, `${setting}.secret`, env)) ??
    fail('secret', 'must have the form whsec_ followed by 24 to 64 bytes in base64');
  return { url: parsed, keys };
}

/** Whether the traffic can be read on the network, including the review links in it. */
export function isUnencrypted({ url }: Webhook): boolean {
  return url.protocol === 'http:' && !isLoopback(url.hostname);
}

/**
 * Sends an event once. Every 2xx is a success. Redirects are not followed, because the operator configured this URL and
 * no other. Private addresses are allowed, because the URL comes from the operator's settings, never from an input.
 * @throws DeliveryFailure
 */
export async function sendWebhook(
  { url, keys }: Webhook,
  message: { receiver: string; id: string; body: string },
  { agent, timeout, signal }: { agent: Agent; timeout: number; signal: AbortSignal },
): Promise<string> {
  const { receiver, id, body } = message;
  const late = AbortSignal.timeout(timeout);
  const stop = AbortSignal.any([signal, late]);
  const response = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'deck-notifications',
      ...(keys.length === 0 ? {} : signedHeaders(id, body, keys, Date.now())),
    },
    body,
    dispatcher: agent,
    signal: stop,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    if (late.aborted) throw new DeliveryFailure(`${receiver} did not respond within ${timeout / 1000} s`);
    throw new DeliveryFailure(`${receiver} cannot be reached or closed the connection${codeOf(error)}`);
  });
  // Only the status counts, so the body is drained in the background and discarded.
  response.body.dump({ limit: MAX_DRAINED_BYTES, signal: stop }).catch(() => undefined);
  assertAccepted(receiver, response.statusCode, response.headers);
  return `responded with ${response.statusCode}`;
}

function assertAccepted(
  receiver: string,
  status: number,
  headers: Record<string, string | string[] | undefined>,
): void {
  if (status >= 200 && status < 300) return;
  if (status === 410) throw new DeliveryFailure(`${receiver} responded with 410 (gone)`, { final: true });
  const header = (name: string) => [headers[name]].flat()[0];
  const wait = status === 429 || status === 503 ? parseRetryAfter(header('retry-after'), header('date')) : undefined;
  const note = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  throw new DeliveryFailure(
    `${receiver} responded with ${status}${note}`,
    wait === undefined ? {} : { retryAfterMs: Math.max(wait, MIN_RETRY_AFTER_MS) },
  );
}
