import { setTimeout as delay } from 'node:timers/promises';
import { type AnswerForm, AnswerFormat } from './answer-format';
import { OpenAI } from './client-library';
import { classified, filtered, isPassing, retryAfter, timedOut, tooSlow } from './failures';
import type { GenerationError } from './generation-error';

export interface ChatSettings {
  /** Example: `https://api.openai.com/v1`. */
  baseUrl: string;
  model: string;
  /** Sent as bearer token; the caller reads it from the environment. */
  key: string;
  /** Timeout for the start of the response, and between two pieces of it until the speed of the model is known. */
  timeoutMs?: number;
  /** Retries of a request that failed temporarily: rate limit, 5xx, connection, timeout. */
  retries?: number;
  /** Total time of one response. */
  totalMs?: number;
  /** Delay before the first retry, doubled each time; `Retry-After` takes precedence. */
  retryDelayMs?: number;
}

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** How a response ended: complete, at the model's length limit, or with a broken stream. */
export type Finish = 'whole' | 'length' | 'cut';

export interface Ask {
  /** The JSON that is requested; the answer may still be anything. */
  form?: AnswerForm;
  /** The length of a usual answer in characters. */
  characters?: number;
  /** Receives the tokens that the provider reports for a response. */
  used?(tokens: number): void;
}

/** The first piece is empty: the model has accepted the request. */
export type Chat = (messages: readonly Message[], signal: AbortSignal, ask?: Ask) => AsyncGenerator<string, Finish>;

/** Maximum number of characters in a response, and as a multiple of the usual ones. */
const LONGEST_ANSWER = 200_000;
const LONGER_THAN_USUAL = 8;
/** The speed of a model is known after this many pieces and milliseconds. */
const MEASURED = { pieces: 20, ms: 1_000 };
/** A response may take this many times as long as the speed says, and a pause between pieces as long as that many. */
const SLOWER_THAN_MEASURED = 4;
const PAUSE_IN_PIECES = 100;
const SHORTEST_PAUSE = 15_000;
const SHORTEST_TOTAL = 60_000;
/** A model is stuck if this many characters repeat its last ones. */
const STUCK = { last: 20, among: 800 };
const LONGEST_RETRY_WAIT = 20_000;
const LONGEST_LINE = 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Creates a client for any chat completions API, which streams the text of a response. The deadline of a response comes
 * from the speed of its first pieces, within a total time; one that would take longer ends at once.
 * Failures before the first piece are retried; after it the response is `cut`, because only the caller can decide how
 * to use a part. If a server refuses the format of an answer, the next request has a more lenient one. Refusals and aborts by the caller are always thrown.
 * @throws GenerationError
 */
