import { ThreadPool } from '../../base/threads/thread-pool';
import { LimitExceeded } from '../../base/threads/time-limits';
import { PICTURE_LIMITS } from './picture-file';
import { WORD_LIMITS } from './word-limits';

export interface WordSource {
  bytes: Uint8Array;
  name: string;
  polish: boolean;
  /** Whether the service can show the images of the document. */
  pictures: boolean;
}

export interface CondenseRequest {
  source: { markdown: string } | WordSource;
  /** About as many slides as the deck will have. */
  slides: number;
  title?: string;
}

export type Condensed =
  | {
      markdown: string;
      title: string;
      /** Sentences about parts of a document that the text lacks. */
      leftOut?: string[];
      /** Present if the text names images of the document. */
      pictures?: true;
    }
  /** Why the source cannot be read, for its author. */
  | { unusable: string };

/** Condenses documents and texts in a thread: off the event loop, and limited, because they come from anywhere. */
export interface Condenser {
  condense(request: CondenseRequest, signal: AbortSignal): Promise<Condensed>;
  close(): Promise<void>;
}

const SCRIPT = 'dist/src/slides/import/condense-worker.js';
const WAITING = 1_000;
/** Shorter than the timeout of the activity, so that a busy machine is the reported reason. */
const WAIT = 35_000;

export function createCondenser(): Condenser {
  const pool = new ThreadPool<CondenseRequest>({
    script: SCRIPT,
    threads: 1,
    threadsOfOneOwner: 1,
    waitingOfOneOwner: WAITING,
    heapMegabytes: WORD_LIMITS.heapMegabytes,
    time: { work: WORD_LIMITS.work + PICTURE_LIMITS.milliseconds, wait: WAIT },
  });
  return {
    async condense(request, signal) {
      try {
        return await pool.run<Condensed>({ owner: 'condense', since: performance.now(), signal }, () => request);
      } catch (error) {
        if (!(error instanceof LimitExceeded)) throw error;
        return { unusable: `the text is too complex to condense: ${error.message}. Split it` };
      }
    },
    close: () => pool.close(),
  };
}
