import { type Agent, request } from 'undici';
import { parseRetryAfter } from '../client/retry-after';
import { isLoopback, readSecret, type Settings, SettingsError } from '../config';
import { codeOf, DeliveryFailure } from './delivery-failure';
import { signedHeaders, webhookKeys } from './webhook-signature';

interface Webhook {
  url: URL;
  keys: Buffer[];
}

/** Of an answer this much is read, so that its connection can be used again; longer ones cost their connection. */
const MOST_ANSWER_BYTES = 16 * 1024;
/** A receiver that asks to be asked again at once would be asked without end. */
const SHORTEST_RETRY_AFTER_MS = 1000;

/**
 * Address and keys of a webhook. Read anew for each attempt, so a secret that is a file can be replaced while workers run.
 * @throws SettingsError, whose sentence names the setting and where the secret was looked for, never what was there
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
  const parsed = URL.canParse(address) ? new URL(address) : fail('url', 'does not name an http or https address');
  if (!/^https?:$/.test(parsed.protocol)) fail('url', 'does not name an http or https address');
  if (parsed.username !== '' || parsed.password !== '') fail('url', 'names an address with a user name in it');
  const keys =
    webhookKeys(readSecret(secret, `${setting}.secret`, env)) ??
    fail('secret', 'does not name a secret of the form whsec_ and base64 of 24 to 64 bytes');
  return { url: parsed, keys };
}

/** Whether what is sent can be read on its way: then the links in it can be used by whoever reads it. */
export function isReadableOnItsWay({ url }: Webhook): boolean {
  return url.protocol === 'http:' && !isLoopback(url.hostname);
}

/**
 * Sends an event once. Every 2xx is a success; redirects are not followed, because who configured the address did not
 * mean another one. Private addresses are allowed: the address comes from the operator's settings, never from an input.
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
  const answer = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'deck-notifications',
      ...signedHeaders(id, body, keys, Date.now()),
    },
    body,
    dispatcher: agent,
    signal: stop,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    if (late.aborted) throw new DeliveryFailure(`${receiver} did not answer within ${timeout / 1000} s`);
    throw new DeliveryFailure(`${receiver} cannot be reached, or broke off${codeOf(error)}`);
  });
  // The status says everything; nobody waits for the rest of the answer, and none of it is kept.
  answer.body.dump({ limit: MOST_ANSWER_BYTES, signal: stop }).catch(() => undefined);
  judge(receiver, answer.statusCode, answer.headers);
  return `answered ${answer.statusCode}`;
}

function judge(receiver: string, status: number, headers: Record<string, string | string[] | undefined>): void {
  if (status >= 200 && status < 300) return;
  if (status === 410) throw new DeliveryFailure(`${receiver} answered 410: it wants no more`, { final: true });
  const said = (name: string) => [headers[name]].flat()[0];
  const wait = status === 429 || status === 503 ? parseRetryAfter(said('retry-after'), said('date')) : undefined;
  const what = status >= 300 && status < 400 ? `${status}, a redirect, which is not followed` : String(status);
  throw new DeliveryFailure(
    `${receiver} answered ${what}`,
    wait === undefined ? {} : { retryAfterMs: Math.max(wait, SHORTEST_RETRY_AFTER_MS) },
  );
}
