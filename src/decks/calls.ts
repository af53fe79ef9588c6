import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { LruCache } from '../base/io/lru-cache';
import { elapsed } from '../base/text/elapsed';
import type { TemporalConnection } from '../temporal';
import { lastPoll } from '../temporal/pollers';
import { InvalidResolution, InvalidReview, isLate, isUnpolled, isUnreachable, NoAnswer } from './api/errors';
import { DeckError } from './errors';

/** Timeout of a call that the Temporal server responds to. */
const SERVER_MS = 30_000;
/** A worker polls at least once a minute, so after this time without a poll there is no worker. */
const WORKER_GONE_MS = 3 * 60_000;
const QUEUES_KNOWN = 100;
export const GRPC_NOT_FOUND = 5;

const START_ONE = 'start one with `deck worker`';

/** A call that the Temporal server responds to without a worker. @throws DeckError if it does not respond */
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

/** The DeckError for a server that does not respond; undefined for every other error. */
export function serverSilence(
  cluster: TemporalConnection,
  error: unknown,
  ms = SERVER_MS,
  deadline = Number.POSITIVE_INFINITY,
): DeckError | undefined {
  const cause = error instanceof NoAnswer ? error.cause : error;
  if (isUnreachable(cause)) return unreachable(cluster, cause);
  if (!(error instanceof NoAnswer) && !isLate(error, deadline)) return undefined;
  const sentence = `The Temporal server at ${cluster.address} did not respond within ${ms / 1000} s.`;
  return new DeckError('unreachable', sentence, { cause });
}

function unreachable({ address }: TemporalConnection, cause: unknown): DeckError {
  return new DeckError('unreachable', `The Temporal server at ${address} is not responding.`, { cause });
}

/** Checks for workers of a task queue, and makes calls that a worker has to respond to. */
export class Workers {
  private readonly polls: LruCache<Promise<number | undefined>>;

  /** @param knownForMs how long the last result of a check is valid */
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
   * A query or an update. Without a worker it would wait forever, so the task queue is checked before and after.
   * @param ms the timeout, which `call` enforces itself
   */
  async answered<Result>(taskQueue: string, ms: number, call: () => Promise<Result>): Promise<Result> {
    if (!(await this.has(taskQueue))) throw noWorker(taskQueue);
    const deadline = Date.now() + ms;
    try {
      return await call();
    } catch (error) {
      if (error instanceof WorkflowUpdateFailedError) throw rejected(error.cause ?? error, error);
      if (error instanceof InvalidReview || error instanceof InvalidResolution) {
        // Without a cause, the update was accepted, but the edited text was invalid.
        throw error.cause === undefined ? new DeckError('refused', error.message) : rejected(error, error);
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

function rejected({ message }: Error, cause: Error): DeckError {
  return new DeckError('refused', `Rejected: ${message}`, { cause, type: failureTypeOf(cause) });
}

function failureTypeOf(error: unknown): string | undefined {
  if (error instanceof ApplicationFailure) return error.type ?? undefined;
  return error instanceof Error ? failureTypeOf(error.cause) : undefined;
}

function noWorker(taskQueue: string, cause?: unknown): DeckError {
  return new DeckError('no-worker', `No worker is polling the task queue ${taskQueue}`, { remedy: START_ONE, cause });
}

function noAnswer(taskQueue: string, seen: number, waitedMs: number, cause: unknown): DeckError {
  const sentence =
    `No worker of the task queue ${taskQueue} responded within ${elapsed(waitedMs)} (a worker last polled ` +
    `${elapsed(Date.now() - seen)} ago)`;
  return new DeckError('no-answer', sentence, { remedy: 'it may be busy, so try again', cause });
}
