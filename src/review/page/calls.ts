import type { Refusal } from '../api';

export type Trouble = Refusal['error'] | 'offline';

/** What the server refused, or that it could not be reached. */
export class Refused extends Error {
  constructor(
    readonly error: Trouble,
    message: string,
    readonly conflict?: Refusal['conflict'],
  ) {
    super(message);
  }
}

export interface Calls {
  /** Undefined when nothing has changed since. */
  get<T>(path: string, signal?: AbortSignal): Promise<T | undefined>;
  /** Sent again under the same key it counts once. */
  post<T>(path: string, body: unknown, key?: string): Promise<T>;
  file(path: string, signal?: AbortSignal): Promise<Blob>;
}

/** Calls of a reviewer. The link is held here and nowhere else; cookies are left out, so that it alone decides. */
export function reviewerCalls(link: string): Calls {
  return calls({ headers: { authorization: `Bearer ${link}` }, credentials: 'omit' });
}

/** Calls of an operator: the cookie, which no script reads, and the header that no other site can send. */
export function operatorCalls(): Calls {
  return calls({ headers: { 'x-deck': '1' }, credentials: 'same-origin' });
}

function calls(base: { headers: Record<string, string>; credentials: RequestCredentials }): Calls {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...base.headers, ...(init.headers as Record<string, string> | undefined) };
    let response: Response;
    try {
      response = await fetch(path, { ...base, cache: 'no-store', redirect: 'error', ...init, headers });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new Refused('offline', 'no connection');
    }
    if (response.ok || response.status === 304) return response;
    throw await refusalOf(response);
  };
  return {
    async get<T>(path: string, signal?: AbortSignal) {
      const response = await send(path, signal === undefined ? {} : { signal });
      return response.status === 304 ? undefined : ((await response.json()) as T);
    },
    async post<T>(path: string, body: unknown, key?: string) {
      const once = key === undefined ? {} : { 'idempotency-key': key };
      const headers = { 'content-type': 'application/json', ...once };
      const response = await send(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (response.status === 204 ? undefined : await response.json()) as T;
    },
    async file(path, signal) {
      return (await send(path, signal === undefined ? {} : { signal })).blob();
    },
  };
}

async function refusalOf(response: Response): Promise<Refused> {
  try {
    const { error, message, conflict } = (await response.json()) as Refusal;
    if (typeof error === 'string') return new Refused(error, message, conflict);
  } catch {
    // Something between here and the server has answered, in words that are not for people.
  }
  return new Refused(response.status >= 500 ? 'no-temporal' : 'internal', `status ${response.status}`);
}

/** Also where `crypto.randomUUID` is not: it asks for HTTPS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
