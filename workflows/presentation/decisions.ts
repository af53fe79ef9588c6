import { given } from '../../src/core/given';
import type { ChangeRequest, DecisionRecord } from '../../src/core/progress';
import { LONGEST_NAME } from '../../src/core/reviewer-name';
import { currentOutline, type PresentationState } from './state';

/** The record of decisions, and the change requests in it. Pure functions of the state. */

/** Number of newest decisions with complete comments. */
const COMPLETE = 10;
const OLD_TEXT = 100;
const OLD_COMMENTS = 3;

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
  return added;
}

/** Shortens old decisions, except the requests that are still open. */
function shorten(state: PresentationState): void {
  const open = state.openRequests ?? [];
  for (const old of state.decisions!.slice(0, -COMPLETE)) {
    if (old.opens !== undefined && open.includes(old.opens)) continue;
    if (old.comment !== undefined) old.comment = old.comment.slice(0, OLD_TEXT);
    if (old.comments === undefined) continue;
    old.comments = old.comments.slice(0, OLD_COMMENTS).map(({ item: { path, heading, line }, text }) => ({
      item: {
        ...{ path, heading: heading.slice(0, OLD_TEXT) },
        ...(line === undefined ? {} : { line: line.slice(0, OLD_TEXT) }),
      },
      text: text.slice(0, OLD_TEXT),
    }));
  }
}

/** The change requests that are open, oldest first. */
export function openChangeRequests({ decisions = [], openRequests = [] }: PresentationState): ChangeRequest[] {
  return decisions.flatMap((each) => {
    if (each.opens === undefined || !openRequests.includes(each.opens)) return [];
    const { opens: number, revision, by, verified, at, comment, comments } = each;
    return { number, revision, by, at, ...given({ verified, comment, comments }) };
  });
}

/** Opens a change request, which discards the approvals before it. @returns its number */
export function openChangeRequest(state: PresentationState): number {
  state.changeRequests = (state.changeRequests ?? 0) + 1;
  state.openRequests = [...(state.openRequests ?? []), state.changeRequests];
  delete state.approvals;
  return state.changeRequests;
}

/** Closes change requests (default: every open one). @returns their numbers, for the record */
export function closeChangeRequests(
  state: PresentationState,
  numbers = state.openRequests ?? [],
): { closes?: number[] } {
  const { openRequests = [] } = state;
  const closes = openRequests.filter((each) => numbers.includes(each));
  const left = openRequests.filter((each) => !closes.includes(each));
  if (left.length === 0) delete state.openRequests;
  else state.openRequests = left;
  return closes.length === 0 ? {} : { closes };
}

/** Discards what was collected about a revision, when the gate gets another one or closes. */
export function discardApprovals(state: PresentationState): void {
  delete state.approvals;
  delete state.openRequests;
}
