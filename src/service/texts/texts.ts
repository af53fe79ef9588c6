import { Refusal } from '../../contract/refusal';
import { WORD_LIMITS } from '../../import/word-limits';
import { type Caller, LimitExceeded, ThreadPool } from '../../threads/thread-pool';
import { type TextRequests, textRequests } from './text-requests';
import type { TextRequest } from './text-worker';

type Input<Call extends keyof TextRequests> = Parameters<TextRequests[Call]>[0];
type Output<Call extends keyof TextRequests> = Awaited<ReturnType<TextRequests[Call]>>;

/**
 * A text of at most so many characters is read where the call is made: every reader takes time in proportion to its
 * text, so this one takes a few milliseconds, less than the way to a thread and back.
 */
const SHORT = 16 * 1024;

export interface TextLimits {
  /** Longest time for an uploaded document; a call has to answer within 5 s. */
  milliseconds: number;
  /** Heap of the thread that reads it. */
  heapMegabytes: number;
}

/** Of what has its own limits already; the rest is for a thread that has to start on a busy machine. */
const MILLISECONDS = 20_000;

/** Reads texts from outside without holding up anybody else. */
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
   * @param size of the text in characters or bytes.
   * @throws Refusal for a text that cannot be used, with a sentence for its author.
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
      throw new Refusal(
        'invalid-request',
        `the text is too complex to be read: ${error.message}. Split it, or copy its words into a new one`,
      );
    }
  }

  close(): Promise<void> {
    return this.threads.close();
  }
}
