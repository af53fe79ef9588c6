import type { Dispatcher } from 'undici';
import type { Sent } from './errors';
import { type ExchangeDeadlines, ExchangeFailure, inSeconds, translate } from './exchange-failure';

interface ExchangeRequest {
  origin: string;
  method: 'GET' | 'POST';
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** The head of a response, and its body chunk by chunk. */
export interface Answer {
  readonly status: number;
  header(name: string): string | undefined;
  /** Returns the next chunk, undefined after the last one. Rejects with an `ExchangeFailure`. */
  read(): Promise<Uint8Array | undefined>;
  /** Ends the exchange; an unfinished response costs its connection. */
  dispose(): void;
}

/** Above this size, reading from the connection pauses. */
const MOST_QUEUED_BYTES = 256 * 1024;
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Sends one request once. undici's request methods do not reveal when the first byte is written. A create may only be
 * repeated if nothing was sent, so this is a custom dispatch handler.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  deadlines: ExchangeDeadlines,
  signal?: AbortSignal,
): Promise<Answer> {
  const { headersMs, idleMs } = deadlines;
  const handler = new ExchangeHandler(deadlines, signal);
  if (!handler.failed) {
    dispatcher.dispatch(
      { ...request, body: request.body ?? null, headersTimeout: headersMs, bodyTimeout: idleMs },
      handler,
    );
  }
  return handler.answer;
}

class ExchangeHandler implements Dispatcher.DispatchHandler, Answer {
  status = 0;
  readonly answer: Promise<Answer>;
  #resolve!: (answer: Answer) => void;
  #reject!: (failure: ExchangeFailure) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #headers: Record<string, string | string[] | undefined> = {};
  #sent: Sent = 'no';
  #failure: ExchangeFailure | undefined;
  #ended = false;
  #chunks: Uint8Array[] = [];
  #queued = 0;
  #wake: (() => void) | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #deadlines: ExchangeDeadlines;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => this.#stop('aborted', 'the call was cancelled');

  constructor(deadlines: ExchangeDeadlines, signal: AbortSignal | undefined) {
    this.#deadlines = deadlines;
    this.#signal = signal;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const { totalMs } = deadlines;
    this.#timer = setTimeout(
      () => this.#stop('timeout', `not completed within ${inSeconds(totalMs)}`),
      Math.min(totalMs, LONGEST_TIMER_MS),
    );
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  get failed(): boolean {
    return this.#failure !== undefined;
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value[0] : value;
  }

  async read(): Promise<Uint8Array | undefined> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk) {
        this.#queued -= chunk.byteLength;
        if (this.#queued === 0) this.#controller?.resume();
        return chunk;
      }
      if (this.#failure) throw this.#failure;
      if (this.#ended) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  dispose(): void {
    if (!this.#ended) this.#stop('aborted', 'the call was closed');
  }

  // The connection is open and the request is about to be written: from now on it may have arrived.
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure) controller.abort(this.#failure);
    else this.#sent = 'unknown';
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    this.#headers = headers;
    this.#sent = 'yes';
    this.#resolve(this);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#failure) return;
    this.#chunks.push(chunk);
    this.#queued += chunk.byteLength;
    if (this.#queued > MOST_QUEUED_BYTES) controller.pause();
    this.#wake?.();
  }

  onResponseEnd(): void {
    this.#ended = true;
    this.#release();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(translate(error, this.#sent, this.#deadlines));
  }

  #stop(kind: ExchangeFailure['kind'], sentence: string): void {
    if (this.#failure || this.#ended) return;
    // Queued chunks are no longer needed, and the reader must not wait for a slow connection to close.
    this.#chunks = [];
    this.#fail(new ExchangeFailure(kind, this.#sent, sentence));
    this.#controller?.abort(this.#failure as unknown as Error);
  }

  #fail(failure: ExchangeFailure): void {
    if (this.#failure) return;
    this.#failure = failure;
    this.#reject(failure);
    this.#release();
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#wake?.();
  }
}
