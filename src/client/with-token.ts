import { setTimeout as sleep } from 'node:timers/promises';
import { type EndpointName, endpointOf } from '../contract/index';
import { ClientError } from './errors';
import type { StoredToken } from './token-store';
import type { TokenSource, TokenUser } from './tokens';

/** Tokens for one call. More than two are needed where each new token of a user ends the one before. */
const MOST_TOKENS = 4;
const MOST_REMEMBERED = 10_000;
/** Before a third token; workers that end each other's tokens must not keep step. */
const LONGEST_PAUSE_MS = 1500;

type Run<T> = (token: StoredToken) => Promise<T>;

/**
 * Returns the function that runs calls with their user's token. A refused token is replaced for free, before anybody is
 * asked, and so is one in doubt: after a code that the profile does not list, which may mean an expired token. If the
 * code comes again with a new token, it means something else. A token that is refused in the end is dropped, so that a
 * retry begins with a new one.
 */
export function createTokenUse(tokens: TokenSource) {
  /** User and code. */
  const innocent = new Set<string>();

  return async function withToken<T>(
    name: EndpointName,
    user: TokenUser,
    signal: AbortSignal | undefined,
    run: Run<T>,
  ): Promise<T> {
    const granted = (token: () => Promise<StoredToken>) => waited(token, name, signal);
    let token = await granted(() => tokens.get(user));
    for (let uses = 1; ; uses += 1) {
      try {
        return await run(token);
      } catch (error) {
        const { kind, code, during } = error instanceof ClientError ? error.data : {};
        const isRefused = kind === 'authentication' && during !== 'stream';
        const doubt = isUnlisted(error) ? JSON.stringify([user, code]) : undefined;
        // Only reads are repeated while their code stays the same.
        const isKnown = doubt === undefined || (isRead(name) && innocent.has(doubt));
        if (!isRefused && isKnown) throw error;
        if (uses === MOST_TOKENS || (doubt !== undefined && uses > 1)) {
          if (innocent.size >= MOST_REMEMBERED) innocent.clear();
          if (doubt !== undefined) innocent.add(doubt);
          if (isRefused || !isRead(name)) await tokens.forget(user, token);
          throw error;
        }
        if (uses > 1)
          await sleep(Math.random() * LONGEST_PAUSE_MS, undefined, signal && { signal }).catch(() => undefined);
        const refused = token;
        token = await granted(() => tokens.replace(user, refused)).catch((failure) => {
          throw doubt === undefined ? failure : error;
        });
      }
    }
  };
}

const isRead = (name: EndpointName) => endpointOf(name).retry === 'read';

/** Whether the service refused the call, and did nothing, with a code that the profile does not list. */
function isUnlisted(error: unknown): boolean {
  if (!(error instanceof ClientError) || error.data.meaning !== 'unknown') return false;
  const { kind, httpStatus, during } = error.data;
  return during === undefined && (kind === 'refused' || (kind === 'http-status' && httpStatus === 400));
}

/** Waits for a token that is possibly shared, and reports its failure as one of this call. */
export async function waited(
  token: () => Promise<StoredToken>,
  name: EndpointName,
  signal?: AbortSignal,
): Promise<StoredToken> {
  const cancelled = () =>
    new ClientError(`${name}: the call was cancelled; nothing was sent`, {
      kind: 'aborted',
      endpoint: name,
      sent: 'no',
    });
  let stop = (): void => undefined;
  try {
    return await new Promise<StoredToken>((resolve, reject) => {
      stop = () => reject(cancelled());
      if (signal?.aborted) return stop();
      signal?.addEventListener('abort', stop, { once: true });
      token().then(resolve, reject);
    });
  } catch (error) {
    if (!(error instanceof ClientError) || name === 'grantToken' || error.data.endpoint === name) throw error;
    const sentence = `${name}: not sent, because no token could be granted; ${error.message}`;
    throw new ClientError(sentence, { ...error.data, endpoint: name, during: 'grant', sent: 'no' });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
