import { setTimeout as delay } from 'node:timers/promises';
import OpenAI from 'openai';
import { classified, filtered, isPassing, retryAfter, timedOut } from './failures';
import type { GenerationError } from './generation-error';

export interface ChatSettings {
  /** For example `https://api.openai.com/v1`. */
  baseUrl: string;
  model: string;
  /** Sent as bearer token; read from the environment by the caller. */
  key: string;
  /** Longest wait for the first answer, and between two pieces of it. */
  timeoutMs?: number;
  /** Further attempts at a request that failed for the moment: rate limit, 5xx, connection, timeout. */
  retries?: number;
  /** Wait before the first of them, doubled each time; `Retry-After` counts more. */
  retryDelayMs?: number;
}

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** How an answer ended: whole, at the model's length limit, or because the stream broke off. */
export type Finish = 'whole' | 'length' | 'cut';

export type Chat = (messages: readonly Message[], signal: AbortSignal) => AsyncGenerator<string, Finish>;

/** Characters of one answer. A model that repeats itself without end is stopped here. */
const LONGEST_ANSWER = 200_000;
const LONGEST_RETRY_WAIT = 20_000;

/**
 * One request to any API of the chat completions form, as a stream of text.
 * A failure before the first piece is retried a bounded number of times; after it the answer is `cut`, for the caller
 * knows best what can be done with a half. Refusals and the caller's abort are thrown at any time.
 * @throws GenerationError
 */
export function createChat(settings: ChatSettings): Chat {
  const { baseUrl, model, key, timeoutMs = 60_000, retries = 2, retryDelayMs = 1000 } = settings;
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: key,
    // Everything else of the library's defaults comes from environment variables that mean another account.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
  });

  return async function* chat(messages, signal) {
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      let started = false;
      const answer = streamed(messages, signal);
      try {
        for (;;) {
          const step = await answer.next();
          if (step.done) return step.value;
          started = true;
          yield step.value;
        }
      } catch (error) {
        signal.throwIfAborted();
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
    // Nobody sits in front of a stream for minutes.
    if (wait > LONGEST_RETRY_WAIT) throw failure;
    await delay(wait, undefined, { signal });
  }

  async function* streamed(messages: readonly Message[], signal: AbortSignal): AsyncGenerator<string, Finish> {
    const watch = new AbortController();
    let quiet = false;
    const watchFor = () =>
      setTimeout(() => {
        quiet = true;
        watch.abort();
      }, timeoutMs);
    let timer = watchFor();
    try {
      const stream = await client.chat.completions.create(
        { model, messages: [...messages], stream: true },
        { signal: AbortSignal.any([signal, watch.signal]) },
      );
      let refusal = '';
      let length = 0;
      let finish: string | undefined;
      for await (const { choices } of stream) {
        clearTimeout(timer);
        timer = watchFor();
        const choice = choices?.[0];
        if (!choice) continue;
        refusal += choice.delta?.refusal ?? '';
        finish = choice.finish_reason ?? finish;
        // "sensitive" is Zhipu's word for it.
        if (finish === 'content_filter' || (finish as string) === 'sensitive') throw filtered(refusal, key);
        const piece = choice.delta?.content ?? '';
        length += piece.length + (choice.delta?.refusal?.length ?? 0);
        if (length > LONGEST_ANSWER) return 'length';
        if (piece === '') continue;
        // Only the model's silence counts: whoever reads may take all the time in the world.
        clearTimeout(timer);
        yield piece;
        timer = watchFor();
      }
      // The library ends a stream that was aborted as if it were finished.
      signal.throwIfAborted();
      if (quiet) throw timedOut();
      if (refusal !== '') throw filtered(refusal, key);
      if (finish === undefined) throw classified(new Error('the stream has no end'), key);
      return finish === 'length' ? 'length' : 'whole';
    } catch (error) {
      if (quiet && !signal.aborted) throw timedOut();
      throw error;
    } finally {
      clearTimeout(timer);
      watch.abort();
    }
  }
}
