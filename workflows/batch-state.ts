import { ActivityFailure, ChildWorkflowFailure, isCancellation } from '@temporalio/workflow';
import type { SeenDeck } from '../activities/look-at-decks';
import type { BatchCounts, BatchProgress, BatchResult, BatchRow, DeckOutcome } from '../src/core/batch';
import { code, panel, plain } from '../src/core/markdown';
import type { PresentationResult } from '../src/core/messages';
import { nameOf } from '../src/core/reviewer-name';
import type { BatchPlan } from '../src/input/batch';
import { counted } from '../src/text/counted';
import { boundedRow, cut, rowBytes } from './batch-rows';

/** The complete state of a batch, carried over when it continues as new. */
export interface BatchState {
  /** ISO 8601. */
  startedAt: string;
  updatedAt: string;
  phase: 'preparing' | 'running' | 'finished' | 'cancelled' | 'failed';
  plan?: BatchPlan;
  /** Index of the first item that was not started. */
  next: number;
  running: RunningDeck[];
  counts: Omit<BatchCounts, 'total'>;
  /** Rows that are not yet in the report. `reportEnd` says where they belong. */
  unwritten: BatchRow[];
  /** Their length as JSON, in bytes; absent in states of 0.1.0 only. */
  unwrittenBytes?: number;
  reportEnd: { csv: number; jsonl: number };
  paused?: { by: string; comment?: string };
  /** With `onError: stop`: why no more decks are started. */
  stopped?: string;
  failures: BatchProgress['failures'];
  problems: string[];
}

export interface RunningDeck {
  line: number;
  uid: string;
  request: string;
  workflowId: string;
  title: string;
  /** The title that an existing deck of this request must have; absent if the item has no title. */
  titled?: string;
  existing: boolean;
  /** Absent where there is none. */
  channel?: string;
  /** Not a child of this run, so an activity watches it. `new` until its first check. */
  watched?: 'new' | 'known';
}

/** The outcome of a deck, as the report has it. */
export type DeckEnd = Pick<BatchRow, 'outcome' | 'reason' | 'files' | 'designId' | 'paidCalls' | 'problems'> &
  Pick<BatchRow, 'possibleDuplicates'>;

/** Maximum number of failures and of problems, to keep the state and the Temporal UI panel small. */
const KEPT = 10;

export function newBatchState(now: string): BatchState {
  return {
    startedAt: now,
    updatedAt: now,
    phase: 'preparing',
    next: 0,
    running: [],
    counts: { started: 0, existing: 0, delivered: 0, rejected: 0, failed: 0, cancelled: 0 },
    unwritten: [],
    unwrittenBytes: 0,
    reportEnd: { csv: 0, jsonl: 0 },
    failures: [],
    problems: [],
  };
}

/** Records the outcome of a deck: counts it once and queues its report row. */
export function takeEnd(state: BatchState, deck: RunningDeck, end: DeckEnd): void {
  const at = state.running.indexOf(deck);
  if (at < 0) return;
  state.running.splice(at, 1);
  state.counts[end.outcome] += 1;
  const { line, uid, request, workflowId, title, existing } = deck;
  const row = boundedRow({ line, uid, request, workflowId, title, existing, ...end });
  state.unwritten.push(row);
  state.unwrittenBytes = (state.unwrittenBytes ?? 0) + rowBytes(row);
  if (end.outcome !== 'failed' && end.outcome !== 'cancelled') return;
  const reason = end.reason ?? end.outcome;
  keep(state.failures, { line, workflowId, reason });
  if (state.plan?.onError === 'stop') state.stopped ??= `line ${line} ${end.outcome}: ${reason}`;
}

export function addBatchProblem(state: BatchState, problem: string): void {
  const told = cut(problem);
  if (state.problems.at(-1) !== told) keep(state.problems, told);
}

/** Only the latest ignored signals are kept, so that they cannot push out real problems. */
const IGNORED_KEPT = 3;
const IGNORED = 'signal ';

export function addIgnoredSignal(state: BatchState, name: string, why: string): void {
  const problem = cut(`${IGNORED}${name}: ${why}`);
  if (state.problems.includes(problem)) return;
  const ignored = state.problems.filter((told) => told.startsWith(IGNORED));
  if (ignored.length >= IGNORED_KEPT) state.problems.splice(state.problems.indexOf(ignored[0]!), 1);
  keep(state.problems, problem);
}

function keep<T>(list: T[], item: T): void {
  list.push(item);
  list.splice(0, list.length - KEPT);
}

export function endOfResult(result: PresentationResult): DeckEnd {
  const { outcome, rejection } = result;
  const by =
    rejection && `rejected by ${nameOf(rejection)}${rejection.comment === undefined ? '' : `: ${rejection.comment}`}`;
  return {
    outcome,
    ...(by === undefined ? {} : { reason: cut(by) }),
    files: result.files.map(({ path }) => path),
    ...(result.designId === undefined ? {} : { designId: result.designId }),
    paidCalls: result.paidCalls,
    problems: result.problems.map(({ stage, type, message }) => cut(`${stage} ${type}: ${message}`)).slice(-KEPT),
    possibleDuplicates: result.possibleDuplicates,
  };
}

