import { counted } from '../../src/base/text/counted';
import { listed } from '../../src/base/text/listed';
import { hasLimits } from '../../src/core/gate-policy';
import { differentPeople, readsAs, readsAsOneOf } from '../../src/core/lookalike-names';
import type { Approval, ApprovalStatus, Delegation, ReviewPolicy, Thread } from '../../src/core/progress';
import type { Gate, ReviewMessage } from '../../src/core/review-message';
import { nameKey, nameOf } from '../../src/core/reviewer-name';
import { threadsOf } from '../../src/core/threads';
import type { PresentationPlan } from '../../src/decks/input/input';
import { openThreads } from './decisions';
import { type CollectedApproval, currentOutline, type PresentationState } from './state';

/**
 * Who may decide at a gate, and which approvals are missing. Pure functions of the state. A gate without a policy
 * accepts one approval by anyone.
 */

export type GateSettings = PresentationPlan['settings']['review'];

export function gateSettings({ settings }: PresentationPlan, gate: Gate): GateSettings {
  return gate === 'outline' ? settings.review : settings.contentReview;
}

/** The policy of a gate from the settings of the deck; undefined if one approval by anyone is enough. */
export function policyOf({ plan }: PresentationState, gate: Gate): ReviewPolicy | undefined {
  if (plan === undefined) return undefined;
  const settings = gateSettings(plan, gate);
  if (!hasLimits(settings)) return undefined;
  const { reviewers, approvals, requiredGroups: names, selfApproval, verifiedOnly } = settings;
  const requiredGroups = names.map((name) => ({ name, members: plan.settings.reviewerGroups[name] ?? [] }));
  return { reviewers, approvals, requiredGroups, selfApproval, verifiedOnly: verifiedOnly === true };
}

/**
 * Whether these approvals, which may be from the other gate, are enough for a gate. One that is off needs none, whatever
 * its policy.
 */
export function isSatisfied(state: PresentationState, gate: Gate, given: readonly Approval[]): boolean {
  if (gateSettings(state.plan!, gate).mode === 'off') return true;
  const policy = policyOf(state, gate);
  if (policy === undefined) return true;
  const people = mayDecide(state, gate, policy);
  const accepted = given.filter(
    (each) =>
      (people === undefined || isAmong(each.by, people) || isMember(each, policy)) &&
      (each.verified === true || !policy.verifiedOnly),
  );
  return isComplete(statusOf(state, gate, policy, accepted));
}

/** The gate with a policy that the deck has not passed; undefined if there is none. */
export function gateAhead(state: PresentationState): Gate | undefined {
  const { plan, approval, contentApproval } = state;
  if (plan === undefined) return undefined;
  const gates = { outline: approval, content: contentApproval };
  return (['outline', 'content'] as const).find(
    (gate) =>
      gateSettings(plan, gate).mode !== 'off' && policyOf(state, gate) !== undefined && gates[gate] === undefined,
  );
}

export function delegationsAt({ delegations = [] }: PresentationState, gate: Gate): Delegation[] {
  return delegations.filter((each) => each.gate === gate).map(({ from, to }) => ({ from, to }));
}

/** The people who hold the places of these reviewers. */
function holdersOf(state: PresentationState, gate: Gate, names: readonly string[]): string[] {
  const delegations = delegationsAt(state, gate);
  return names.map((name) => delegations.find(({ from }) => isSame(from, name))?.to ?? name);
}

const isSame = (one: string, other: string) => nameKey(one) === nameKey(other);
const isAmong = (name: string, names: readonly string[]) => names.some((each) => isSame(each, name));

/** The people who may decide at a gate; undefined if anyone may. A member of a required group is a reviewer, too. */
export function mayDecide(state: PresentationState, gate: Gate, policy: ReviewPolicy): string[] | undefined {
  return policy.reviewers.length === 0 ? undefined : placesAt(state, gate, policy);
}

function placesAt(state: PresentationState, gate: Gate, { reviewers, requiredGroups }: ReviewPolicy): string[] {
  return distinct(holdersOf(state, gate, [...reviewers, ...requiredGroups.flatMap(({ members }) => members)]));
}

/** A policy has up to 550 names, so each is normalized once. */
function distinct(names: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const name of names) {
    const key = nameKey(name);
    if (!first.has(key)) first.set(key, name);
  }
  return [...first.values()];
}

/** The approvals of the current revision that were given at this gate. */
export function collected({ approvals, outlines }: PresentationState, gate: Gate): CollectedApproval[] {
  const current = approvals?.gate === gate && approvals.revision === outlines.at(-1)?.revision;
  return current ? approvals.given : [];
}

/** The people who edited the text since it was last generated, whose suggestions are in it, and who started the deck. */
function authorsOf({ outlines, plan, decisions }: PresentationState): string[] {
  const last = outlines.findLastIndex(({ source }) => source !== 'edited');
  const editors = outlines.slice(last + 1).map(({ by = 'reviewer' }) => by);
  const suggested = threadsOf(decisions).flatMap(({ by, closed }) => (closed?.decision === 'edit' ? [by] : []));
  return [...editors, ...suggested, ...(plan === undefined ? [] : [plan.uid, plan.startedBy ?? plan.uid])];
}

