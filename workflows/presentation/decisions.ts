import { given } from '../../src/core/given';
import type { DecisionRecord, Thread } from '../../src/core/progress';
import type { ReviewMessage } from '../../src/core/review-message';
import { LONGEST_NAME } from '../../src/core/reviewer-name';
import { isOpen, threadsOf } from '../../src/core/threads';
import { currentOutline, note, type PresentationState } from './state';

/** The record of decisions, and the threads in it. Pure functions of the state. */

/** Number of newest decisions with complete comments. */
const COMPLETE = 10;
const OLD_TEXT = 80;
/** Number of closed threads that an older decision keeps. */
const OLD_THREADS = 2;

type Opened = NonNullable<DecisionRecord['opens']>[number];

export type NewDecision = Omit<DecisionRecord, 'gate' | 'revision' | 'sha256' | 'decision' | 'by' | 'at' | 'via'>;

/** Appends a decision about the current revision. Call it before the decision changes the revision. */
export function recordDecision(
  state: PresentationState,
  facts: Pick<DecisionRecord, 'gate' | 'decision' | 'by' | 'at' | 'via'> & NewDecision,
): DecisionRecord {
  const { revision, document } = currentOutline(state)!;
  const { gate, decision, by, at, via, ...rest } = facts;
  const named = { decision, by: by.slice(0, LONGEST_NAME), at, via };
  const added: DecisionRecord = { gate, revision, sha256: document.sha256, ...named, ...rest };
  state.decisions = [...(state.decisions ?? []), added];
  shorten(state);
  const { verified, subject, to, newRevision } = added;
  const about = { gate, revision, sha256: added.sha256, what: decision, by: added.by, at, via };
  note(state, { ...about, ...given({ verified, subject, to, newRevision }) });
  return added;
}

/** Shortens old decisions, except the threads that are still open. */
function shorten(state: PresentationState): void {
  const open = new Set(openThreads(state).map(({ number }) => number));
  for (const old of state.decisions!.slice(0, -COMPLETE)) {
    if (old.comment !== undefined && !open.has(old.thread ?? 0)) old.comment = old.comment.slice(0, OLD_TEXT);
    if (old.opens === undefined) continue;
    let kept = 0;
    old.opens = old.opens.flatMap((thread) => {
      if (open.has(thread.number)) return [thread];
      kept += 1;
      return kept > OLD_THREADS ? [] : [shortened(thread)];
    });
  }
}

function shortened<T extends Opened>({ item, text, suggestion, ...rest }: T) {
  const cut = (long: string | undefined) => long?.slice(0, OLD_TEXT);
  return {
    ...rest,
    text: cut(text)!,
    ...given({
      suggestion: cut(suggestion),
      item: item && { path: item.path, heading: cut(item.heading)!, ...given({ line: cut(item.line) }) },
    }),
  };
}

export const openThreads = ({ decisions }: PresentationState): Thread[] => threadsOf(decisions).filter(isOpen);

/** Numbers the threads that a decision opens. An objection discards the approvals before it. */
export function opensOf(state: PresentationState, { decision, comment = '', comments = [] }: ReviewMessage): Opened[] {
  if (decision === 'request-changes') delete state.approvals;
  return [...(comment === '' ? [] : [{ text: comment }]), ...comments].map((each) => {
    state.threads = (state.threads ?? 0) + 1;
    return { number: state.threads, ...each };
  });
}

/** The open objections that an approval closes, for the record: those of its author, or all of them with the gate. */
export function objectionsClosed(state: PresentationState, of: (author: string) => boolean = () => true) {
  return closed(openThreads(state).filter(({ objection, by }) => objection && of(by)));
}

export const closed = (threads: readonly Pick<Thread, 'number'>[]): { closes?: number[] } =>
  threads.length === 0 ? {} : { closes: threads.map(({ number }) => number) };
