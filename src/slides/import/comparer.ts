import { Refusal } from '../../base/threads/refusal';
import { ThreadPool } from '../../base/threads/thread-pool';
import type { CompareRequest } from './compare-worker';
import { WORD_LIMITS } from './word-limits';

/** Compares documents with decks in a thread: off the event loop, and limited, because documents come from anywhere. */
export interface Comparer {
  /**
   * Sentences about the parts of a .docx file that the deck's text lacks.
   * @throws Error if the file cannot be read, or the comparison exceeds a limit
   */
  leftOut(bytes: Uint8Array, markdown: string, signal: AbortSignal): Promise<string[]>;
  /** Why the embedded service cannot read a .docx file, for its author; undefined if it can. */
  fault(bytes: Uint8Array, signal: AbortSignal): Promise<string | undefined>;
  close(): Promise<void>;
}

const SCRIPT = 'dist/src/slides/import/compare-worker.js';
const WAITING = 1_000;
/** The deck's text was paid for and is not in the history before the comparison ends. */
const WAIT = 20_000;

export function createComparer(): Comparer {
  const pool = new ThreadPool<CompareRequest>({
    script: SCRIPT,
    threads: 1,
    threadsOfOneOwner: 1,
    waitingOfOneOwner: WAITING,
    heapMegabytes: WORD_LIMITS.heapMegabytes,
    time: { work: WORD_LIMITS.work, wait: WAIT },
  });
  const run = (signal: AbortSignal, request: CompareRequest) =>
    pool.run<string[]>({ owner: 'compare', since: performance.now(), signal }, () => request);
  return {
    leftOut: (bytes, markdown, signal) => run(signal, { bytes, markdown }),
    fault: (bytes, signal) =>
      run(signal, { bytes }).then(
        () => undefined,
        (error) => {
          if (error instanceof Refusal && error.kind === 'unreadable') return error.message;
          throw error;
        },
      ),
    close: () => pool.close(),
  };
}
