import { APIConnectionError, APIConnectionTimeoutError, APIError } from './client-library';
import { GenerationError } from './generation-error';

/**
 * Names of moderation refusals, in code, type or message: OpenAI (content_policy_violation, content_filter), Azure
 * (content_filter, ResponsibleAIPolicyViolation), DashScope (data_inspection_failed), Zhipu (1301), DeepSeek ("Content
 * Exists Risk").
 */
const FILTERED =
  /content[_ ]?(?:policy|filter)|responsibleai|moderation|data_?inspection|content exists risk|^(?:1301|sensitive)$/i;
/** Names of accounts without balance: OpenAI, Moonshot, DashScope, Zhipu (1113). */
const NO_QUOTA =
  /insufficient[_ ]?(?:quota|balance|funds)|exceeded[_ ]current[_ ]quota|billing|arrearage|out of credit|^1113$/i;

/** Converts any error of the client library to a typed error; aborts pass unchanged. */
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
  // A broken stream, or events that are not JSON.
  return new GenerationError('unavailable', 'the language model stopped in the middle of its response; retry');
}

export function timedOut(): GenerationError {
  return new GenerationError('timeout', 'the language model did not respond in time; retry');
}

/** Not retried: the next response would be as slow. */
export function tooSlow(perSecond: number, neededMs: number): GenerationError {
  const minutes = Math.ceil(neededMs / 60_000);
  const speed = perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond);
  return new GenerationError(
    'misconfigured',
    `the language model is too slow (about ${speed} tokens a second, ${minutes} min for one answer); ` +
      'use a smaller model or a faster machine',
  );
}

export function filtered(reason: string | undefined, key: string): GenerationError {
  const why = reason ? `: ${said(reason, key)}` : '';
  return new GenerationError('filtered', `content moderation refused the request${why}. Change the title or the text`);
}

/** Whether a retry may succeed soon. */
export function isPassing(error: GenerationError): boolean {
  return error.kind === 'rate-limited' || error.kind === 'unavailable' || error.kind === 'timeout';
}

/** Milliseconds that the provider asks to wait, if any. */
export function retryAfter(error: unknown): number | undefined {
  const header = error instanceof APIError ? error.headers?.get('retry-after') : undefined;
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function ofAnswer(error: APIError, key: string): GenerationError {
  const { status } = error;
  const names = [error.code, error.type, innerCode(error.error)].filter((name) => name != null).map(String);
  const words = [...names, error.message];
  // Messages about rate limits and outages link to billing pages, so for those only the code identifies an exhausted
  // account.
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
    return new GenerationError('rate-limited', 'the language model received too many requests; retry later');
  }
  if (status === 401 || status === 403) {
    return new GenerationError(
      'misconfigured',
      `the language model rejected the key (HTTP ${status}): check the key and the base URL`,
    );
  }
  if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 409) {
    const reason = said(error.message, key);
    return new GenerationError(
      'misconfigured',
      `the language model rejected the request (${reason}): check the model and the base URL`,
    );
  }
  return new GenerationError('unavailable', `the language model failed (${said(error.message, key)}); retry later`);
}

function innerCode(body: unknown): string | undefined {
  const inner = (body as { innererror?: { code?: unknown } } | undefined)?.innererror?.code;
  return inner === undefined ? undefined : String(inner);
}

/** The provider's message, shortened and without the key. */
function said(text: string, key: string): string {
  const safe = key === '' ? text : text.replaceAll(key, '…');
  const line = safe.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
