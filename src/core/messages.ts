import type { Document } from './document';
import type { DeliveryFormat } from './formats';
import type { Stage } from './stages';

/** Names of the workflow and of its messages, for clients in any language. */
export const PRESENTATION = 'presentation';
export const messageNames = {
  /** Query without argument: {@link PresentationProgress}. */
  progress: 'progress',
  /** Update {@link ReviewMessage} → {@link ReviewAnswer}; an invalid one is rejected with an error message. */
  review: 'review',
  /** Signal {@link ReviewMessage}: the same without a response; an invalid one is recorded and ignored. */
  reviewOutline: 'reviewOutline',
  /** Signal `{reviewer?}`: approves the current revision. */
  approveOutline: 'approveOutline',
  /** Update without argument: {@link OutlineAnswer}, as soon as the outline needs a decision or will need none. */
  awaitOutline: 'awaitOutline',
  /** Update {@link ResolveMessage} → {@link ResolveAnswer}: tells a parked deck how to proceed. */
  resolve: 'resolve',
  /** Signal {@link ResolveMessage}: the same without a response. */
  resolveAttention: 'resolveAttention',
  /** Signal without argument: the deck continues as a new run on the current build, at its next wait at the latest. */
  moveToCurrentBuild: 'moveToCurrentBuild',
} as const;

/**
 * Where a person must decide: about the outline before content is paid for, about the content before the design is
 * saved.
 */
export type Gate = 'outline' | 'content';

export const reviewDecisions = [
  'approve',
  'edit',
  'regenerate',
  'reject',
  'request-changes',
  'resolve-changes',
  'delegate',
] as const;

/** The client that a decision came through. Its sender claims it; `api` is any client that claims none of the others. */
export const decisionChannels = ['page', 'cli', 'email', 'mcp', 'api'] as const;
export type DecisionChannel = (typeof decisionChannels)[number];

/** A reviewer's decision about one revision. */
export interface ReviewMessage {
  /** The revision that the reviewer has read; rejected unless it is the current revision. */
  revision: number;
  decision: (typeof reviewDecisions)[number];
  /**
   * With `edit`: the complete edited text as Markdown, a reference to it in the document store, or the outline tree.
   */
  outline?: string | Document | OutlineTree;
  /** With `edit`, instead of `outline`: the revision to restore. */
  restore?: number;
  comment?: string;
  /** With `request-changes`: comments on items of the outline, in addition to `comment` or instead of it. */
  comments?: ReviewComment[];
  /** With `resolve-changes`: the number of the change request (default: every open one). */
  changeRequest?: number;
  /** With `delegate`: the person who takes the reviewer's place at this gate. */
  to?: string;
  reviewer?: string;
  /** The sender vouches for the name, as the review server does if the signed link names the reviewer. */
  verified?: boolean;
  /** With `approve`: the template to use instead of the one from the input. */
  template?: { id: number; type: number };
  /** The client that sends the decision. */
  via?: DecisionChannel;
}

/** A comment on one item of a text. */
export interface ReviewComment {
  item: OutlineItem;
  text: string;
}

/** An item of one revision: its position, and its heading as the reviewer has read it. */
export interface OutlineItem {
  /** Chapter, page and point, counted from 1, such as `2`, `2.1` or `2.1.3`; `0` is the title. */
  path: string;
  heading: string;
  /** A paragraph or table row under the heading, as the reviewer has read it; absent for the heading itself. */
  line?: string;
}

/** Node of an outline tree of the service: `value` and `children`; other fields are dropped. */
export interface OutlineTree {
  value: string;
  type?: string;
  children?: OutlineTree[];
}

export interface ReviewAnswer {
  decision: ReviewMessage['decision'];
  /** The current revision after the decision. */
  revision: number;
  message: string;
  /** With `approve` and `delegate`, while approvals are missing. */
  approvals?: ApprovalStatus;
  /** With `request-changes`: the number of the change request. */
  changeRequest?: number;
}

/** The collected approvals of the current revision. */
export interface ApprovalStatus {
  /** Number of approvals that the gate requires. */
  required: number;
  /** Oldest first, each by another person. */
  given: Approval[];
  missing: {
    /** Number of further approvals. */
    approvals: number;
    /** Required groups without an approval. */
    groups: string[];
    /** Every approval is by a person who edited the text, which `selfApproval: false` does not accept. */
    independent?: true;
  };
  /** The people whose approval counts toward what is missing; absent if anyone's does. */
  from?: string[];
  /** `1 of 2 approvals; missing: legal`. */
  summary: string;
}

/** Open until the text is edited or regenerated, or a reviewer resolves it. No one else can approve meanwhile. */
export interface ChangeRequest {
  number: number;
  revision: number;
  by: string;
  /** As in {@link OutlineRevision}. */
  verified?: boolean;
  at: string;
  comment?: string;
  comments?: ReviewComment[];
}

/** A place at a gate that its reviewer has delegated. */
export interface Delegation {
  /** The reviewer in the settings. */
  from: string;
  /** The person who decides instead. */
  to: string;
}

/** Who may decide at a gate; from the settings, with the members of each required group. */
export interface ReviewPolicy {
  /** Names; empty: anyone. */
  reviewers: string[];
  approvals: number;
  requiredGroups: { name: string; members: string[] }[];
  selfApproval: boolean;
  verifiedOnly: boolean;
}

