import { setTimeout as delay } from 'node:timers/promises';
import { type AnswerForm, AnswerFormat } from './answer-format';
import { OpenAI } from './client-library';
import { classified, filtered, isPassing, retryAfter, timedOut } from './failures';
import type { GenerationError } from './generation-error';

export interface ChatSettings {
  /** Example: `https://api.openai.com/v1`. */
  baseUrl: string;
  model: string;
  /** Sent as bearer token; the caller reads it from the environment. */
  key: string;
  /** Timeout for the start of the response, and between two pieces of it. */
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

export type Chat = (
  messages: readonly Message[],
  signal: AbortSignal,
  /** The JSON that is requested; the answer may still be anything. */
  form?: AnswerForm,
  /** Receives the tokens that the provider reports for a response. */
  used?: (tokens: number) => void,
) => AsyncGenerator<string, Finish>;

/** Maximum number of characters in a response, for a model that repeats itself endlessly. */
const LONGEST_ANSWER = 200_000;
const LONGEST_RETRY_WAIT = 20_000;
const LONGEST_LINE = 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Creates a client for any chat completions API, which streams the text of a response.
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

  return async function* chat(messages, signal, form, used) {
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      let started = false;
      const answer = streamed(messages, signal, form, used);
      try {
        for (;;) {
          const step = await answer.next();
          if (step.done) return step.value;
          started = true;
          yield step.value;
        }
      } catch (error) {
        signal.throwIfAborted();
        if (form !== undefined && !started && format.isRefusedBy(error)) {
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
    form: AnswerForm | undefined,
    used: ((tokens: number) => void) | undefined,
  ): AsyncGenerator<string, Finish> {
    const watch = new AbortController();
    let late = false;
    const watchFor = (ms = timeoutMs) =>
      setTimeout(() => {
        late = true;
        watch.abort();
      }, ms);
    const total = watchFor(totalMs);
    let timer = watchFor();
    try {
      const stream = await client.chat.completions.create(
        { model, ...format.request(messages, form), stream: true },
        { signal: AbortSignal.any([signal, watch.signal]) },
      );
      format.accepted();
      let refusal = '';
      let length = 0;
      let finish: string | undefined;
      for await (const { choices, usage } of stream) {
        clearTimeout(timer);
        timer = watchFor();
        if (typeof usage?.total_tokens === 'number') used?.(usage.total_tokens);
        const choice = choices?.[0];
        if (!choice) continue;
        refusal += choice.delta?.refusal ?? '';
        finish = choice.finish_reason ?? finish;
        // "sensitive" is Zhipu's value.
        if (finish === 'content_filter' || (finish as string) === 'sensitive') throw filtered(refusal, key);
        const piece = choice.delta?.content ?? '';
        length += piece.length + (choice.delta?.refusal?.length ?? 0);
        if (length > LONGEST_ANSWER) return 'length';
        if (piece === '') continue;
        // Only the model's idle time counts, not the reader's.
        clearTimeout(timer);
        yield piece;
        timer = watchFor();
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
