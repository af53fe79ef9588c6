import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow';
import { temporal } from '@temporalio/proto';
import type { TemporalConnection } from './connection';
import { lastStepFailure } from './step-failure';

const { PendingActivityState } = temporal.api.enums.v1;
type PendingActivity = temporal.api.workflow.v1.IPendingActivityInfo;
type Description = temporal.api.workflowservice.v1.IDescribeWorkflowExecutionResponse;

/**
 * What the server knows of a running deck's trouble, without a worker: a deck whose own step fails cannot say so itself,
 * and one that waits for its next attempt says only what it is doing.
 */
export interface ExecutionHealth {
  /** The workflow task fails: the deck stands still until a worker with fitting code takes it. */
  step?: FailingStep;
  /** Calls that failed and will be tried again, or that an operator has paused. */
  calls?: TroubledCall[];
}

export interface FailingStep {
  /** How many times it has failed so far; 0 where no step is due, and the worker cannot make the deck from its history. */
  failures: number;
  /** What the first failure said; asked for separately, see {@link healthOf}. */
  reason?: string;
}

export interface TroubledCall {
  /** Name of the activity, such as `streamOutline`. */
  activity: string;
  /** The attempt that runs, or comes next. */
  attempt: number;
  /** Left out where attempts have no limit. */
  maximumAttempts?: number;
  /** An operator paused it in the Temporal UI or CLI. */
  paused?: true;
  /** Stable name of the last failure, see docs/failures.md. */
  type?: string;
  message?: string;
  /** ISO 8601; left out while an attempt is running. */
  nextAttemptAt?: string;
}

/** The deck's execution as the server describes it; `reason: true` also reads why a step failed, one more call. */
export async function healthOf(
  { client, connection, lists }: Pick<TemporalConnection, 'client' | 'connection' | 'lists'>,
  deck: { workflowId: string; runId?: string },
  { raw, reason = true }: { raw?: Description; reason?: boolean } = {},
): Promise<ExecutionHealth | undefined> {
  const { namespace } = client.options;
  const execution = { workflowId: deck.workflowId, ...(deck.runId === undefined ? {} : { runId: deck.runId }) };
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
    ...(failures < 1 ? {} : { step: { failures, ...(why === undefined ? {} : { reason: why }) } }),
    ...(troubled.length === 0
      ? {}
      : { calls: await Promise.all(troubled.map((activity) => troubledCall(activity, read))) }),
  };
}

/** So many descriptions at once; the server answers each in a few milliseconds. */
const AT_ONCE = 16;
/** Lists are quick; a server that is not leaves this column empty. */
const TOGETHER_MS = 1_500;

/** The same of several decks; those that could not be asked in time are left out. */
export async function healthOfDecks(
  cluster: Pick<TemporalConnection, 'client' | 'connection' | 'lists'>,
  decks: readonly { workflowId: string; runId: string }[],
  { togetherMs = TOGETHER_MS, reason = false }: { togetherMs?: number; reason?: boolean } = {},
): Promise<Map<string, ExecutionHealth>> {
  const found = new Map<string, ExecutionHealth>();
  const waiting = [...decks];
  const deadline = Date.now() + togetherMs;
  const ask = async () => {
    for (let deck = waiting.shift(); deck !== undefined && Date.now() < deadline; deck = waiting.shift()) {
      const health = await healthOf(cluster, deck, { reason }).catch(() => undefined);
      if (health !== undefined) found.set(deck.runId, health);
    }
  };
  await cluster.connection.withDeadline(deadline, () =>
    Promise.all(Array.from({ length: Math.min(AT_ONCE, decks.length) }, ask)),
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
