/** The settings of a gate that say who decides. */
interface DecidingSettings {
  reviewers: readonly string[];
  approvals: number;
  requiredGroups: readonly string[];
  selfApproval: boolean;
  verifiedOnly: boolean | null;
}

/** Whether a gate limits who decides. Otherwise one approval by anyone is enough. */
export function hasLimits(gate: DecidingSettings): boolean {
  const { reviewers, approvals, requiredGroups, selfApproval, verifiedOnly } = gate;
  return reviewers.length + requiredGroups.length > 0 || approvals > 1 || !selfApproval || verifiedOnly === true;
}
