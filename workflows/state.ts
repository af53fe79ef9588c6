import type { Document } from '../src/presentation/document';
import type { DeliveryFormat, PresentationPlan } from '../src/presentation/input';
import type {
  Approval,
  Attention,
  DeliveredFile,
  OutlineRevision,
  Problem,
  ResolveMessage,
  Stage,
} from '../src/presentation/messages';

/**
 * Everything known of one deck. A stage whose result stands here is done: restart, continue-as-new and "go on from
 * these ids" are one mechanism.
 */
export interface PresentationState {
  stage: Stage;
  /** ISO 8601. */
  startedAt: string;
  updatedAt: string;
  plan?: PresentationPlan;
  tokenExpiresAt?: string;
  taskId?: number;
  /** Every revision of the outline, oldest first; the last one is current. */
  outlines: OutlineRevision[];
  /** A reviewer asked for another outline. */
  regenerate?: { comment?: string; by?: string };
  /** While the current revision waits for a decision. */
  waiting?: { since: string; reminders: number };
  approval?: Approval;
  rejection?: Approval;
  /** The revision that the service holds as the task's outline. */
  savedRevision?: number;
  ticket?: string;
  contentAttempts: number;
  content?: { document: Document; pages: number };
  /** Chosen suit, or `none` when the service shall choose. */
  template?: { id: number; type: number } | 'none';
  designId?: number;
  exports: ExportState[];
  attention?: Attention;
  problems: Problem[];
  paidCalls: Record<string, number>;
  possibleDuplicates: string[];
  /** Stages that a person chose to skip. */
  skipped: Stage[];
}

export interface ExportState {
  format: DeliveryFormat;
  state: 'waiting' | 'running' | 'ready' | 'delivered' | 'skipped';
  /** Export task identifier of the service. */
  taskKey?: string;
  files: DeliveredFile[];
}

/** Problems are kept for people; a bound keeps the state small however long a deck is retried. */
const PROBLEMS_KEPT = 50;

export function newState(now: string): PresentationState {
  return {
    stage: 'prepare',
    startedAt: now,
    updatedAt: now,
    outlines: [],
    contentAttempts: 0,
    exports: [],
    problems: [],
    paidCalls: {},
    possibleDuplicates: [],
    skipped: [],
  };
}

export function currentOutline(state: PresentationState): OutlineRevision | undefined {
  return state.outlines.at(-1);
}

export function addRevision(state: PresentationState, revision: Omit<OutlineRevision, 'revision'>): OutlineRevision {
  const added = { revision: state.outlines.length + 1, ...revision };
  state.outlines.push(added);
  return added;
}

export function addProblem(state: PresentationState, problem: Problem): void {
  state.problems.push(problem);
  state.problems.splice(0, state.problems.length - PROBLEMS_KEPT);
}

/** A failed content job: its results are discarded, the next one starts from the generation step. */
export function discardContent(state: PresentationState): void {
  delete state.ticket;
  delete state.content;
}

/** Counts a call that costs. @returns the calls made so far, this one included. */
export function countPaidCall(state: PresentationState, endpoint: string): number {
  state.paidCalls[endpoint] = (state.paidCalls[endpoint] ?? 0) + 1;
  return Object.values(state.paidCalls).reduce((sum, count) => sum + count, 0);
}

/** Stages that a deck can do without. */
export const skippable: readonly Stage[] = ['edit', 'template', 'export', 'download'];

/** What `resolve` changes; afterwards the stage loop looks at the state anew. */
export function applyResolution(state: PresentationState, resolution: ResolveMessage): void {
  if (resolution.taskId !== undefined) state.taskId = resolution.taskId;
  if (resolution.designId !== undefined) state.designId = resolution.designId;
  if (resolution.action === 'skip') skipStage(state);
  // A person who says "again" has looked: the next attempts count from one.
  if (resolution.action === 'retry') state.contentAttempts = 0;
  delete state.attention;
}

function skipStage(state: PresentationState): void {
  if (state.stage === 'export' || state.stage === 'download') {
    const stuck = state.exports.find(
      (item) => item.state === 'waiting' || item.state === 'running' || item.state === 'ready',
    );
    if (stuck !== undefined) stuck.state = 'skipped';
  } else if (state.stage === 'template') {
    delete state.plan?.template;
    state.template = 'none';
  } else {
    state.skipped.push(state.stage);
  }
}
