import type { Document, StoredFile } from '../src/core/document';
import type { DeliveryFormat } from '../src/core/formats';
import type {
  Approval,
  Attention,
  DeliveredFile,
  Gate,
  OutlineRevision,
  Problem,
  ResolveMessage,
} from '../src/core/messages';
import type { SkippableStage, Stage } from '../src/core/stages';
import type { OptionGroup, PresentationPlan } from '../src/input/input';

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
  /** The ids that the deck was started from were looked at. */
  resumed?: true;
  choices?: Choices;
  /** The document that the deck is made from, in the document store. */
  document?: StoredFile;
  taskId?: number;
  /** Every revision of outline and content, oldest first; the last one is current. */
  outlines: OutlineRevision[];
  /** A reviewer asked for another outline. */
  regenerate?: { comment?: string; by?: string; verified?: boolean };
  /** While the current revision waits for a decision. */
  waiting?: { gate: Gate; since: string; reminders: number; escalated?: true };
  approval?: Approval;
  contentApproval?: Approval;
  rejection?: Approval;
  /** The revision that the service holds as the task's outline. */
  savedRevision?: number;
  ticket?: string;
  contentAttempts: number;
  /** Outline plus content; `revision` when it stands among the revisions. */
  content?: { document: Document; pages: number; revision?: number };
  layoutTaskId?: number;
  /** Chosen suit, or `none` when the service shall choose. */
  template?: { id: number; type: number } | 'none';
  designId?: number;
  /** A save of the design was not answered, and has not been looked up yet. */
  designUnanswered?: true;
  exports: ExportState[];
  attention?: Attention;
  problems: Problem[];
  paidCalls: Record<string, number>;
  possibleDuplicates: string[];
  /** How often the deck has tried again by itself since it was first parked for this reason. */
  selfRetries?: { type: string; attempts: number };
  /** A poll that another run of the history began: milliseconds waited and questions asked so far. */
  polled?: { waited: number; attempts: number };
  /** Notices that were sent so far, over all runs: each has a number of its own. */
  notices?: number;
  /** The revision and gate that a review was last requested for, so that nobody is asked twice. */
  requested?: { gate: Gate; revision: number };
}

/** Names that a person gave, as the ids that travel. */
export interface Choices {
  options?: Partial<Record<OptionGroup, number>>;
  suits?: { colour_id?: number; style_id?: number; scene_id?: number };
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
/** Of these, messages that were ignored: a flood of them does not push out what went wrong with the deck. */
const IGNORED_KEPT = 10;
/** Revisions that one deck can have. With {@link INLINE_REVISIONS}, the state stays far below what a history takes. */
export const MOST_REVISIONS = 500;
/** Newest revisions that keep their whole comments, and oldest ones whose text may travel inside the state. */
const INLINE_REVISIONS = 20;
const OLD_COMMENT = 200;

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
  };
}

export function currentOutline(state: PresentationState): OutlineRevision | undefined {
  return state.outlines.at(-1);
}

export function addRevision(state: PresentationState, revision: Omit<OutlineRevision, 'revision'>): OutlineRevision {
  const added = { revision: state.outlines.length + 1, ...revision };
  state.outlines.push(added);
  const old = state.outlines.at(-1 - INLINE_REVISIONS);
  if (old !== undefined) shorten(old);
  return added;
}

/** Whether the text of the next revision has to go to the document store whatever its length. */
export function needsStore({ outlines }: PresentationState): boolean {
  return outlines.length >= INLINE_REVISIONS;
}

function shorten(revision: OutlineRevision): void {
  const { document, comment, by } = revision;
  if (comment !== undefined) revision.comment = comment.slice(0, OLD_COMMENT);
  if (by !== undefined) revision.by = by.slice(0, OLD_COMMENT);
  if ('preview' in document) revision.document = { ...document, preview: '' };
}

export function addProblem(state: PresentationState, problem: Problem): void {
  const { problems } = state;
  problems.push(problem);
  const ignored = problems.filter(({ type }) => type === 'MessageIgnored');
  if (ignored.length > IGNORED_KEPT) problems.splice(problems.indexOf(ignored[0]!), 1);
  problems.splice(0, problems.length - PROBLEMS_KEPT);
}

