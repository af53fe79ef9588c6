import { given } from '../../src/core/given';
import { LONGEST_OPEN_THREADS, MOST_OPEN_THREADS } from '../../src/core/message-limits';
import type { ReviewAnswer } from '../../src/core/progress';
import { type DecisionKind, type Gate, lengthOf, type ReviewMessage } from '../../src/core/review-message';
import { commentFault } from '../../src/outline/outline-items';
import { mayDecide, policyOf, statusOfGate } from './approvals';
import { openThreads } from './decisions';
import { outlineFault } from './edited-outline';
import { settleApproval, settleDelegation, settleResolution } from './settle';
import { currentOutline, hasOwnWords, MOST_REVISIONS, type PresentationState } from './state';

/** A message whose text has not been checked. */
export type Sent = Omit<ReviewMessage, 'outline'> & { outline?: unknown };

/** How a deck takes one kind of decision. */
interface Kind {
  /** Why the deck takes none now, or undefined. */
  fault?(sent: Sent, state: PresentationState, accepted: boolean): string | undefined;
  /** `always`: also in a full record. `remark`: comments, resolutions and delegations carry the longest texts. */
  record?: 'always' | 'remark';
  /** The review stage checks and records it, and the gate stays open. */
  isRemark?: true;
  /** Whether the UI offers it; absent: always. */
  isOffered?(state: PresentationState, gate: Gate): boolean;
  /**
   * Applies a decision that keeps the gate open and needs no call, in the handler, so that two reviewers can decide at the
   * same time. Absent or without an answer: the review stage applies it.
   */
  settle?(state: PresentationState, gate: Gate, message: ReviewMessage, at: string): string | undefined;
  /** The answer after the review stage has applied it. */
  answer(revision: number, state: PresentationState): string;
}

const settled = () => '';

/** Comments and replies: the review stage checks them against the text, and notifies the receivers. */
const remarked: Kind = {
  isRemark: true,
  fault(sent, state, accepted) {
    const full = roomFault(sent, state);
    if (full !== undefined || accepted) return full;
    // A long text is only in the document store, so an activity checks the comments before they are recorded. This
    // check responds earlier.
    const { document } = currentOutline(state)!;
    return 'text' in document ? commentFault(document.text, sent.comments ?? []) : undefined;
  },
  record: 'remark',
  answer(revision, state) {
    const { thread, opens = [] } = state.decisions!.at(-1)!;
    const numbers = opens.map(({ number }) => number);
    if (thread !== undefined) return `the reply is in thread ${thread}`;
    return `opened about revision ${revision}: ${numbers.length === 1 ? 'thread' : 'threads'} ${numbers.join(', ')}`;
  },
};

export const decisionKinds: Readonly<Record<DecisionKind, Kind>> = {
  approve: {
    record: 'always',
    settle: settleApproval,
    answer(revision, state) {
      if (state.approval === undefined) {
        return `revision ${revision} is approved; it is reviewed at the outline gate next`;
      }
      const isComplete = state.content !== undefined || hasOwnWords(state);
      return `revision ${revision} is approved; ${isComplete ? 'the design is saved next' : 'content is generated next'}`;
    },
  },
  edit: {
    fault({ outline, restore, accept }, state, accepted) {
      const full = revisionsFault(state);
      if (full !== undefined || accepted) return full;
      if (accept !== undefined) return threadFault('accept', accept, state, 'suggestion');
      return restore === undefined ? outlineFault(outline) : restoreFault(restore, state);
    },
    answer: (revision, state) =>
      `the edited ${currentOutline(state)?.part ?? 'outline'} is revision ${revision} and is awaiting review`,
  },
  regenerate: {
    fault: (_, state) =>
      hasOwnWords(state)
        ? 'this text was provided with the deck and cannot be regenerated; approve, edit or reject it'
        : revisionsFault(state),
    isOffered: (state) => !hasOwnWords(state),
    answer: () => 'a new outline is being generated',
  },
  reject: { record: 'always', answer: (revision) => `revision ${revision} is rejected; the deck is complete` },
  'request-changes': remarked,
  comment: remarked,
  reply: { ...remarked, fault: (sent, state) => threadFault('thread', sent.thread, state) ?? roomFault(sent, state) },
  'resolve-thread': {
    fault({ thread }, state) {
      if (thread !== undefined) return threadFault('thread', thread, state);
      return openThreads(state).length === 0 ? 'no thread is open' : undefined;
    },
    record: 'remark',
    isOffered: (state) => openThreads(state).length > 0,
    settle: settleResolution,
    answer: settled,
  },
  delegate: {
    record: 'remark',
    isOffered(state, gate) {
      const policy = policyOf(state, gate);
      return policy !== undefined && mayDecide(state, gate, policy) !== undefined;
    },
    settle: settleDelegation,
    answer: settled,
  },
};

