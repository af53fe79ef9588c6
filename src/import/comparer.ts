import { ThreadPool } from '../threads/thread-pool';
import type { CompareRequest } from './compare-worker';
import { WORD_LIMITS } from './word-limits';

/** Compares documents with decks in a thread: off the event loop, and limited, because documents come from anywhere. */
export interface Comparer {
  /**
   * Sentences about the parts of a .docx file that the deck's text lacks.
   * @throws Error if the file cannot be read, or the comparison takes too long
   */
  leftOut(bytes: Uint8Array, markdown: string, signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

const SCRIPT = 'dist/src/import/compare-worker.js';
const WAITING = 1_000;
/** With the wait for the thread. The deck's text was paid for and is not in the history before the comparison ends. */
const LONGEST_MS = 5_000;

export function createComparer(): Comparer {
  const pool = new ThreadPool<CompareRequest>({
    script: SCRIPT,
    threads: 1,
    threadsOfOneOwner: 1,
    waitingOfOneOwner: WAITING,
    heapMegabytes: WORD_LIMITS.heapMegabytes,
    milliseconds: WORD_LIMITS.milliseconds,
  });
  return {
    leftOut: (bytes, markdown, signal) =>
      pool.run<string[]>(
        { owner: 'compare', signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]) },
        () => ({ bytes, markdown }),
      ),
    close: () => pool.close(),
  };
}