/** Whether a login vouches that a person is in a required group. */
function isMember({ groups = [] }: Pick<Approval, 'groups'>, { requiredGroups }: ReviewPolicy): boolean {
  return requiredGroups.some(({ name }) => groups.includes(name));
}

export function statusOf(
  state: PresentationState,
  gate: Gate,
  policy: ReviewPolicy,
  given: readonly Approval[] = collected(state, gate),
): ApprovalStatus {
  const authors = policy.selfApproval ? [] : authorsOf(state);
  const independent = given.filter(({ by }) => !readsAsOneOf(by, authors));
  const approvers = differentPeople(independent.map(({ by }) => by));
  const members = new Map(
    policy.requiredGroups.map(({ name, members: names }) => [name, holdersOf(state, gate, names)]),
  );
  const isThere = (group: string) =>
    members.get(group)!.some((each) => isAmong(each, approvers)) ||
    independent.some((each) => each.groups?.includes(group));
  const groups = [...members.keys()].filter((name) => !isThere(name));
  const approvals = Math.max(0, policy.approvals - approvers.length);
  const isOpen = approvals > 0 || groups.length > 0;
  const missing = { approvals, groups, ...(authors.length > 0 && isOpen ? { independent: true as const } : {}) };
  const counts = (name: string) => !readsAsOneOf(name, [...approvers, ...authors]);
  const anyone = mayDecide(state, gate, policy);
  // While approvals are missing, each further one counts. After that, only the missing groups and persons do.
  const rest = distinct(groups.flatMap((name) => members.get(name)!));
  const from = missing.approvals === 0 && groups.length > 0 ? rest : anyone?.filter(counts);
  const status = {
    required: policy.approvals,
    given: given.map(({ template: _, ...approval }: CollectedApproval) => approval),
    missing,
    ...(from === undefined ? {} : { from }),
  };
  return { ...status, summary: summaryOf(approvers.length, status) };
}

export function isComplete({ missing }: Pick<ApprovalStatus, 'missing'>): boolean {
  return missing.approvals === 0 && missing.groups.length === 0;
}

const MOST_NAMED = 5;

function summaryOf(given: number, { required, missing, from }: Omit<ApprovalStatus, 'summary'>): string {
  const people = from === undefined || from.length === 0 ? '' : ` from ${oneOf(from)}`;
  const parts = [
    ...missing.groups,
    ...(missing.groups.length === 0 && missing.approvals > 0
      ? [`${counted(missing.approvals, 'approval')}${people}`]
      : []),
    ...(missing.independent && from === undefined ? ['people who did not write the text'] : []),
  ];
  const count = `${given} of ${counted(required, 'approval')}`;
  return parts.length === 0 ? count : `${count}; missing: ${parts.join(', ')}`;
}

/** `Ann, Bob or Carl`; a long list is cut. */
export function oneOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED);
  const rest = names.length - shown.length;
  const all = rest === 0 ? shown : [...shown, counted(rest, 'other', 'others')];
  return listed(all) || 'no one';
}

/** The status of the open gate; undefined if one approval by anyone is enough. */
export function statusOfGate(state: PresentationState): ApprovalStatus | undefined {
  const { waiting } = state;
  const policy = waiting && policyOf(state, waiting.gate);
  return policy && statusOf(state, waiting!.gate, policy);
}

type Sent = Pick<
  ReviewMessage,
  'decision' | 'reviewer' | 'verified' | 'groups' | 'to' | 'comment' | 'despite' | 'thread'
>;

/** Why a person may not make this decision, or undefined. Call it only while the deck is awaiting review. */
export function whyNot(state: PresentationState, message: Sent): string | undefined {
  const { gate } = state.waiting!;
  const policy = policyOf(state, gate);
  const personFault = policy === undefined ? undefined : personFaultOf(state, gate, policy, message);
  if (personFault !== undefined) return personFault;
  if (message.decision === 'approve') return approvalFault(state, gate, message);
  if (message.decision === 'delegate') return delegationFault(state, gate, policy, message);
  if (message.decision === 'resolve-thread') return resolutionFault(state, message);
  return undefined;
}

function personFaultOf(
  state: PresentationState,
  gate: Gate,
  policy: ReviewPolicy,
  { reviewer, verified, groups = [] }: Sent,
): string | undefined {
  const people = mayDecide(state, gate, policy);
  const who = people === undefined ? 'anyone' : oneOf(people);
  if (reviewer === undefined) return `send your name in "reviewer": at this gate, ${who} may decide`;
  const isIn = verified === true && isMember({ groups: [...groups] }, policy);
  if (people !== undefined && !isAmong(reviewer, people) && !isIn) {
    const delegated = delegationsAt(state, gate).find(({ from }) => isSame(from, reviewer));
    const why = delegated === undefined ? '' : ` (${delegated.to} decides for ${delegated.from})`;
    return `${reviewer} may not decide on the ${gate}${why}; ask ${who}`;
  }
  if (policy.verifiedOnly && verified !== true) {
    return `this gate accepts verified names only, and ${reviewer} is not verified; log in, or decide with a review link for that name`;
  }
  return undefined;
}

