import type { FairQueue } from '../../base/threads/fair-queue';
import { type Caller, ThreadPool } from '../../base/threads/thread-pool';
import { LimitExceeded, RESPONSE_WAIT, type TimeLimits } from '../../base/threads/time-limits';
import { ServiceError } from '../../contract/service-error';
import { WORD_LIMITS } from '../../slides/import';
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
  /** Milliseconds of processor time for an uploaded document. */
  work: number;
  /** Heap of the thread that parses it. */
  heapMegabytes: number;
}

/** Texts have limits of their own, so this much work is a defect of a parser. */
const TIME: TimeLimits = { work: 15_000, wait: RESPONSE_WAIT };

/** Parses external texts without blocking other callers. */
export class Texts {
  private readonly threads: ThreadPool<TextRequest>;
  private readonly documentTime: TimeLimits;

  constructor({ work, heapMegabytes }: TextLimits = WORD_LIMITS, turns?: FairQueue) {
    this.documentTime = { ...TIME, work };
    this.threads = new ThreadPool({
      script: 'dist/src/service/texts/text-worker.js',
      threads: 2,
      threadsOfOneOwner: 1,
      spareThreads: 1,
      waitingOfOneOwner: 1_000,
      turns,
      heapMegabytes,
      time: TIME,
    });
  }

  /**
   * @param size length of the text in characters or bytes.
   * @throws ServiceError for an unusable text, with a message for its author; Busy.
   */
  async read<Call extends keyof TextRequests>(
    call: Call,
    caller: Caller,
    input: Input<Call>,
    size: number,
  ): Promise<Output<Call>> {
    if (size <= SHORT) return (await (textRequests[call] as (input: Input<Call>) => unknown)(input)) as Output<Call>;
    try {
      const time = call === 'document' ? this.documentTime : TIME;
      return await this.threads.run<Output<Call>>(caller, () => ({ call, input }), time);
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      throw new ServiceError(
        'invalid-request',
        `the text is too complex to parse: ${error.message}. Split it, or copy its text into a new document`,
      );
    }
  }

  /** Loads a thread before the first long text or document arrives. */
  warm(): Promise<void> {
    return this.threads.warm({ call: 'warmUp', input: undefined });
  }

  close(): Promise<void> {
    return this.threads.close();
  }
}
