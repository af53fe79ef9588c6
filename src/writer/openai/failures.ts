import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { GenerationError } from './generation-error';

/**
 * How providers of this interface name a refusal by moderation, in code, type or message: OpenAI (content_policy_violation,
 * content_filter), Azure (content_filter, ResponsibleAIPolicyViolation), DashScope (data_inspection_failed), Zhipu (1301),
 * DeepSeek ("Content Exists Risk").
 */
const FILTERED =
  /content[_ ]?(?:policy|filter)|responsibleai|moderation|data_?inspection|content exists risk|^(?:1301|sensitive)$/i;
/** The same for an account without balance: OpenAI, Moonshot, DashScope, Zhipu (1113). */
const NO_QUOTA =
  /insufficient[_ ]?(?:quota|balance|funds)|exceeded[_ ]current[_ ]quota|billing|arrearage|out of credit|^1113$/i;

/** Turns whatever the client library throws into a typed error; what is aborted stays what it is. */
export function classified(error: unknown, key: string): GenerationError {
  if (error instanceof GenerationError) return error;
  if (error instanceof APIConnectionTimeoutError) return timedOut();
  if (error instanceof APIConnectionError) {
    return new GenerationError(
      'unavailable',
      'the language model cannot be reached: check the base URL and the network',
    );
  }
  if (error instanceof APIError) return ofAnswer(error, key);
  // A stream that breaks off, or events that are no JSON.
  return new GenerationError('unavailable', 'the language model broke off its answer; try again');
}

export function timedOut(): GenerationError {
  return new GenerationError('timeout', 'the language model did not answer in time; try again');
}

export function filtered(reason: string | undefined, key: string): GenerationError {
  const why = reason ? `: ${said(reason, key)}` : '';
  return new GenerationError(
    'filtered',
    `the request was refused by content moderation${why}. Change the title or the text`,
  );
}

/** Whether the same request may succeed a little later. */
export function isPassing(error: GenerationError): boolean {
  return error.kind === 'rate-limited' || error.kind === 'unavailable' || error.kind === 'timeout';
}

/** Milliseconds that the provider asks to wait, if it does. */
export function retryAfter(error: unknown): number | undefined {
  const header = error instanceof APIError ? error.headers?.get('retry-after') : undefined;
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function ofAnswer(error: APIError, key: string): GenerationError {
  const { status } = error;
  const names = [error.code, error.type, innerCode(error.error)].filter((name) => name != null).map(String);
  const words = [...names, error.message];
  // Rate limits and outages point to billing pages in their message: there, only the code tells a spent account.
  const told = status !== undefined && status >= 400 && status <= 403 ? words : names;
  const quota = status === 402 || told.some((word) => NO_QUOTA.test(word));
  if (quota) {
    return new GenerationError(
      'quota',
      'the account of the language model has no quota left: add credit or use another key',
    );
  }
  if (words.some((word) => FILTERED.test(word)) && (status === undefined || status < 500)) {
    return filtered(undefined, key);
  }
  if (status === 429) {
    return new GenerationError('rate-limited', 'the language model gets too many requests; try again later');
  }
  if (status === 401 || status === 403) {
    return new GenerationError(
      'misconfigured',
      `the language model refuses the key (HTTP ${status}): check key and base URL`,
    );
  }
  if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 409) {
    const reason = said(error.message, key);
    return new GenerationError(
      'misconfigured',
      `the language model refuses the request (${reason}): check model and base URL`,
    );
  }
  return new GenerationError('unavailable', `the language model fails (${said(error.message, key)}); try again later`);
}

function innerCode(body: unknown): string | undefined {
  const inner = (body as { innererror?: { code?: unknown } } | undefined)?.innererror?.code;
  return inner === undefined ? undefined : String(inner);
}

/** The provider's own words, short and without the key. */
function said(text: string, key: string): string {
  const safe = key === '' ? text : text.replaceAll(key, '…');
  const line = safe.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
