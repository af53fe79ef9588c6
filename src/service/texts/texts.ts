import { ServiceError } from '../../contract/service-error';
import { WORD_LIMITS } from '../../import/word-limits';
import { type Caller, LimitExceeded, ThreadPool } from '../../threads/thread-pool';
import { type TextRequests, textRequests } from './text-requests';
import type { TextRequest } from './text-worker';

type Input<Call extends keyof TextRequests> = Parameters<TextRequests[Call]>[0];
type Output<Call extends keyof TextRequests> = Awaited<ReturnType<TextRequests[Call]>>;

/**
 * Texts of at most this many characters are parsed inline: every parser is linear, so this takes a few milliseconds,
 * less than the round trip to a thread.
 */
const SHORT = 16 * 1024;

export interface TextLimits {
  /** Time limit for an uploaded document; a call must respond within 5 s. */
  milliseconds: number;
  /** Heap of the thread that parses it. */
  heapMegabytes: number;
}

/** For texts with their own limits; the rest of the time allows a thread to start on a busy host. */
const MILLISECONDS = 20_000;

/** Parses external texts without blocking other callers. */
export class Texts {
  private readonly threads: ThreadPool<TextRequest>;
  private readonly documentMs: number;

  constructor({ milliseconds, heapMegabytes }: TextLimits = WORD_LIMITS) {
    this.documentMs = milliseconds;
    this.threads = new ThreadPool({
      script: 'dist/src/service/texts/text-worker.js',
      threads: 2,
      threadsOfOneOwner: 1,
      waitingOfOneOwner: 1_000,
      heapMegabytes,
      milliseconds: MILLISECONDS,
    });
  }

  /**
   * @param size length of the text in characters or bytes.
   * @throws ServiceError for an unusable text, with a message for its author.
   */
  async read<Call extends keyof TextRequests>(
    call: Call,
    caller: Caller,
    input: Input<Call>,
    size: number,
  ): Promise<Output<Call>> {
    if (size <= SHORT) return (await (textRequests[call] as (input: Input<Call>) => unknown)(input)) as Output<Call>;
    try {
      const milliseconds = call === 'document' ? this.documentMs : MILLISECONDS;
      return await this.threads.run<Output<Call>>(caller, () => ({ call, input }), milliseconds);
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      throw new ServiceError(
        'invalid-request',
        `the text is too complex to parse: ${error.message}. Split it, or copy its text into a new document`,
      );
    }
  }

  close(): Promise<void> {
    return this.threads.close();
  }
}
