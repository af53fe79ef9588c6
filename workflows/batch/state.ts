import type { WorkflowInfo } from '@temporalio/workflow';
import type { Reported } from '../../activities';
import { counted } from '../../src/base/text/counted';
import { cut } from '../../src/base/text/cut';
import type { BatchCounts, BatchDeck, BatchProgress, BatchResult } from '../../src/core/batch';
import { code, panel, plain } from '../../src/core/markdown';
import type { BatchPlan } from '../../src/decks/input/batch';

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
  /** Where the next rows of the report belong. */
  reportEnd: Reported['end'];
  paused?: { by: string; comment?: string };
  /** With `onError: stop`: why no more decks are started. */
  stopped?: string;
  failures: BatchProgress['failures'];
  problems: string[];
}

/** A deck without a row in the report. */
export interface RunningDeck extends BatchDeck {
  /** The item has this title, so an existing deck of its request must have it. */
  titled: boolean;
  /**
   * How its end becomes known: by the event of a `child` of this run, or by an activity that waits for `watched` decks.
   * Then, and when it was found to exist, it is `due`: the report looks at it.
   */
  phase: 'child' | 'watched' | 'due';
}

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
    reportEnd: { csv: 0, jsonl: 0 },
    failures: [],
    problems: [],
  };
}

/** Queues a deck for the report. The next run keeps the order, so a late report of this one writes the same rows. */
export function queueForReport(state: BatchState, deck: RunningDeck): void {
  deck.phase = 'due';
  state.running = [...state.running.filter((each) => each !== deck), deck];
}

/** Counts decks whose rows are in the report, and forgets them. */
export function takeEnds(
  state: BatchState,
  decks: readonly RunningDeck[],
  { end, outcomes, failures }: Reported,
): void {
  state.running = state.running.filter((deck) => !decks.includes(deck));
  state.reportEnd = end;
  for (const outcome of outcomes) state.counts[outcome] += 1;
  for (const failure of failures) keep(state.failures, failure);
  const [first] = failures;
  if (first === undefined || state.plan?.onError !== 'stop') return;
  state.stopped ??= `line ${first.line} was not delivered: ${first.reason}`;
}

export function addBatchProblem(state: BatchState, problem: string): void {
  const told = cut(problem);
  if (state.problems.at(-1) !== told) keep(state.problems, told);
}

function keep<T>(list: T[], item: T): void {
  list.push(item);
  list.splice(0, list.length - KEPT);
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

type Info = Pick<WorkflowInfo, 'namespace' | 'workflowId'>;

/** The list of the Temporal UI with the decks that wait for a person. */
function waitingDecks({ namespace, workflowId }: Info): string {
  const query = `ParentWorkflowId = "${workflowId}" AND PresentationWaitingSince IS NOT NULL`;
  return `[list](/namespaces/${encodeURIComponent(namespace)}/workflows?query=${encodeURIComponent(query)}), ${code(query)}`;
}

/** The panel "current details" of the Temporal UI: a Markdown list without secrets. */
export function batchDetailsOf(state: BatchState, info: Info): string {
  const { plan, counts } = state;
  const lines = [`**${plain(batchSummaryOf(state))}**`, ''];
  if (plan !== undefined && state.phase === 'running') {
    const action = state.paused === undefined ? 'pause' : 'resume';
    lines.push(
      `- decks that wait for a person: ${waitingDecks(info)}`,
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
