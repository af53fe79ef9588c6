import type { GeneratedText } from '../../activities';
import { counted } from '../../src/base/text/counted';
import { quoted } from '../../src/base/text/quoted';
import type { Act } from '../../src/core/acts';
import type { Document, StoredFile } from '../../src/core/document';
import type { DeliveryFormat } from '../../src/core/formats';
import type {
  Approval,
  Attention,
  DecisionRecord,
  Delegation,
  DeliveredFile,
  OutlineRevision,
  Problem,
} from '../../src/core/progress';
import { CHECK, FRAME, isRemark, LEFT_OUT, type RemarkType, SCRIPTS } from '../../src/core/remarks';
import type { ResolveMessage } from '../../src/core/resolve-message';
import type { Gate } from '../../src/core/review-message';
import type { ServiceId } from '../../src/core/service-id';
import type { SkippableStage, Stage } from '../../src/core/stages';
import type { OptionGroup, PresentationPlan } from '../../src/decks/input/input';
import type { OutlineFacts } from '../../src/outline/outline-facts';
import { scriptsSentence } from '../../src/outline/scripts';

/**
 * The complete state of one deck. A stage whose result is here is done, which makes restarts, continue-as-new and
 * starting from existing ids one mechanism.
 */
export interface PresentationState {
  stage: Stage;
  /** ISO 8601. */
  startedAt: string;
  updatedAt: string;
  plan?: PresentationPlan;
  tokenExpiresAt?: string;
  /** The ids that the deck was started from were checked. */
  resumed?: true;
  choices?: Choices;
  /** The source document, in the document store. */
  document?: StoredFile;
  taskId?: ServiceId;
  /** Every revision of outline and content, oldest first; the last one is current. */
  outlines: OutlineRevision[];
  /** Number of open prompts in the current text; absent if there are none. */
  openPrompts?: number;
  /** Why the outline is a frame, in the words of the service. */
  writerNote?: string | undefined;
  /** What was found in the text of each revision, for a revision that is restored. */
  textFacts?: Record<number, TextFacts>;
  /** The outline had prompts, so its answers are text that the service must have. */
  frame?: true;
  /** The facts of the input are in the current outline or an earlier one of the same generation. */
  factsFilled?: true;
  /** A reviewer requested a new outline. */
  regenerate?: { comment?: string; by?: string; verified?: boolean };
  /** Set while the current revision is awaiting review. */
  waiting?: { gate: Gate; since: string; reminders: number; escalated?: true };
  approval?: Approval;
  contentApproval?: Approval;
  rejection?: Approval;
  /** Approvals of the current revision, as long as they do not complete its gate. */
  approvals?: { gate: Gate; revision: number; given: CollectedApproval[] };
  /** Places at the gates that their reviewers have delegated. */
  delegations?: (Delegation & { gate: Gate })[];
  /** Every decision at a gate, oldest first. */
  decisions?: DecisionRecord[];
  /** Number of threads so far. They are in `decisions`. */
  threads?: number;
  /** Number of acts for the audit log, and those that are not in it yet. */
  acts?: number;
  unwritten?: Act[];
  /** The revision that the service has as the task's outline. */
  savedRevision?: number;
  ticket?: string;
  contentAttempts: number;
  /** Outline and content; `revision` is set if it is one of the revisions. */
  content?: { document: Document; pages: number; revision?: number };
  /** A generated text whose outline tree is not complete yet. */
  streamed?: GeneratedText;
  /** A person accepted that the content differs from the approved outline. */
  mismatchAccepted?: true;
  layoutTaskId?: ServiceId;
  /** The chosen template, or `none` to let the service choose. */
  template?: { id: ServiceId; type: number } | 'none';
  designId?: ServiceId;
  /** The response to this create was lost, and its resource was not looked up yet. */
  unanswered?: string;
  /** The name of the deck's directory, from the first download on. A later title does not change it. */
  folder?: string;
  exports: ExportState[];
  attention?: Attention;
  /** The problem that parked the deck, since the first time, however often the stage was retried. */
  parked?: Pick<Problem, 'stage' | 'type' | 'at'>;
  problems: Problem[];
  paidCalls: Record<string, number>;
  possibleDuplicates: string[];
  /** Number of automatic retries since the deck was first parked for this reason. */
  selfRetries?: { type: string; attempts: number };
  /** Progress of a poll that an earlier run started: milliseconds waited and attempts made. */
  polled?: { waited: number; attempts: number };
  /** Number of notifications sent over all runs; it makes their workflow ids unique. */
  notices?: number;
  /** The revision and gate of the last review request, so that none is sent twice. */
  requested?: { gate: Gate; revision: number };
}

export type TextFacts = Pick<OutlineFacts, 'prompts' | 'scripts'>;

