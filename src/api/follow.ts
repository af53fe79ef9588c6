import { setTimeout as sleep } from 'node:timers/promises';
import { QueryNotRegisteredError, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import { messageNames, type PresentationProgress, type PresentationResult } from '../core/messages';
import { inTime, isLate, isUnreachable, NoAnswer, NoSuchPresentation, PresentationFailed } from './errors';
import type { PresentationHandle } from './start';

/** Longest wait for a worker's answer; after 10 s the server turns from a worker that is gone to any other. */
const QUERY_MS = 15_000;
/** Of a deck that has ended, the waits are shorter and several; see {@link lastWord}. */
const LAST_WORD_MS = [1_000, 2_000, 4_000] as const;
/** How often a server that does not answer is asked for the end of the deck. */
const END_AGAIN_MS = 1_000;

/** What the deck says of itself; a worker answers, also for a deck that has ended. */
export function progress(
  handle: PresentationHandle,
  { timeoutMs = QUERY_MS }: { timeoutMs?: number } = {},
): Promise<PresentationProgress> {
  return inTime(handle, timeoutMs, () => handle.query<PresentationProgress>(messageNames.progress)).catch((error) => {
    if (!(error instanceof QueryNotRegisteredError)) throw error;
    // A worker whose code does not fit the history of the deck.
    throw new NoAnswer(`no worker can answer for ${handle.workflowId}: ${error.message}`, { cause: error });
  });
}

/**
 * Waits for the end of the deck, however long that takes; no worker is asked.
 * @throws {PresentationFailed} when it ended without a result
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
  // Of an end that is no failure of its own, the class is the kind: CancelledFailure, TerminatedFailure, TimeoutFailure.
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
  /** Pause between two questions while things happen; it grows by half while they do not. Default 500 ms. */
  firstPauseMs?: number;
  /** Default 10 s. The end of the deck is told at once, whatever the pause. */
  longestPauseMs?: number;
  /** So long without an answer, such as between two workers, is waited out. Default 2 minutes. */
  patienceMs?: number;
  /** Ends the watching, not the deck; its reason is thrown. */
  signal?: AbortSignal;
}

/**
 * Every change of the deck until its end, the current progress first. The result is the generator's return value: a
 * `for await` leaves it out, and {@link result} has it then.
 * @throws {PresentationFailed} when the deck ended without a result
 * @throws {NoAnswer} when nobody has answered for `patienceMs`
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
  let told = '';
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
      const text = news.progress === undefined ? told : JSON.stringify(news.progress);
      pause = text === told ? Math.min(pause * 1.5, longestPauseMs) : firstPauseMs;
      if (text !== told && news.progress !== undefined) yield news.progress;
      told = text;
      const paused = sleep(pause, undefined, { signal: left.signal });
      await Promise.race([stopped, end, paused]);
    }
    const last = await lastWord(handle);
    if (last !== undefined && JSON.stringify(last) !== told) yield last;
    return (await end).end();
  } finally {
    left.abort();
  }
}

/**
 * What the deck says after its end, while a worker is there to tell it. A question that meets the very end may be lost:
 * the worker that lets go of the workflow drops it ("leftover buffered tasks when evicting run"). The next one is heard.
 */
export async function lastWord(handle: PresentationHandle): Promise<PresentationProgress | undefined> {
  for (const timeoutMs of LAST_WORD_MS) {
    const said = await progress(handle, { timeoutMs }).catch(() => undefined);
    if (said !== undefined) return said;
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

/** One long question to the server, so that the end is known when it comes. Settles only with the end. */
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
      await sleep(END_AGAIN_MS);
    }
  }
}
