import { WorkflowUpdateFailedError } from '@temporalio/client';
import { isLate, isUnpolled, isUnreachable, NoAnswer, ResolveRefused, ReviewRefused } from '../api/errors';
import { LruCache } from '../io/lru-cache';
import type { TemporalConnection } from '../temporal';
import { lastPoll } from '../temporal/pollers';
import { elapsed } from '../text/elapsed';
import { DeckError } from './errors';

/** Longest wait for the server. */
const SERVER_MS = 10_000;
/** A worker asks for work once a minute or more often; so long after the last time there is none. */
const WORKER_GONE_MS = 3 * 60_000;
const QUEUES_KNOWN = 100;

const START_ONE = 'start one with `deck worker`';

/** A call that the server answers by itself. @throws DeckError when it does not */
export async function served<Result>(
  cluster: TemporalConnection,
  call: () => Promise<Result>,
  ms = SERVER_MS,
): Promise<Result> {
  const deadline = Date.now() + ms;
  try {
    return await cluster.connection.withDeadline(deadline, call);
  } catch (error) {
    throw serverSilence(cluster, error, ms, deadline) ?? error;
  }
}

/** Undefined for an error of another kind. */
export function serverSilence(
  cluster: TemporalConnection,
  error: unknown,
  ms = SERVER_MS,
  deadline = Number.POSITIVE_INFINITY,
): DeckError | undefined {
  const cause = error instanceof NoAnswer ? error.cause : error;
  if (isUnreachable(cause)) return unreachable(cluster, cause);
  if (!(error instanceof NoAnswer) && !isLate(error, deadline)) return undefined;
  const sentence = `The Temporal server at ${cluster.address} did not answer within ${ms / 1000} s.`;
  return new DeckError('unreachable', sentence, { cause });
}

function unreachable({ address }: TemporalConnection, cause: unknown): DeckError {
  return new DeckError('unreachable', `The Temporal server at ${address} does not answer any more.`, { cause });
}

/** The workers of the queues: whether there are any, and calls that one of them has to answer. */
export class Workers {
  private readonly polls: LruCache<Promise<number | undefined>>;

  /** @param knownForMs how long it counts that a worker was seen, or none */
  constructor(
    private readonly cluster: TemporalConnection,
    private readonly namespace: string,
    knownForMs = 0,
  ) {
    this.polls = new LruCache({ weight: QUEUES_KNOWN, ms: knownForMs });
  }

  async has(taskQueue: string): Promise<boolean> {
    const seen = await this.lastSeen(taskQueue);
    return seen !== undefined && Date.now() - seen <= WORKER_GONE_MS;
  }

  /**
   * A query or an update: without a worker it would wait for ever, so the queue is looked at before and after.
   * @param call keeps the deadline of so many milliseconds itself
   */
  async answered<Result>(taskQueue: string, ms: number, call: () => Promise<Result>): Promise<Result> {
    if (!(await this.has(taskQueue))) throw noWorker(taskQueue);
    const deadline = Date.now() + ms;
    try {
      return await call();
    } catch (error) {
      if (error instanceof WorkflowUpdateFailedError) throw notTaken(error.cause ?? error, error);
      if (error instanceof ReviewRefused || error instanceof ResolveRefused) {
        // Without a cause it was taken, and turned out to be no text.
        throw error.cause === undefined ? new DeckError('refused', error.message) : notTaken(error, error);
      }
      const cause = error instanceof NoAnswer ? error.cause : error;
      if (isUnreachable(cause)) throw unreachable(this.cluster, cause);
      if (!(error instanceof NoAnswer || isLate(error, deadline) || isUnpolled(error))) throw error;
      this.polls.delete(taskQueue);
      const seen = await this.lastSeen(taskQueue);
      throw seen === undefined ? noWorker(taskQueue, cause) : noAnswer(taskQueue, seen, ms, cause);
    }
  }

  private async lastSeen(taskQueue: string): Promise<number | undefined> {
    const ask = () => lastPoll(this.cluster.connection, this.namespace, taskQueue);
    try {
      return await (this.polls.get(taskQueue) ?? this.polls.set(taskQueue, served(this.cluster, ask)));
    } catch (error) {
      this.polls.delete(taskQueue);
      throw error;
    }
  }
}

function notTaken({ message }: Error, cause: unknown): DeckError {
  return new DeckError('refused', `Not taken: ${message}`, { cause });
}

function noWorker(taskQueue: string, cause?: unknown): DeckError {
  return new DeckError('no-worker', `No worker is polling the queue ${taskQueue}`, { remedy: START_ONE, cause });
}

function noAnswer(taskQueue: string, seen: number, waitedMs: number, cause: unknown): DeckError {
  const sentence =
    `No worker of the queue ${taskQueue} answered within ${elapsed(waitedMs)} (one was last seen ` +
    `${elapsed(Date.now() - seen)} ago)`;
  return new DeckError('no-answer', sentence, { remedy: START_ONE, cause });
}