export interface CollectedApproval extends Approval {
  template?: { id: ServiceId; type: number };
}

/** The ids of options and template filters that the input gives by name. */
export interface Choices {
  options?: Partial<Record<OptionGroup, ServiceId>>;
  suits?: { colour_id?: ServiceId; style_id?: ServiceId; scene_id?: ServiceId };
}

export interface ExportState {
  format: DeliveryFormat;
  state: 'waiting' | 'running' | 'ready' | 'delivered' | 'skipped';
  /** Export task identifier of the service. */
  taskKey?: string;
  files: DeliveredFile[];
}

/** Maximum number of problems, to keep the state small however often a deck is retried. */
const PROBLEMS_KEPT = 50;
/** Maximum number of ignored messages among them, so that a flood of them does not push out real problems. */
const IGNORED_KEPT = 10;
/**
 * Maximum revisions of a deck. With {@link INLINE_REVISIONS}, the state stays far below the payload limit of Temporal.
 */
export const MOST_REVISIONS = 500;
/** Number of newest revisions with complete comments, and of oldest revisions whose text can be inside the state. */
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

/** Notes what a person or rule did. The next free moment writes it to the audit log. */
export function note(state: PresentationState, act: Omit<Act, 'number'>): void {
  state.acts = (state.acts ?? 0) + 1;
  state.unwritten = [...(state.unwritten ?? []), { ...act, number: state.acts }];
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

/** Whether the text of the next revision must be in the document store, whatever its length. */
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
  // Remarks stay, because they are about the deck itself. Those who make them limit them.
  const others = problems.filter((each) => !isRemark(each));
  if (others.length > PROBLEMS_KEPT) problems.splice(problems.indexOf(others[0]!), 1);
}

/** Replaces the problems about parts of the source that are not on the slides. */
export function setLeftOut(state: PresentationState, sentences: readonly string[], at: string): void {
  setRemarks(state, LEFT_OUT, sentences, at);
}

/** Adds a part of the text that its writer left open. */
export function addLeftOut(state: PresentationState, sentence: string, at: string): void {
  const known = state.problems.filter(({ type }) => type === LEFT_OUT).map(({ message }) => message);
  setRemarks(state, LEFT_OUT, [...new Set([...known, sentence])], at);
}

/** Replaces the problems about unanswered prompts and about text that cannot be drawn. */
export function setTextFacts(state: PresentationState, { prompts, scripts }: TextFacts, at: string): void {
  const facts = { ...(prompts === undefined ? {} : { prompts }), ...(scripts === undefined ? {} : { scripts }) };
  const outline = currentOutline(state);
  if (outline !== undefined) state.textFacts = { ...state.textFacts, [outline.revision]: facts };
  if (prompts === undefined) delete state.openPrompts;
  else {
    state.openPrompts = prompts;
    state.frame = true;
  }
  setRemarks(state, FRAME, prompts === undefined ? [] : [frameSentence(state, prompts)], at);
  setRemarks(state, SCRIPTS, scripts === undefined ? [] : [scriptsSentence(scripts)], at);
}

/** Replaces the problems that checks of delivered files found. */
export function setFindings(state: PresentationState, sentences: readonly string[], at: string): void {
  setRemarks(state, CHECK, sentences, at);
}

function frameSentence({ plan, writerNote }: PresentationState, prompts: number): string {
  const isFrame = `The deck is a frame: ${counted(prompts, 'prompt')} in brackets must be replaced with facts. `;
  // Facts need a title as the source. The text of any other source has these prompts itself.
  if (plan?.source.kind !== 'title')
    return `${isFrame}Edit them at a review, or in the source, and start the deck again.`;
  return (
    `${isFrame}${writerNote ?? 'The service has no language model, or the one that it found gave no usable text.'} Fill in ` +
    'the prompts on the review page, or start the deck again with a document or with facts: ' +
    `deck start ${quoted(plan.title)} --facts facts.txt`
  );
}

/** Replaces the remarks of a type. An unchanged one keeps its time. */
function setRemarks(state: PresentationState, type: RemarkType, sentences: readonly string[], at: string): void {
  const others = state.problems.filter((problem) => problem.type !== type);
  const remarks = sentences.map((message): Problem => ({ stage: state.stage, type, message, at }));
  state.problems = [...remarks, ...others];
}

/** Whether the source has its own content. Outline and content are then one text. */
export function hasOwnWords({ plan }: PresentationState): boolean {
  return plan?.content === 'as-is';
}

/** The approved revision, which the service must have before the deck continues. */
export function revisionToSave(state: PresentationState): number | undefined {
  // Content that was generated from the approved outline needs no saving. A text with its own content can be edited
  // later.
  return (hasOwnWords(state) ? state.contentApproval : undefined)?.revision ?? state.approval?.revision;
}