/** Whether the source came with its words: then they are one text, outline and content together. */
export function hasOwnWords({ plan }: PresentationState): boolean {
  return plan?.content === 'as-is';
}

/** The revision that the service must hold before the deck goes on: the approved one. */
export function revisionToSave(state: PresentationState): number | undefined {
  // What was generated from the approved outline needs no saving; a text with its own words may be edited after it.
  return (hasOwnWords(state) ? state.contentApproval : undefined)?.revision ?? state.approval?.revision;
}

/** Back to the outline: whatever was made of the one before is not looked at again. */
export function backToOutline(state: PresentationState): void {
  discardContent(state);
  delete state.approval;
  delete state.contentApproval;
  state.contentAttempts = 0;
}

/** A failed content job: its results are discarded, the next one starts from the generation step. */
export function discardContent(state: PresentationState): void {
  delete state.ticket;
  delete state.content;
}

/** Calls to the service that may have cost something so far. */
export function paidCallsOf({ paidCalls }: PresentationState): number {
  return Object.values(paidCalls).reduce((sum, count) => sum + count, 0);
}

/** @param change 1 for a call that is about to be made, -1 for one that the service did not take */
export function addPaidCalls({ paidCalls }: PresentationState, endpoint: string, change: 1 | -1): void {
  const calls = (paidCalls[endpoint] ?? 0) + change;
  if (calls === 0) delete paidCalls[endpoint];
  else paidCalls[endpoint] = calls;
}

/** What `resolve` changes; afterwards the stage loop looks at the state anew. */
export function applyResolution(state: PresentationState, resolution: ResolveMessage, since02: boolean): void {
  if (resolution.taskId !== undefined) state.taskId = resolution.taskId;
  if (resolution.designId !== undefined) state.designId = resolution.designId;
  if (resolution.ticket !== undefined) state.ticket = resolution.ticket;
  if (resolution.taskKey !== undefined) adoptExport(state, resolution.taskKey);
  if (resolution.action === 'skip') skipStage(state, since02);
  // A person who says "again" has looked: the next attempts count from one.
  if (resolution.action === 'retry') state.contentAttempts = 0;
  // A ticket that the service does not know would be refused again and again.
  const unknownTicket = state.stage === 'content' && state.attention?.type === 'NotFound';
  if (since02 && resolution.action === 'retry' && unknownTicket) delete state.ticket;
  if (resolution.paidCalls !== undefined && state.plan) state.plan.settings.paidCalls = resolution.paidCalls;
  delete state.selfRetries;
  delete state.attention;
}

/** The export that waits to be started is the one that a person has found. */
function adoptExport(state: PresentationState, taskKey: string): void {
  const waiting = state.exports.find((item) => item.state === 'waiting');
  if (waiting === undefined) return;
  waiting.taskKey = taskKey;
  waiting.state = 'running';
}

/** What a deck goes on without, by the stage that is skipped. */
const skips: Record<SkippableStage, (state: PresentationState, since02: boolean) => void> = {
  // This edit only: a later one is saved again.
  edit(state) {
    const left = revisionToSave(state);
    if (left !== undefined) state.savedRevision = left;
  },
  layout({ plan }) {
    if (plan !== undefined) plan.proLayout = false;
  },
  template: withoutTemplate,
  design: withoutTemplate,
  export: withoutExport,
  download: withoutExport,
};

function skipStage(state: PresentationState, since02: boolean): void {
  if (state.stage in skips) skips[state.stage as SkippableStage](state, since02);
}

function withoutTemplate(state: PresentationState): void {
  delete state.plan?.template;
  state.template = 'none';
}

function withoutExport({ exports, stage }: PresentationState, since02: boolean): void {
  const stuck = exports.find(
    (item) =>
      item.state === 'waiting' ||
      item.state === 'running' ||
      // An export that is ready is not what parked the stage `export`. Runs from before 0.2 have skipped it.
      (item.state === 'ready' && !(since02 && stage === 'export')),
  );
  if (stuck !== undefined) stuck.state = 'skipped';
}
