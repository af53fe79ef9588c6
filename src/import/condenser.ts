import { ThreadPool } from '../threads/thread-pool';
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

const SCRIPT = 'dist/src/import/condense-worker.js';
const WAITING = 1_000;

export function createCondenser(): Condenser {
  const pool = new ThreadPool<CondenseRequest>({
    script: SCRIPT,
    threads: 1,
    threadsOfOneOwner: 1,
    waitingOfOneOwner: WAITING,
    heapMegabytes: WORD_LIMITS.heapMegabytes,
    milliseconds: WORD_LIMITS.milliseconds + PICTURE_LIMITS.milliseconds,
  });
  return {
    condense: (request, signal) => pool.run<Condensed>({ owner: 'condense', signal }, () => request),
    close: () => pool.close(),
  };
}
