import { WorkflowUpdateFailedError } from '@temporalio/client';
import { isLate, isUnpolled, isUnreachable } from '../api/errors';
import { CliError, exitCodes } from '../cli/exit';
import type { TemporalConnection } from '../temporal';
import { lastPoll } from '../temporal/pollers';
import { noWorker } from './no-worker';

/** Longest waits for the server and for an answer of a worker. */
const SERVER_MS = 10_000;
const ANSWER_MS = 15_000;

/** A call that the server answers by itself. @throws CliError when it does not */
export async function within<Result>(
  cluster: TemporalConnection,
  call: () => Promise<Result>,
  ms = SERVER_MS,
): Promise<Result> {
  const deadline = Date.now() + ms;
  try {
    return await cluster.connection.withDeadline(deadline, call);
  } catch (error) {
    if (isUnreachable(error)) throw unreachable(cluster, error);
    if (!isLate(error, deadline)) throw error;
    const sentence = `The Temporal server at ${cluster.address} did not answer within ${ms / 1000} s.`;
    throw new CliError(exitCodes.noAnswer, sentence, { cause: error });
  }
}

/** A query or an update: without a worker it would wait for ever, so the queue is looked at before and after. */
export async function answered<Result>(
  cluster: TemporalConnection,
  { namespace, taskQueue }: { namespace: string; taskQueue: string },
  call: () => Promise<Result>,
  ms = ANSWER_MS,
): Promise<Result> {
  const seen = () => within(cluster, () => lastPoll(cluster.connection, namespace, taskQueue));
  if ((await seen()) === undefined) throw noWorker(taskQueue);
  const deadline = Date.now() + ms;
  try {
    return await cluster.connection.withDeadline(deadline, call);
  } catch (error) {
    if (error instanceof WorkflowUpdateFailedError) {
      throw new CliError(exitCodes.failure, `Not taken: ${error.cause?.message ?? error.message}`);
    }
    if (isLate(error, deadline) || isUnpolled(error)) throw noWorker(taskQueue, await seen(), ms);
    throw isUnreachable(error) ? unreachable(cluster, error) : error;
  }
}

function unreachable({ address }: TemporalConnection, cause: unknown): CliError {
  return new CliError(exitCodes.noAnswer, `The Temporal server at ${address} does not answer any more.`, { cause });
}
