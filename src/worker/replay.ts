import { isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client';
import type { DataConverter, Payload } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { type ReplayWorkerOptions, Worker } from '@temporalio/worker';
import { given } from '../core/given';
import { tracing } from '../temporal/telemetry/tracing';

type History = temporal.api.history.v1.IHistory;

/** A history to replay, fetched lazily. */
export interface Replayable {
  workflowId: string;
  runId?: string;
  history(): Promise<History>;
}

/** A workflow that does not replay with the code, or whose history cannot be read. */
export interface Finding {
  workflowId: string;
  runId?: string;
  reason: string;
}

export interface ReplayReport {
  /** Number of workflows that replay, including those without a completed workflow task. */
  replayed: number;
  broken: Finding[];
  unread: Finding[];
  /** Deleted since they were listed. */
  gone: number;
}

export interface ReplayOptions {
  code: { codePath: string };
  dataConverter: DataConverter;
  /** Number of histories to prefetch. */
  ahead?: number;
}

const AHEAD = 5;

/** Replays histories offline, without polling a task queue. */
export async function replayAll(
  workflows: readonly Replayable[],
  { code, dataConverter, ahead = AHEAD }: ReplayOptions,
): Promise<ReplayReport> {
  const report: ReplayReport = { replayed: 0, broken: [], unread: [], gone: 0 };
  const options: ReplayWorkerOptions = { workflowBundle: code, dataConverter, ...tracing()?.workerOptions() };
  // The worker replays one history at a time and returns its result before it reads the next.
  let current: Replayable | undefined;
  const readable = async function* () {
    for await (const { workflow, fetched } of fetchedAhead(workflows, ahead)) {
      if ('gone' in fetched) report.gone += 1;
      else if ('unread' in fetched) report.unread.push(finding(workflow, fetched.unread));
      else if (!hasBegun(fetched.history)) report.replayed += 1;
      else {
        const unread = await unreadable(fetched.history, dataConverter);
        if (unread !== undefined) report.unread.push(finding(workflow, unread));
        else {
          current = workflow;
          yield { workflowId: workflow.workflowId, history: fetched.history };
        }
      }
    }
  };
  for await (const { error } of Worker.runReplayHistories(options, readable())) {
    if (error === undefined) report.replayed += 1;
    else report.broken.push(finding(current!, reasonOf(error.message)));
  }
  return report;
}

const finding = ({ workflowId, runId }: Replayable, reason: string): Finding => ({
  workflowId,
  ...given({ runId }),
  reason,
});

type Fetched = { history: History } | { unread: string } | { gone: true };

/** Prefetches histories in order, because a replay takes less time than a fetch. */
async function* fetchedAhead(workflows: readonly Replayable[], ahead: number) {
  const fetching: Promise<Fetched>[] = [];
  for (const [at, workflow] of workflows.entries()) {
    while (fetching.length < Math.min(at + ahead, workflows.length)) fetching.push(fetch(workflows[fetching.length]!));
    const fetched = await fetching[at]!;
    // Histories can be large, so each is released after its turn.
    delete fetching[at];
    yield { workflow, fetched };
  }
}

async function fetch({ history }: Replayable): Promise<Fetched> {
  try {
    return { history: await history() };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { gone: true };
    const { message } = error as Error;
    return {
      unread: isGrpcServiceError(error) ? error.details : ((error as Error).cause as Error)?.message || message,
    };
  }
}

/** Without a completed workflow task there is nothing to contradict. */
function hasBegun({ events }: History): boolean {
  return events?.some(({ workflowTaskCompletedEventAttributes }) => workflowTaskCompletedEventAttributes) ?? false;
}

/** Why a history cannot be read, such as a missing key. */
async function unreadable(history: History, { payloadCodecs = [] }: DataConverter): Promise<string | undefined> {
  try {
    for (const codec of payloadCodecs) await codec.decode(payloadsIn(history));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Payloads that codecs do not encode: search attributes, and markers of the SDK's core. */
const UNCODED = new Set(['searchAttributes', 'markerRecordedEventAttributes']);

function payloadsIn(value: unknown): Payload[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  if ('metadata' in value && (value as Payload).metadata?.encoding) return [value as Payload];
  if (Array.isArray(value)) return value.flatMap(payloadsIn);
  return Object.entries(value).flatMap(([key, each]) => (UNCODED.has(key) ? [] : payloadsIn(each)));
}

const MAX_LENGTH = 240;

/** The specific part of the SDK's message about a failed replay. */
function reasonOf(message: string): string {
  const [line = ''] = message
    .replace(/^[\s\S]*?Details: /, '')
    .replace(/^[\s\S]*?Nondeterminism error(?:\([^()]*\))?: /, '')
    .replace(/\s+/g, ' ')
    .split(/, (?:source|encoded_attributes): /);
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)} …` : line;
}