/** One decision at a gate. The record of a deck has all of them, oldest first. */
export interface DecisionRecord {
  gate: Gate;
  /** The revision that was decided about, and the SHA-256 of its text. */
  revision: number;
  sha256: string;
  decision: ReviewMessage['decision'];
  /** A person's name; `deadline` or `auto-approve` with `via: rule`. */
  by: string;
  /** As in {@link OutlineRevision}. */
  verified?: boolean;
  at: string;
  via: DecisionChannel | 'rule';
  /** Older comments are shortened. */
  comment?: string;
  comments?: ReviewComment[];
  /** With `delegate`. */
  to?: string;
  /** With `request-changes`: its number. */
  opens?: number;
  /** Numbers of the change requests that this decision closed. */
  closes?: number[];
  /** With `edit`: the new revision. */
  newRevision?: number;
}

export const resolveActions = ['retry', 'skip', 'abandon', 'provide'] as const;
/** The highest paid-call limit that a person can set for a deck. */
export const MOST_PAID_CALLS = 1000;

/** How a parked deck should proceed. */
export interface ResolveMessage {
  /** `provide` continues from ids that a person has looked up at the service. */
  action: (typeof resolveActions)[number];
  taskId?: number;
  designId?: number;
  /** Ticket of a running content job. */
  ticket?: string;
  /** Key of a started export job. */
  taskKey?: string;
  /** With `retry`: the new paid-call limit of the deck, including the calls already made. */
  paidCalls?: number;
  by?: string;
  comment?: string;
}

export interface ResolveAnswer {
  action: ResolveMessage['action'];
  stage: Stage;
  message: string;
}

export interface OutlineRevision {
  revision: number;
  document: Document;
  /** The outline only, or with its content. */
  part: Gate;
  /** Generated by the service, edited by a person, given in the input, or found at the service. */
  source: 'generated' | 'edited' | 'given' | 'found';
  /** ISO 8601. */
  at: string;
  by?: string;
  /** Whether the sender vouched for the name in `by`; absent if no person gave one, and in runs from before 0.2. */
  verified?: boolean;
  comment?: string;
}

/** Result of the update `awaitOutline`. */
export interface OutlineAnswer {
  /**
   * `review`: `outline` is awaiting a decision. `parked`: the deck needs a person first, see `attention`. `passed`: the
   * outline needs no decision any more. `ended`: the deck is complete.
   */
  status: 'review' | 'parked' | 'passed' | 'ended';
  stage: Stage;
  /** The current revision, if there is one. */
  outline?: OutlineRevision;
  attention?: Attention;
}

/** Failure type of an update that only waits, if its run continues as new. Send it again. */
export const CONTINUED_AS_NEW = 'ContinuedAsNew';

/** Failure type of a decision about a revision while the deck applies an earlier decision about it. */
export const ALREADY_DECIDED = 'AlreadyDecided';

/** An approval or a rejection. `approval` of a deck is the one that completed the required number. */
export interface Approval {
  revision: number;
  /** A person's name, or `deadline`, `auto-approve`, `review off`. */
  by: string;
  /** As in {@link OutlineRevision}. */
  verified?: boolean;
  at: string;
  comment?: string;
}

/** An entry in a deck's list of problems. */
export interface Problem {
  stage: Stage;
  /** Failure type, see docs/failures.md. */
  type: string;
  message: string;
  at: string;
}

/** The problem that parked the deck; `remedy` is the suggested fix. */
export interface Attention extends Problem {
  remedy: string;
  /** Time of the next automatic retry (ISO 8601); absent if the deck needs a person. */
  retryAt?: string;
}

export interface DeliveredFile {
  format: DeliveryFormat;
  /** Absolute path on the worker's host. */
  path: string;
  bytes: number;
  sha256: string;
}

/** Result of the query `progress`. */
export interface PresentationProgress {
  workflowId: string;
  uid: string;
  /** Absent if there is none. */
  channel?: string;
  request: string;
  title: string;
  stage: Stage;
  /** One sentence: what the deck is doing or waiting for. */
  summary: string;
  taskId?: number;
  designId?: number;
  /** Ticket of the content job while it runs. */
  ticket?: string;
  outline?: OutlineRevision;
  revisions: OutlineRevision[];
  /** The text was provided with the deck and is used as it is, so it cannot be regenerated. */
  ownWords?: true;
  /** Set while the deck is awaiting review: the gate, and the review deadline (ISO 8601). */
  review?: {
    gate: Gate;
    since: string;
    deadline?: string;
    onDeadline?: string;
    reminders: number;
    /** Absent if one approval by anyone is enough, and in runs from before 0.2. So is `policy`. */
    approvals?: ApprovalStatus;
    policy?: ReviewPolicy;
    /** The people who may decide now; absent if anyone may. */
    mayDecide?: string[];
    delegations?: Delegation[];
    /** The open change requests. */
    changeRequests?: ChangeRequest[];
  };
  /** Every decision at a gate, oldest first; absent if there is none. */
  decisions?: DecisionRecord[];
  approval?: Approval;
  contentApproval?: Approval;
  rejection?: Approval;
  template?: { id: number; type: number };
  exports: { format: DeliveryFormat; state: 'waiting' | 'running' | 'ready' | 'delivered' | 'skipped' }[];
  files: DeliveredFile[];
  attention?: Attention;
  problems: Problem[];
  /** Number of paid calls by endpoint. */
  paidCalls: Record<string, number>;
  /** Resources that may exist twice at the service because a response was lost; usually empty. */
  possibleDuplicates: string[];
  startedAt: string;
  updatedAt: string;
}

/** Result of the workflow. */
export interface PresentationResult {
  outcome: 'delivered' | 'rejected';
  uid: string;
  request: string;
  title: string;
  taskId?: number;
  designId?: number;
  revision?: number;
  approval?: Approval;
  contentApproval?: Approval;
  rejection?: Approval;
  /** As in {@link PresentationProgress}. */
  decisions?: DecisionRecord[];
  files: DeliveredFile[];
  problems: Problem[];
  paidCalls: Record<string, number>;
  possibleDuplicates: string[];
}