export const isRemark = (decision: DecisionKind): boolean => decisionKinds[decision].isRemark === true;

/** Applies a decision that keeps the gate open. Undefined for every other one, which the review stage applies. */
export function settle(state: PresentationState, message: ReviewMessage, at: string): ReviewAnswer | undefined {
  const { decision } = message;
  const said = state.waiting && decisionKinds[decision].settle?.(state, state.waiting.gate, message, at);
  if (said === undefined) return undefined;
  const approvals = statusOfGate(state);
  const { revision } = currentOutline(state)!;
  return { decision, revision, ...given({ approvals }), message: said };
}

/** The decisions that a person can make now, as the UI offers them. */
export function offeredDecisions(state: PresentationState, gate: Gate): string[] {
  return Object.entries(decisionKinds).flatMap(([name, { isOffered }]) =>
    (isOffered?.(state, gate) ?? true) ? [name] : [],
  );
}

/** After this many decisions, a revision can only be approved or rejected, so that the record stays bounded. */
const MOST_DECISIONS = 500;
/** Maximum number of remarks of a deck. */
const MOST_REMARKS = 200;

/** Why the record has no room for this decision, or undefined. */
export function recordFault({ decisions = [] }: PresentationState, decision: DecisionKind): string | undefined {
  const { record } = decisionKinds[decision];
  if (record === 'always') return undefined;
  const only = 'approve or reject this revision, or start a new deck';
  if (decisions.length >= MOST_DECISIONS) {
    return `the deck has reached the limit of ${MOST_DECISIONS} decisions; ${only}`;
  }
  const made = decisions.filter((each) => decisionKinds[each.decision].record === 'remark').length;
  if (record !== 'remark' || made < MOST_REMARKS) return undefined;
  return `the deck has reached the limit of ${MOST_REMARKS} comments, replies, resolutions and delegations; edit, ${only}`;
}

function revisionsFault({ outlines }: PresentationState): string | undefined {
  if (outlines.length < MOST_REVISIONS) return undefined;
  return `the deck has reached the limit of ${MOST_REVISIONS} revisions; approve or reject this one, or start a new deck`;
}

/** Why the open threads have no room for this text, or undefined. They are never shortened. */
function roomFault({ decision, comment = '', comments = [] }: Sent, state: PresentationState): string | undefined {
  const open = openThreads(state);
  const opens = decision === 'reply' ? 0 : comments.length + (comment === '' ? 0 : 1);
  if (open.length + opens > MOST_OPEN_THREADS) {
    return `${open.length} threads are open, and ${MOST_OPEN_THREADS} is the limit; resolve some first`;
  }
  const texts = [...open, ...open.flatMap(({ replies }) => replies), ...comments, { text: comment }];
  const characters = texts.reduce((sum, each) => sum + lengthOf(each), 0);
  if (characters <= LONGEST_OPEN_THREADS) return undefined;
  return `the open threads would have ${characters} characters, more than ${LONGEST_OPEN_THREADS}; resolve some first`;
}

function threadFault(field: string, number: number | undefined, state: PresentationState, needs?: 'suggestion') {
  const open = openThreads(state).filter((thread) => needs === undefined || thread[needs] !== undefined);
  const numbers = open.map((thread) => thread.number);
  if (numbers.includes(number!)) return undefined;
  const what = needs === undefined ? 'open thread' : `open thread with a ${needs}`;
  return `${field} must be the number of an ${what}: ${numbers.join(', ') || 'there is none'}`;
}

function restoreFault(restore: number, state: PresentationState): string | undefined {
  const current = currentOutline(state)!.revision;
  if (restore === current) return `revision ${restore} is already the current revision`;
  if (state.outlines.some(({ revision }) => revision === restore)) return undefined;
  return `restore must be the number of an earlier revision: 1 to ${current - 1}`;
}
