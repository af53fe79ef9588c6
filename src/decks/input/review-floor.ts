import { hasLimits } from '../../core/gate-policy';
import { nameKey } from '../../core/reviewer-name';
import type { WorkflowSettings } from './input';

/**
 * The review policy of an installation is a minimum: a deck may only be stricter. A gate whose settings limit who decides
 * binds. Without such limits anyone may approve, also the person who starts the deck.
 */

export type Policies = Pick<WorkflowSettings, 'review' | 'contentReview' | 'reviewerGroups'>;
type GateSettings = Policies['review'];
const gates = ['review', 'contentReview'] as const;

const binds = (gate: GateSettings) => gate.mode !== 'off' && hasLimits(gate);

/** The gates of an installation that bind its decks. */
export const bindingGates = (standard: Policies) => gates.filter((gate) => binds(standard[gate]));

const modes = ['off', 'auto-approve', 'required'];
const ends = ['approve', 'hold', 'reject'];
const names = (list: readonly string[]) => list.map(nameKey);
const hasAll = (list: readonly string[], wanted: readonly string[]) => wanted.every((each) => list.includes(each));

/** Whether a field of a deck's gate is at least as strict as that of the installation. */
type Rule = (asked: GateSettings, floor: GateSettings, standard: Policies) => boolean;

/** One rule for each field, so that a new field needs one. */
export const floorRules: Readonly<Record<keyof GateSettings, Rule>> = {
  mode: (asked, floor) => modes.indexOf(asked.mode) >= modes.indexOf(floor.mode),
  autoApproveAfter: (asked, floor) => asked.mode !== 'auto-approve' || asked.autoApproveAfter >= floor.autoApproveAfter,
  // They tell people about the review and change no decision.
  reminders: () => true,
  escalateAfter: (asked, floor) => floor.escalateTo === '' || asked.escalateAfter <= floor.escalateAfter,
  // The address gets a link to decide with.
  escalateTo: (asked, floor) => asked.escalateTo === floor.escalateTo,
  deadline(asked, floor) {
    if (asked.onDeadline !== floor.onDeadline || floor.onDeadline === 'hold') return true;
    return floor.onDeadline === 'approve' ? asked.deadline >= floor.deadline : asked.deadline <= floor.deadline;
  },
  onDeadline: (asked, floor) => ends.indexOf(asked.onDeadline) >= ends.indexOf(floor.onDeadline),
  reviewers(asked, floor, { reviewerGroups }) {
    if (floor.reviewers.length === 0) return true;
    const members = floor.requiredGroups.flatMap((group) => reviewerGroups[group] ?? []);
    return asked.reviewers.length > 0 && hasAll(names([...floor.reviewers, ...members]), names(asked.reviewers));
  },
  approvals: (asked, floor) => asked.approvals >= floor.approvals,
  // Members of a further group could decide in addition to the reviewers.
  requiredGroups: (asked, floor) =>
    hasAll(asked.requiredGroups, floor.requiredGroups) &&
    (floor.reviewers.length === 0 || hasAll(floor.requiredGroups, asked.requiredGroups)),
  selfApproval: (asked, floor) => floor.selfApproval || !asked.selfApproval,
  verifiedOnly: (asked, floor) => floor.verifiedOnly !== true || asked.verifiedOnly === true,
};

/** @param every also a gate that anyone may decide at, for a caller who may not decide */
export const boundGates = (standard: Policies, every: boolean) =>
  every ? gates.filter((gate) => standard[gate].mode !== 'off') : bindingGates(standard);

/**
 * The fields of a deck that are weaker than the policy of the installation, with a sentence each.
 * @param every as in {@link boundGates}
 */
export function weakerThan(standard: Policies, asked: Policies, every = false): [field: string, sentence: string][] {
  const bound = boundGates(standard, every);
  const weak = bound.flatMap((gate) =>
    (Object.keys(floorRules) as (keyof GateSettings)[])
      .filter((field) => !floorRules[field](asked[gate], standard[gate], standard))
      .map((field) => `${gate}.${field}`),
  );
  const groups = new Set(bound.flatMap((gate) => standard[gate].requiredGroups));
  const widened = [...groups].filter((group) => {
    const [wanted, members] = [standard, asked].map(({ reviewerGroups }) => names(reviewerGroups[group] ?? []));
    return !hasAll(wanted!, members!) || (wanted!.length > 0 && members!.length === 0);
  });
  return [...weak, ...widened.map((group) => `reviewerGroups.${group}`)].map((field) => [
    field,
    `is weaker than workflow.${field} of this installation, and its review policy is the minimum for every deck`,
  ]);
}
