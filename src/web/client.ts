import type { ResolveMessage } from '../core/resolve-message';
import type { PresentationInput } from '../decks/input/input';
import type {
  BatchList,
  BatchView,
  CallerView,
  Decision,
  DecisionAnswer,
  DeckList,
  DeckView,
  Problem,
  Started,
  TemplateList,
} from './v1/schemas';

/**
 * A client of the HTTP API for programs: `durable-presentations/client`. Loading it loads this file alone, so it also runs
 * in browsers and on the edge.
 */

export type { BatchView, Decision, DecisionAnswer, DeckList, DeckView, Problem };

/** The input of a deck; the owner and the key have defaults. */
export type NewDeck = Omit<PresentationInput, 'uid' | 'request'> & Partial<Pick<PresentationInput, 'uid' | 'request'>>;

export interface ClientOptions {
  /** Of the review server, such as `https://decks.example.com`. */
  url: string;
  /** From `deck token create`. */
  token: string;
  fetch?: typeof globalThis.fetch;
}

export interface StartOptions {
  /** The same key again returns the same deck. */
  key?: string;
  /** A .docx, .md or .txt file, as the source. */
  document?: File;
  /** A .potx or .pptx file. */
  template?: File;
}

/** An error response (RFC 9457). `code` is stable; `problem.errors` names invalid fields. */
export class DeckApiError extends Error {
  override name = 'DeckApiError';
  constructor(
    readonly status: number,
    readonly code: Problem['code'] | 'unknown',
    message: string,
    readonly problem?: Problem,
  ) {
    super(message);
  }
}

export type DeckClient = ReturnType<typeof createClient>;

/** @param options.url of the review server. Every call rejects with {@link DeckApiError} for an error response. */
export function createClient({ url, token, fetch = globalThis.fetch }: ClientOptions) {
  const base = new URL('v1', url.endsWith('/') ? url : `${url}/`).href;

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(base + path, { ...init, headers });
    if (response.ok || response.status === 304) return response;
    const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
    const detail = problem?.detail ?? `the server responded with status ${response.status}`;
    throw new DeckApiError(response.status, problem?.code ?? 'unknown', detail, problem);
  };
  const get = async <T>(path: string, init?: RequestInit) => (await send(path, init)).json() as Promise<T>;
  const post = async <T>(path: string, body: object | string, key?: string): Promise<T> => {
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
    const isForm = body instanceof FormData;
    const headers = { ...(isForm ? {} : { 'content-type': type }), ...(key && { 'idempotency-key': key }) };
    const sent = isForm || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await send(path, { method: 'POST', headers, body: sent });
    return (response.status === 202 ? undefined : await response.json()) as T;
  };
  const query = (fields: object) => {
    const given = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  };
  /** @param id such as `u1/tea` */
  const deck = (id: string) => `/decks/${id.split('/').map(encodeURIComponent).join('/')}`;
  const batch = (id: string) => `/batches/${encodeURIComponent(id)}`;

  return {
    me: () => get<CallerView>('/me'),

    start(input: NewDeck, { key, document, template }: StartOptions = {}): Promise<Started> {
      if (document === undefined && template === undefined) return post('/decks', input, key);
      const form = new FormData();
      form.set('input', JSON.stringify(input));
      if (document !== undefined) form.set('document', document);
      if (template !== undefined) form.set('template', template);
      return post('/decks', form, key);
    },
    get: (id: string) => get<DeckView>(deck(id)),
    list: (filter: { search?: string; stage?: string; cursor?: string } = {}) =>
      get<DeckList>(`/decks${query(filter)}`),

    /** Waits until the deck is as wanted: by default, until it has ended, is parked, or waits for your decision. */
    async wait(
      id: string,
      wanted: (deck: DeckView) => boolean = (found) =>
        found.status !== 'RUNNING' || found.mayDecide || found.attention !== undefined,
      { signal }: { signal?: AbortSignal } = {},
    ): Promise<DeckView> {
      for (let since = ''; ; ) {
        const response = await send(`${deck(id)}${query({ since })}`, signal ? { signal } : {});
        if (response.status === 304) continue;
        const found = (await response.json()) as DeckView;
        if (wanted(found)) return found;
        since = found.version;
      }
    },
    decide: (id: string, decision: Decision, key?: string) =>
      post<DecisionAnswer>(`${deck(id)}/decisions`, decision, key),
    resolve: (id: string, resolution: Omit<ResolveMessage, 'by'>) =>
      post<{ action: string; message: string }>(`${deck(id)}/resolutions`, resolution),
    cancel: (id: string) => post<void>(`${deck(id)}/cancel`, {}),
    /** A delivered file; `index` is that of `files`. */
    download: async (id: string, index = 0) => (await send(`${deck(id)}/files/${index}`)).blob(),
    templates: (page = 1) => get<TemplateList>(`/templates${query({ page })}`),

    batches: {
      /** @param decks the decks, or JSON lines */
      start: (
        decks: NewDeck[] | string,
        options: { key?: string; window?: number; onError?: 'continue' | 'stop' } = {},
      ) => {
        const { key, ...rest } = options;
        return post<Started>(`/batches${query(rest)}`, decks, key);
      },
      list: () => get<BatchList>('/batches'),
      get: (id: string) => get<BatchView>(batch(id)),
      cancel: (id: string, { running }: { running?: boolean } = {}) =>
        post<void>(`${batch(id)}/cancel${query({ running })}`, {}),
    },
  };
}
