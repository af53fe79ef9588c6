import type { Document } from './document';
import type { DeliveryFormat } from './input';

/** Names of the workflow and of its messages, as clients of any language send them. */
export const PRESENTATION = 'presentation';
export const messageNames = {
  /** Query without argument: {@link PresentationProgress}. */
  progress: 'progress',
  /** Update {@link ReviewMessage} → {@link ReviewAnswer}; refused with a sentence when it does not fit. */
  review: 'review',
  /** Signal {@link ReviewMessage}: the same without an answer; what does not fit is recorded and ignored. */
  reviewOutline: 'reviewOutline',
  /** Signal `{reviewer?}`: approves the outline as it stands. */
  approveOutline: 'approveOutline',
  /** Update {@link ResolveMessage} → {@link ResolveAnswer}: what to do about a parked deck. */
  resolve: 'resolve',
  /** Signal {@link ResolveMessage}: the same without an answer. */
  resolveAttention: 'resolveAttention',
} as const;

export type Stage =
  | 'prepare'
  | 'grant'
  | 'task'
  | 'outline'
  | 'review'
  | 'edit'
  | 'content'
  | 'template'
  | 'design'
  | 'export'
  | 'download'
  | 'delivered'
  | 'rejected'
  | 'cancelled'
  | 'failed';

/** A reviewer's decision about one revision of the outline. */
export interface ReviewMessage {
  /** The revision that the reviewer has read; an older one than the current is refused. */
  revision: number;
  decision: 'approve' | 'edit' | 'regenerate' | 'reject';
  /** With `edit`: the whole edited outline as Markdown, or its address in the document store. */
  outline?: string | Document;
  comment?: string;
  reviewer?: string;
}

export interface ReviewAnswer {
  decision: ReviewMessage['decision'];
  /** The revision that stands after the decision. */
  revision: number;
  message: string;
}

/** What a person wants done about a parked deck. */
export interface ResolveMessage {
  /** `provide` puts ids that a person has found into the state and goes on from there. */
  action: 'retry' | 'skip' | 'abandon' | 'provide';
  taskId?: number;
  designId?: number;
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
  source: 'generated' | 'edited';
  /** ISO 8601. */
  at: string;
  by?: string;
  comment?: string;
}

export interface Approval {
  revision: number;
  /** Who: a person's name, or `deadline`, `auto-approve`, `review off`. */
  by: string;
  at: string;
  comment?: string;
}

/** Something that went wrong, in words for a person. */
export interface Problem {
  stage: Stage;
  /** Stable name of the kind of failure, see docs/failures.md. */
  type: string;
  message: string;
  at: string;
}

/** A problem that waits for a person: what to do is said in `remedy`. */
export interface Attention extends Problem {
  remedy: string;
}

export interface DeliveredFile {
  format: DeliveryFormat;
  /** Absolute path on the worker's machine. */
  path: string;
  bytes: number;
  sha256: string;
}

/** Answer of the query `progress`. */
export interface PresentationProgress {
  workflowId: string;
  uid: string;
  request: string;
  title: string;
  stage: Stage;
  /** One sentence: what happens now, or what is awaited. */
  summary: string;
  taskId?: number;
  designId?: number;
  /** Ticket of the content job, while there is one. */
  ticket?: string;
  outline?: OutlineRevision;
  revisions: Omit<OutlineRevision, 'document'>[];
  /** While the outline waits for a decision: when reminded and decided without one (ISO 8601). */
  review?: { since: string; deadline?: string; onDeadline?: string; reminders: number };
  approval?: Approval;
  rejection?: Approval;
  template?: { id: number; type: number };
  exports: { format: DeliveryFormat; state: 'waiting' | 'running' | 'ready' | 'delivered' | 'skipped' }[];
  files: DeliveredFile[];
  attention?: Attention;
  problems: Problem[];
  /** Calls to the service that cost, by endpoint. */
  paidCalls: Record<string, number>;
  /** What may exist twice in the service because an answer was lost; empty in an ordinary run. */
  possibleDuplicates: string[];
  startedAt: string;
  updatedAt: string;
}

/** What the workflow returns. */
export interface PresentationResult {
  outcome: 'delivered' | 'rejected';
  uid: string;
  request: string;
  title: string;
  taskId?: number;
  designId?: number;
  revision?: number;
  approval?: Approval;
  rejection?: Approval;
  files: DeliveredFile[];
  problems: Problem[];
  paidCalls: Record<string, number>;
  possibleDuplicates: string[];
}