export function createChat(settings: ChatSettings): Chat {
  const { baseUrl, model, key, timeoutMs = 60_000, totalMs = 600_000, retries = 2, retryDelayMs = 1000 } = settings;
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: key,
    // The library's other defaults come from environment variables for a different account.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: fetchLines,
  });

  const format = new AnswerFormat();

  return async function* chat(messages, signal, ask = {}) {
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      let started = false;
      const answer = streamed(messages, signal, ask);
      try {
        for (;;) {
          const step = await answer.next();
          if (step.done) return step.value;
          started ||= step.value !== '';
          yield step.value;
        }
      } catch (error) {
        signal.throwIfAborted();
        if (ask.form !== undefined && !started && format.isRefusedBy(error)) {
          attempt -= 1;
          continue;
        }
        const failure = classified(error, key);
        if (!isPassing(failure)) throw failure;
        if (started) return 'cut';
        if (attempt >= retries) throw failure;
        await pause(error, failure, attempt, signal);
      } finally {
        await answer.return('cut');
      }
    }
  };

  async function pause(error: unknown, failure: GenerationError, attempt: number, signal: AbortSignal): Promise<void> {
    const wait = retryAfter(error) ?? retryDelayMs * 2 ** attempt * (0.75 + Math.random() / 2);
    // No caller waits for a stream for minutes.
    if (wait > LONGEST_RETRY_WAIT) throw failure;
    await delay(wait, undefined, { signal });
  }

  async function* streamed(
    messages: readonly Message[],
    signal: AbortSignal,
    { form, characters, used }: Ask,
  ): AsyncGenerator<string, Finish> {
    const watch = new AbortController();
    let late = false;
    const watchFor = (ms = timeoutMs) =>
      setTimeout(() => {
        late = true;
        watch.abort();
      }, ms);
    let total = watchFor(totalMs);
    const began = performance.now();
    let timer = watchFor();
    let pauseMs = timeoutMs;
    const longest = Math.min(LONGEST_ANSWER, LONGER_THAN_USUAL * (characters ?? LONGEST_ANSWER));
    try {
      const stream = await client.chat.completions.create(
        { model, ...format.request(messages, form), stream: true },
        { signal: AbortSignal.any([signal, watch.signal]) },
      );
      clearTimeout(timer);
      yield '';
      timer = watchFor();
      let refusal = '';
      let length = 0;
      let pieces = 0;
      let first = 0;
      let isMeasured = false;
      let tail = '';
      let finish: string | undefined;
      for await (const { choices, usage } of stream) {
        clearTimeout(timer);
        timer = watchFor(pauseMs);
        if (typeof usage?.total_tokens === 'number') used?.(usage.total_tokens);
        const choice = choices?.[0];
        if (!choice) continue;
        refusal += choice.delta?.refusal ?? '';
        finish = choice.finish_reason ?? finish;
        // "sensitive" is Zhipu's value.
        if (finish === 'content_filter' || (finish as string) === 'sensitive') throw filtered(refusal, key);
        const piece = choice.delta?.content ?? '';
        length += piece.length + (choice.delta?.refusal?.length ?? 0);
        if (length > longest) return 'length';
        if (piece === '') continue;
        if (pieces === 0) {
          first = performance.now();
          format.answered(piece, form);
        }
        pieces += 1;
        tail = (tail + piece).slice(-STUCK.among);
        if (isStuck(tail)) return 'length';
        const spent = performance.now() - first;
        if (pieces >= MEASURED.pieces && spent >= MEASURED.ms) {
          pauseMs = pauseFor(spent / pieces, timeoutMs);
          if (!isMeasured && characters !== undefined) {
            const needed = (spent / length) * characters;
            const left = totalMs - (performance.now() - began);
            if (needed > left) throw tooSlow((pieces / spent) * 1000, needed);
            clearTimeout(total);
            total = watchFor(Math.min(left, Math.max(SHORTEST_TOTAL, SLOWER_THAN_MEASURED * needed)));
          }
          isMeasured = true;
        }
        // Only the model's idle time counts, not the reader's.
        clearTimeout(timer);
        yield piece;
        timer = watchFor(pauseMs);
      }
      // The library ends an aborted stream as if it were complete.
      signal.throwIfAborted();
      if (late) throw timedOut();
      if (refusal !== '') throw filtered(refusal, key);
      if (finish === undefined) throw classified(new Error('the stream has no end'), key);
      return finish === 'length' ? 'length' : 'whole';
    } catch (error) {
      if (late && !signal.aborted) throw timedOut();
      throw error;
    } finally {
      clearTimeout(total);
      clearTimeout(timer);
      watch.abort();
    }
  }
}

const pauseFor = (pieceMs: number, most: number): number =>
  Math.min(most, Math.max(SHORTEST_PAUSE, PAUSE_IN_PIECES * pieceMs));

function isStuck(tail: string): boolean {
  if (tail.length < STUCK.among) return false;
  const period = tail.length - STUCK.last - tail.lastIndexOf(tail.slice(-STUCK.last), tail.length - STUCK.last - 1);
  return period < STUCK.among / 4 && tail.slice(period) === tail.slice(0, -period);
}

/** Ends a response with a line that is too long: the library would read it in quadratic time. */
async function fetchLines(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  let line = 0;
  const checked = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const end = chunk.lastIndexOf(LINE_FEED);
      line = end < 0 ? line + chunk.length : chunk.length - end - 1;
      if (line > LONGEST_LINE) throw new Error(`a line of the response is longer than ${LONGEST_LINE} bytes`);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(checked) ?? null, response);
}