function endOfFailure(type: string, message: string, outcome: DeckOutcome = 'failed'): DeckEnd {
  const reason = cut(outcome === 'cancelled' ? 'it was cancelled' : `${type}: ${message}`);
  return { outcome, reason, files: [], paidCalls: {}, problems: [], possibleDuplicates: [] };
}

/** The outcome of a child workflow that failed. */
export function endOfError(error: unknown): DeckEnd {
  if (isCancellation(error)) return endOfFailure('', '', 'cancelled');
  const cause = error instanceof ChildWorkflowFailure || error instanceof ActivityFailure ? error.cause : error;
  const { type, name, message } = (cause ?? {}) as { type?: string; name?: string; message?: string };
  return endOfFailure(type ?? name ?? 'Unexpected', message ?? String(error));
}

/** The outcome of a watched deck. */
export function endOfSeen({ result, failure, taken }: SeenDeck): DeckEnd {
  if (result !== undefined) return endOfResult(result);
  if (taken !== undefined) {
    return endOfFailure('RequestTaken', `this request is the deck “${taken}” already; give the line one of its own`);
  }
  return endOfFailure(failure!.type, failure!.message, failure!.cancelled ? 'cancelled' : 'failed');
}

export function batchProgressOf(state: BatchState, workflowId: string, batch: string): BatchProgress {
  const { plan, counts, running } = state;
  const total = plan?.total ?? 0;
  return {
    workflowId,
    batch: plan?.batch ?? batch,
    state: stateOf(state),
    summary: batchSummaryOf(state),
    total,
    waiting: total - state.next,
    running: running.length,
    ...counts,
    window: plan?.window ?? 0,
    decks: running.map(({ line, workflowId: id, existing }) => ({ line, workflowId: id, existing })),
    failures: state.failures,
    problems: state.problems,
    ...(plan === undefined ? {} : { report: plan.report }),
    startedAt: state.startedAt,
    updatedAt: state.updatedAt,
  };
}

function stateOf({ phase, paused, stopped }: BatchState): BatchProgress['state'] {
  if (phase !== 'running') return phase;
  if (stopped !== undefined) return 'stopping';
  return paused === undefined ? 'running' : 'paused';
}

function batchSummaryOf(state: BatchState): string {
  const { plan, counts, running, paused, stopped } = state;
  if (plan === undefined) return state.phase === 'preparing' ? 'checking the items' : 'the batch did not start';
  const ended = counts.delivered + counts.rejected + counts.failed + counts.cancelled;
  const others = [
    ...(counts.rejected > 0 ? [`${counts.rejected} rejected`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
    ...(counts.cancelled > 0 ? [`${counts.cancelled} cancelled`] : []),
  ];
  const parts = [`${ended} of ${counted(plan.total, 'deck')} complete`, ...others, `${running.length} running`];
  if (state.phase === 'cancelled') parts.push('the batch was cancelled');
  else if (stopped !== undefined) parts.push(`no more decks are started because ${stopped}`);
  else if (paused !== undefined) {
    parts.push(`paused by ${paused.by}${paused.comment === undefined ? '' : `: ${paused.comment}`}`);
  }
  return parts.join(', ');
}

/** The panel "current details" of the Temporal UI: a Markdown list without secrets. */
export function batchDetailsOf(state: BatchState): string {
  const { plan, counts } = state;
  const lines = [`**${plain(batchSummaryOf(state))}**`, ''];
  if (plan !== undefined && state.phase === 'running') {
    const action = state.paused === undefined ? 'pause' : 'resume';
    lines.push(
      `- to ${action}: More Actions, Send an Update, ${code(action)}, with the data ${code('{"by": "me"}')}`,
      `- command line: ${code(`deck batch ${action} ${plan.batch}`)}`,
    );
  }
  if (plan !== undefined) {
    lines.push(`- concurrency limit: ${plan.window}`, `- started by this batch: ${counts.started}`);
    if (counts.existing > 0) lines.push(`- already existing: ${counts.existing}`);
    lines.push(`- report: ${code(plan.report.csv)}`);
  }
  for (const { line, workflowId, reason } of state.failures) {
    lines.push(`- line ${line}, ${code(workflowId)}: ${plain(reason)}`);
  }
  for (const problem of state.problems) lines.push(`- problem: ${plain(problem)}`);
  return panel(lines);
}

export function batchResultOf(state: BatchState): BatchResult {
  const plan = state.plan!;
  return {
    outcome: state.stopped === undefined ? 'finished' : 'stopped',
    batch: plan.batch,
    total: plan.total,
    ...state.counts,
    notStarted: plan.total - state.next,
    report: plan.report,
  };
}
