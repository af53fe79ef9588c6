import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow';
import { temporal } from '@temporalio/proto';
import { given } from '../core/given';
import type { TemporalConnection } from './connection';
import { lastStepFailure } from './step-failure';

const { PendingActivityState } = temporal.api.enums.v1;
type PendingActivity = temporal.api.workflow.v1.IPendingActivityInfo;
type Description = temporal.api.workflowservice.v1.IDescribeWorkflowExecutionResponse;

/**
 * Failures of a running deck that only the server knows. A deck cannot report its own failing workflow task, and while a call
 * is being retried it reports only its stage.
 */
export interface ExecutionHealth {
  /** The workflow task fails. The deck makes no progress until a worker with compatible code takes it. */
  step?: FailingStep;
  /** Calls that are being retried or that an operator has paused. */
  calls?: TroubledCall[];
}

export interface FailingStep {
  /** Number of failures. 0: no workflow task is due, but the worker cannot replay the deck's history. */
  failures: number;
  /** Message of the first failure; requires another call, see {@link healthOf}. */
  reason?: string;
}

export interface TroubledCall {
  /** Name of the activity, such as `streamOutline`. */
  activity: string;
  /** The current or next attempt. */
  attempt: number;
  /** Absent if attempts are unlimited. */
  maximumAttempts?: number;
  /** An operator paused it in the Temporal UI or CLI. */
  paused?: true;
  /** Failure type of the last attempt, see docs/failures.md. */
  type?: string;
  message?: string;
  /** ISO 8601; absent while an attempt is running. */
  nextAttemptAt?: string;
}

/** Health of a deck's execution. `reason: true` also reads why a workflow task failed, with one more call. */
export async function healthOf(
  { client, connection, lists }: Pick<TemporalConnection, 'client' | 'connection' | 'lists'>,
  deck: { workflowId: string; runId?: string },
  { raw, reason = true }: { raw?: Description; reason?: boolean } = {},
): Promise<ExecutionHealth | undefined> {
  const { namespace } = client.options;
  const execution = { workflowId: deck.workflowId, ...given({ runId: deck.runId }) };
  const described = raw ?? (await connection.workflowService.describeWorkflowExecution({ namespace, execution }));
  const failures = (described.pendingWorkflowTask?.attempt ?? 1) - 1;
  const troubled = (described.pendingActivities ?? []).filter(isTroubled);
  if (failures < 1 && troubled.length === 0) return undefined;
  const converter = lists.options.loadedDataConverter;
  const read = (failure: temporal.api.failure.v1.IFailure) =>
    decodeOptionalFailureToOptionalError(converter, failure).catch(() => undefined);
  const why =
    failures > 0 && reason
      ? await lastStepFailure({ client, connection }, execution, read).catch(() => undefined)
      : undefined;
  return {
    ...(failures < 1 ? {} : { step: { failures, ...given({ reason: why }) } }),
    ...(troubled.length === 0
      ? {}
      : { calls: await Promise.all(troubled.map((activity) => troubledCall(activity, read))) }),
  };
}

/** Concurrent requests; each takes a few milliseconds. */
const CONCURRENCY = 16;
/** Total time for a list. A slow server leaves its column empty. */
const TOTAL_TIMEOUT_MS = 1_500;

/** Health of several decks. Decks whose health is not known in time are omitted. */
export async function healthOfDecks(
  cluster: Pick<TemporalConnection, 'client' | 'connection' | 'lists'>,
  decks: readonly { workflowId: string; runId: string }[],
  { timeoutMs = TOTAL_TIMEOUT_MS, reason = false }: { timeoutMs?: number; reason?: boolean } = {},
): Promise<Map<string, ExecutionHealth>> {
  const found = new Map<string, ExecutionHealth>();
  const waiting = [...decks];
  const deadline = Date.now() + timeoutMs;
  const drain = async () => {
    for (let deck = waiting.shift(); deck !== undefined && Date.now() < deadline; deck = waiting.shift()) {
      const health = await healthOf(cluster, deck, { reason }).catch(() => undefined);
      if (health !== undefined) found.set(deck.runId, health);
    }
  };
  await cluster.connection.withDeadline(deadline, () =>
    Promise.all(Array.from({ length: Math.min(CONCURRENCY, decks.length) }, drain)),
  );
  return found;
}

function isTroubled({ attempt, lastFailure, paused, state }: PendingActivity): boolean {
  return isPaused(paused, state) || (Number(attempt ?? 1) > 1 && lastFailure != null);
}

function isPaused(paused: PendingActivity['paused'], state: PendingActivity['state']): boolean {
  return (
    paused === true ||
    state === PendingActivityState.PENDING_ACTIVITY_STATE_PAUSED ||
    state === PendingActivityState.PENDING_ACTIVITY_STATE_PAUSE_REQUESTED
  );
}

async function troubledCall(
  { activityType, attempt, maximumAttempts, lastFailure, paused, state, nextAttemptScheduleTime }: PendingActivity,
  read: (failure: temporal.api.failure.v1.IFailure) => Promise<Error | undefined>,
): Promise<TroubledCall> {
  const error = lastFailure == null ? undefined : await read(lastFailure);
  const type = lastFailure?.applicationFailureInfo?.type || (lastFailure?.timeoutFailureInfo ? 'Timeout' : undefined);
  const next = Number(nextAttemptScheduleTime?.seconds ?? 0) * 1000;
  return {
    activity: activityType?.name ?? 'a call',
    attempt: attempt ?? 1,
    ...(maximumAttempts ? { maximumAttempts } : {}),
    ...(isPaused(paused, state) ? { paused: true as const } : {}),
    ...(type ? { type } : {}),
    ...(error === undefined || error.message === '' ? {} : { message: error.message }),
    ...(next > Date.now() ? { nextAttemptAt: new Date(next).toISOString() } : {}),
  };
}
