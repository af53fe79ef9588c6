import type { Problem, ProblemCode } from '../v1/schemas';
import { readEvents } from './events';
import { byLink, bySession, deckOf, fetchOwn, pathOf, takeFirst } from './first';

export type ErrorCode = ProblemCode | 'link-missing' | 'offline';

/** An error response, or `offline` when the server could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly conflict?: Problem['conflict'],
  ) {
    super(message);
  }
}

export interface Calls {
  /** The path of the deck that the calls are about. */
  deck: string;
  /** Undefined for 304: nothing has changed. */
  get<T>(path: string, signal?: AbortSignal): Promise<T | undefined>;
  /** Sends JSON, or a form with files. Retrying with the same key has no further effect. */
  post<T>(path: string, body: unknown, key?: string): Promise<T>;
  remove(path: string): Promise<void>;
  file(path: string, signal?: AbortSignal): Promise<Blob>;
  /** Server-sent events, until the stream ends. @returns false if none can be received */
  events(path: string, since: string, signal: AbortSignal, on: (event: string, data: string) => void): Promise<boolean>;
}

/** Calls of a reviewer. Only this closure holds the link. */
export const reviewerCalls = (link: string): Calls => calls(deckOf(link), byLink(link));

/** Calls of someone who logged in. */
export const sessionCalls = (deck = ''): Calls => calls(deck, bySession);

/** The page of a deck for someone who logged in. */
export const deckPage = (deck: string) => `/review?${new URLSearchParams({ deck })}`;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 16_000;

function calls(deck: string, base: typeof bySession): Calls {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...base.headers, ...(init.headers as Record<string, string> | undefined) };
    let response: Response;
    try {
      const first = init.method === undefined ? takeFirst(path) : undefined;
      response = await (first ?? fetchOwn(path, { ...base, ...init, headers }));
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new ApiError('offline', 'no connection');
    }
    if (response.ok || response.status === 304) return response;
    throw await apiErrorOf(response);
  };
  /** A busy server refuses previews for a moment; other failures are the reader's to see. */
  const read = async (path: string, signal: AbortSignal | undefined): Promise<Response> => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      try {
        return await send(path, { signal });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'too-many') || pauseMs > LONGEST_PAUSE_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  };
  return {
    deck: pathOf(deck),
    async get<T>(path: string, signal?: AbortSignal) {
      const response = await read(path, signal);
      return response.status === 304 ? undefined : ((await response.json()) as T);
    },
    async post<T>(path: string, body: unknown, key?: string) {
      const isForm = body instanceof FormData;
      const headers = {
        // For a form, the browser adds the boundary.
        ...(!isForm && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      const response = await send(path, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) });
      return (response.status === 204 ? undefined : await response.json()) as T;
    },
    async remove(path) {
      await send(path, { method: 'DELETE' });
    },
    async events(path, since, signal, on) {
      const response = await send(path, { signal, headers: { accept: 'text/event-stream', 'last-event-id': since } });
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return false;
      return readEvents(response.body!, signal, on);
    },
    async file(path, signal) {
      return (await read(path, signal)).blob();
    },
  };
}

async function apiErrorOf(response: Response): Promise<ApiError> {
  try {
    const { code, detail, conflict } = (await response.json()) as Partial<Problem>;
    if (typeof code === 'string') return new ApiError(code, detail ?? '', conflict);
  } catch {
    // A proxy responded, and its body is not meant for people.
  }
  return new ApiError(response.status >= 500 ? 'no-temporal' : 'internal', `status ${response.status}`);
}

/** `crypto.randomUUID` requires HTTPS; this also works without. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
