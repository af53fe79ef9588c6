import type { ApprovalStatus, Delegation, OutlineRevision, ReviewPolicy } from '../../core/progress';
import { nameKey } from '../../core/reviewer-name';
import { isOpen } from '../../core/threads';
import type { DeckView } from '../v1/schemas';

/** What a gate reviews. Text that came with the deck is both outline and content. */
export const gateOf = ({ ownWords }: Pick<DeckView, 'ownWords'>, gate: 'outline' | 'content') =>
  gate === 'outline' && ownWords ? 'text' : gate;

type Review = NonNullable<DeckView['review']>;

export const isSame = (one: string | undefined, other: string) => one !== undefined && nameKey(one) === nameKey(other);
export const isAmong = (name: string | undefined, names: readonly string[]) => names.some((each) => isSame(name, each));

/** The people who hold the places of these reviewers. */
function holdersOf(names: readonly string[], delegations: readonly Delegation[]): string[] {
  return names.map((name) => delegations.find(({ from }) => isSame(from, name))?.to ?? name);
}

/** The people who hold a place at the gate, so that they can delegate it. */
export function placesAt({ policy, delegations = [] }: Pick<Review, 'policy' | 'delegations'>): string[] {
  if (policy === undefined) return [];
  return holdersOf([...policy.reviewers, ...policy.requiredGroups.flatMap(({ members }) => members)], delegations);
}

/**
 * How many approvals are needed after the one of this person, at least; 0 if that one completes the gate. With `edited`,
 * the person approves an edit, which discards the approvals so far.
 */
export function neededAfter(
  me: string | undefined,
  { approvals, policy, delegations = [] }: Pick<Review, 'approvals' | 'policy' | 'delegations'>,
  revisions: readonly Pick<OutlineRevision, 'source' | 'by'>[],
  edited = false,
): number {
  if (approvals === undefined || policy === undefined) return 0;
  const all = { approvals: policy.approvals, groups: policy.requiredGroups.map(({ name }) => name) };
  const missing = edited ? all : approvals.missing;
  const last = revisions.findLastIndex(({ source }) => source !== 'edited');
  const editors = revisions.slice(last + 1).map(({ by = 'reviewer' }) => by);
  const counts = policy.selfApproval || !(edited || isAmong(me, editors));
  const groups = missing.groups.filter((name) => !(counts && isAmong(me, membersOf(name, policy, delegations))));
  return Math.max(missing.approvals - (counts ? 1 : 0), groups.length > 0 ? 1 : 0, 0);
}

function membersOf(group: string, { requiredGroups }: ReviewPolicy, delegations: readonly Delegation[]): string[] {
  return holdersOf(requiredGroups.find(({ name }) => name === group)?.members ?? [], delegations);
}

/** Whether this person has approved the current revision. */
export const hasApproved = (me: string | undefined, approvals: ApprovalStatus | undefined): boolean =>
  isAmong(me, approvals?.given.map(({ by }) => by) ?? []);

/** The open objections of other people. An approval over them needs a reason. */
export const objectionsTo = (me: string | undefined, { threads = [] }: Pick<DeckView, 'threads'>) =>
  threads.filter((thread) => thread.objection && isOpen(thread) && !isSame(me, thread.by));