function approvalFault(state: PresentationState, gate: Gate, message: Sent): string | undefined {
  const { reviewer } = message;
  const { revision } = currentOutline(state)!;
  const policy = policyOf(state, gate);
  const given = policy && collected(state, gate).find(({ by }) => readsAs(by, reviewer!))?.by;
  if (given !== undefined) {
    const person = isSame(given, reviewer!) ? reviewer : `${given}, whose name reads as ${reviewer},`;
    return `${person} has already approved revision ${revision}: ${statusOf(state, gate, policy!).summary}`;
  }
  if (policy?.selfApproval === false && readsAsOneOf(reviewer!, authorsOf(state))) {
    return `${reviewer} wrote this text or started this deck, and this gate needs the approval of other people: ${statusOf(state, gate, policy).summary}`;
  }
  return objectionFault(state, message);
}

/** The open objections of other people. */
function objectionsAgainst(state: PresentationState, reviewer: string | undefined): Thread[] {
  const isForeign = ({ by }: Thread) => reviewer === undefined || !isSame(by, reviewer);
  return openThreads(state).filter((thread) => thread.objection && isForeign(thread));
}

/** `Ann (threads 1, 2) and Bo (thread 3)`. */
function withNumbers(threads: readonly Thread[]): string {
  const names = [...new Set(threads.map(nameOf))].slice(0, MOST_NAMED);
  const numbers = (name: string) => threads.filter((each) => nameOf(each) === name).map(({ number }) => number);
  const places = (of: number[]) => `${of.length === 1 ? 'thread' : 'threads'} ${of.join(', ')}`;
  return listed(
    names.map((name) => `${name} (${places(numbers(name))})`),
    'and',
  );
}

/** Approving over an objection names it, because another one may have come meanwhile, and has a reason. */
function objectionFault(state: PresentationState, { reviewer, comment, despite = [] }: Sent): string | undefined {
  const objections = objectionsAgainst(state, reviewer);
  const unnamed = objections.filter(({ number }) => !despite.includes(number));
  if (unnamed.length > 0) {
    const numbers = objections.map(({ number }) => number).join(', ');
    return `${withNumbers(unnamed)} requested changes; resolve that first, or approve over it with "despite": [${numbers}] and the reason in "comment"`;
  }
  if (objections.length === 0 || comment !== undefined) return undefined;
  return `${withNumbers(objections)} requested changes; to approve over that, give the reason in "comment"`;
}

/** Only its author withdraws an objection without a reason. */
function resolutionFault(state: PresentationState, { reviewer, comment, thread }: Sent): string | undefined {
  const others = objectionsAgainst(state, reviewer).filter(({ number }) => thread === undefined || number === thread);
  if (others.length === 0 || comment !== undefined) return undefined;
  return `${withNumbers(others)} requested changes; to resolve that, give the reason in "comment"`;
}

function delegationFault(
  state: PresentationState,
  gate: Gate,
  policy: ReviewPolicy | undefined,
  { reviewer, to }: Sent,
): string | undefined {
  if (to === undefined) return 'delegate requires the name of the person in "to"';
  const places = policy === undefined ? [] : placesAt(state, gate, policy);
  if (reviewer === undefined || !isAmong(reviewer, places)) {
    return 'only a reviewer named in the settings can delegate, and anyone may decide at this gate';
  }
  if (readsAsOneOf(to, places)) return `${to} already decides at this gate; delegate to another person`;
  // One place is one approval, and no delegation completes a gate.
  const approved = collected(state, gate).find(({ by }) => readsAsOneOf(by, [reviewer, to]));
  if (approved === undefined) return undefined;
  return `${approved.by} has already approved revision ${currentOutline(state)!.revision}; delegate before that, or to another person`;
}

/** Hands every place that a person holds at this gate to another one. */
export function delegate(state: PresentationState, gate: Gate, reviewer: string, to: string): void {
  const policy = policyOf(state, gate)!;
  const places = distinct([...policy.reviewers, ...policy.requiredGroups.flatMap(({ members }) => members)]);
  const held = places.filter((name) => isSame(holdersOf(state, gate, [name])[0]!, reviewer));
  const others = (state.delegations ?? []).filter((each) => each.gate !== gate || !isAmong(each.from, held));
  // A place that returns to its reviewer is no longer delegated.
  const moved = held.filter((from) => !isSame(from, to)).map((from) => ({ gate, from, to }));
  state.delegations = [...others, ...moved];
}
