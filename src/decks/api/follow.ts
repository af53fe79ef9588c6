import { setTimeout as sleep } from 'node:timers/promises';
import { QueryNotRegisteredError, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import { messageNames } from '../../core/messages';
import type { PresentationProgress, PresentationResult } from '../../core/progress';
import { inTime, isLate, isUnreachable, NoAnswer, NoSuchPresentation, PresentationFailed } from './errors';
import type { PresentationHandle } from './start';

/** Timeout of a query. After 10 s, the server switches from a worker that is gone to any other. */
const QUERY_MS = 15_000;
/** Timeouts of the queries to a complete deck, see {@link lastWord}. */
const LAST_WORD_MS = [1_000, 2_000, 4_000] as const;
/** Delay before the outcome is requested again from a server that does not respond. */
const OUTCOME_RETRY_MS = 1_000;

/** The progress of a deck. Needs a worker, even for a complete deck. */
export function progress(
  handle: PresentationHandle,
  { timeoutMs = QUERY_MS }: { timeoutMs?: number } = {},
): Promise<PresentationProgress> {
  return inTime(handle, timeoutMs, () => handle.query<PresentationProgress>(messageNames.progress)).catch((error) => {
    if (!(error instanceof QueryNotRegisteredError)) throw error;
    // The code of the worker does not match the history of the deck.
    throw new NoAnswer(`no worker can replay ${handle.workflowId}: ${error.message}`, { cause: error });
  });
}

/**
 * Waits until the deck completes, without a timeout. Needs no worker.
 * @throws {PresentationFailed} if it ends without a result
 */
export async function result(handle: PresentationHandle): Promise<PresentationResult> {
  try {
    return await handle.result();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw new NoSuchPresentation(handle.workflowId, { cause: error });
    if (!(error instanceof WorkflowFailedError)) throw error;
    throw failed(handle.workflowId, error);
  }
}

function failed(workflowId: string, error: WorkflowFailedError): PresentationFailed {
  const { cause } = error;
  // These classes have no failure type, so the class itself is the type.
  const ends: Record<string, string> = {
    CancelledFailure: 'Cancelled',
    TerminatedFailure: 'Terminated',
    TimeoutFailure: 'TimedOut',
  };
  const type = ends[cause?.name ?? ''] ?? (cause as { type?: string } | undefined)?.type ?? 'Unexpected';
  const sentence = type === 'Cancelled' ? 'the deck was cancelled' : (cause?.message ?? error.message);
  return new PresentationFailed(workflowId, type, sentence, { cause: error });
}

export interface WatchOptions {
  /** Poll interval while the deck changes; it grows by half while it does not. Default 500 ms. */
  firstPauseMs?: number;
  /** Maximum poll interval. Completion is reported immediately in any case. Default 10 s. */
  longestPauseMs?: number;
  /** How long to tolerate missing responses, such as while a worker restarts. Default 2 minutes. */
  patienceMs?: number;
  /** Stops watching, without an effect on the deck; its reason is thrown. */
  signal?: AbortSignal;
}

/**
 * Yields the current progress and every change until the deck completes. The result is the generator's return value,
 * which `for await` ignores; use {@link result} there.
 * @throws {PresentationFailed} if the deck ends without a result
 * @throws {NoAnswer} if there was no response for `patienceMs`
 */
export async function* watch(
  handle: PresentationHandle,
  { firstPauseMs = 500, longestPauseMs = 10_000, patienceMs = 120_000, signal }: WatchOptions = {},
): AsyncGenerator<PresentationProgress, PresentationResult, void> {
  signal?.throwIfAborted();
  const left = new AbortController();
  const end = endOf(handle, left.signal);
  const stopped = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { signal: left.signal });
  });
  stopped.catch(() => undefined);
  let reported = '';
  let pause = firstPauseMs;
  let silentSince: number | undefined;
  try {
    for (;;) {
      const askedAt = Date.now();
      const news = await Promise.race([stopped, end, asked(handle, Math.min(QUERY_MS, patienceMs))]);
      if ('end' in news) break;
      if (news.progress === undefined) {
        silentSince ??= askedAt;
        if (Date.now() - silentSince >= patienceMs) throw news.silence;
      } else {
        silentSince = undefined;
      }
      const text = news.progress === undefined ? reported : JSON.stringify(news.progress);
      pause = text === reported ? Math.min(pause * 1.5, longestPauseMs) : firstPauseMs;
      if (text !== reported && news.progress !== undefined) yield news.progress;
      reported = text;
      const paused = sleep(pause, undefined, { signal: left.signal });
      await Promise.race([stopped, end, paused]);
    }
    const last = await lastWord(handle);
    if (last !== undefined && JSON.stringify(last) !== reported) yield last;
    return (await end).end();
  } finally {
    left.abort();
  }
}

/**
 * The last progress of a complete deck, if a worker responds. A query at the moment of completion can be lost, because
 * the worker drops it when it evicts the workflow ("leftover buffered tasks when evicting run"). The next query
 * succeeds.
 */
export async function lastWord(handle: PresentationHandle): Promise<PresentationProgress | undefined> {
  for (const timeoutMs of LAST_WORD_MS) {
    const last = await progress(handle, { timeoutMs }).catch(() => undefined);
    if (last !== undefined) return last;
  }
  return undefined;
}

async function asked(handle: PresentationHandle, timeoutMs: number): Promise<Asked> {
  try {
    return { progress: await progress(handle, { timeoutMs }) };
  } catch (error) {
    if (error instanceof NoAnswer) return { silence: error };
    throw error;
  }
}

type Asked = { progress: PresentationProgress; silence?: never } | { progress?: never; silence: unknown };

/** Long-polls the server for the outcome. Settles only when the deck completes. */
async function endOf(handle: PresentationHandle, until: AbortSignal): Promise<{ end: () => PresentationResult }> {
  for (;;) {
    try {
      const ended = await handle.client.withAbortSignal(until, () => result(handle));
      return { end: () => ended };
    } catch (error) {
      if (until.aborted) return new Promise(() => {});
      if (!isUnreachable(error) && !isLate(error, Number.POSITIVE_INFINITY)) {
        return {
          end: () => {
            throw error;
          },
        };
      }
      await sleep(OUTCOME_RETRY_MS);
    }
  }
}