export function approvedOutline(state: PresentationState): OutlineRevision | undefined {
  const approved = revisionToSave(state);
  return state.outlines.find(({ revision }) => revision === approved);
}

/** Returns the deck to its outline and discards everything that came from the previous one. */
export function backToOutline(state: PresentationState): void {
  discardContent(state);
  delete state.approval;
  delete state.contentApproval;
  state.contentAttempts = 0;
}

/** Discards a content job and its result, so that the content is generated again. */
export function discardContent(state: PresentationState): void {
  delete state.ticket;
  delete state.streamed;
  delete state.content;
  delete state.mismatchAccepted;
}

/** Number of paid calls so far. */
export function paidCallsOf({ paidCalls }: PresentationState): number {
  return Object.values(paidCalls).reduce((sum, count) => sum + count, 0);
}

/** @param change 1 for a call that is about to be made, -1 for one that the service did not apply */
export function addPaidCalls({ paidCalls }: PresentationState, endpoint: string, change: 1 | -1): void {
  const calls = (paidCalls[endpoint] ?? 0) + change;
  if (calls === 0) delete paidCalls[endpoint];
  else paidCalls[endpoint] = calls;
}

/** Applies a resolution to the state; the stage loop then chooses the next stage from it. */
export function applyResolution(state: PresentationState, resolution: ResolveMessage): void {
  if (resolution.taskId !== undefined) state.taskId = resolution.taskId;
  if (resolution.designId !== undefined) adoptDesign(state, resolution.designId);
  if (resolution.ticket !== undefined) state.ticket = resolution.ticket;
  if (resolution.taskKey !== undefined) adoptExport(state, resolution.taskKey);
  if (resolution.action === 'skip') skipStage(state);
  // A manual retry starts a new count of attempts.
  if (resolution.action === 'retry') state.contentAttempts = 0;
  // The service would reject an unknown ticket again.
  const unknownTicket = state.stage === 'content' && state.attention?.type === 'NotFound';
  if (resolution.action === 'retry' && unknownTicket) delete state.ticket;
  if (resolution.newJob) leaveJob(state);
  if (resolution.paidCalls !== undefined && state.plan) state.plan.settings.paidCalls = resolution.paidCalls;
  delete state.selfRetries;
  delete state.attention;
}

/** A design that a person provided. It may be the one whose response was lost, or another one. */
function adoptDesign(state: PresentationState, designId: ServiceId): void {
  state.designId = designId;
  if (state.unanswered !== 'design') return;
  delete state.unanswered;
  state.possibleDuplicates.push(
    `a design: the response to its save was lost, and design ${designId} was provided, which may be that one`,
  );
}

/** Leaves the job that the deck is parked at, so that the stage starts another one. */
function leaveJob(state: PresentationState): void {
  if (state.stage === 'content') discardContent(state);
  // The task is that of another deck. The approved outline is saved to a new one.
  if (state.attention?.type === 'ContentMismatch') {
    delete state.taskId;
    delete state.savedRevision;
  }
  for (const item of state.exports) {
    if (item.state !== 'running') continue;
    delete item.taskKey;
    item.state = 'waiting';
  }
}

/** Assigns a task key that a person provided to the first export that has not started. */
function adoptExport(state: PresentationState, taskKey: string): void {
  const waiting = state.exports.find((item) => item.state === 'waiting');
  if (waiting === undefined) return;
  waiting.taskKey = taskKey;
  waiting.state = 'running';
}

/** How skipping a stage changes the state. */
const skips: Record<SkippableStage, (state: PresentationState) => void> = {
  // Skips this edit only; a later one is saved. The service makes the content from its own outline.
  edit(state) {
    const left = revisionToSave(state);
    if (left !== undefined) state.savedRevision = left;
    state.mismatchAccepted = true;
  },
  content(state) {
    if (state.attention?.type === 'ContentMismatch') state.mismatchAccepted = true;
  },
  layout({ plan }) {
    if (plan !== undefined) plan.proLayout = false;
  },
  template: withoutTemplate,
  design: withoutTemplate,
  export: withoutExport,
  download: withoutExport,
};

function skipStage(state: PresentationState): void {
  if (state.stage in skips) skips[state.stage as SkippableStage](state);
}

function withoutTemplate(state: PresentationState): void {
  delete state.plan?.template;
  state.template = 'none';
}

function withoutExport({ exports, stage }: PresentationState): void {
  const stuck = exports.find(
    (item) =>
      item.state === 'waiting' ||
      item.state === 'running' ||
      // A ready export did not park the stage `export`.
      (item.state === 'ready' && stage !== 'export'),
  );
  if (stuck !== undefined) stuck.state = 'skipped';
}
