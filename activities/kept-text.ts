import { setTimeout as pause } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { DocumentError } from '../src/decks/documents/document-store';

/** Milliseconds before each further attempt: about a minute, for a bucket that is away or a disk that is full. */
const PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * Repeats a write to the document store until it succeeds. Its text was paid for, so the call is not repeated for it.
 * @throws the last error after about a minute
 */
export async function untilKept<T>(write: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const ms of PAUSES) {
    try {
      return await write();
    } catch {
      await pause(ms, undefined, { signal });
    }
  }
  return write();
}

/** Reads what a paid call sends. @throws a retryable failure if the store is away, because nothing was sent yet */
export async function beforeCall<T>(read: Promise<T>): Promise<T> {
  return read.catch((error) => {
    if (error instanceof DocumentError) throw error;
    throw ApplicationFailure.retryable(`the document store cannot be read: ${(error as Error).message}`, 'Unexpected');
  });
}
