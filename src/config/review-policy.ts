import { z } from 'zod';
import { differentPeople, readsAs } from '../core/lookalike-names';
import { LONGEST_NAME } from '../core/reviewer-name';
import { forms } from './fields';

/** Who may decide at a gate, and the contradictions that no one could satisfy. */

const MOST_PEOPLE = 50;
const MOST_GROUPS = 10;

/** A name as it is recorded: one line without characters that hide or reorder text. */
const personName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(LONGEST_NAME)
  .refine((name) => !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(name), {
    error: 'must not contain control or invisible characters',
  });

export const personNames = z
  .array(personName)
  .max(MOST_PEOPLE)
  .superRefine((names, context) => {
    const people = new Set(differentPeople(names));
    for (const [index, name] of names.entries()) {
      if (people.delete(name)) continue;
      const first = names.find((each) => readsAs(each, name))!;
      const likeness = first.toLowerCase() === name.toLowerCase() ? '' : `, because it reads as ${first}`;
      context.addIssue({ code: 'custom', path: [index], message: `names ${name} twice${likeness}` });
    }
  });
forms.add(personNames, { form: 'list of names' });

const groupName = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,49}$/u, {
  error: 'must be 1 to 50 letters, digits, spaces, dots, dashes or underscores',
});

export const groupNames = z
  .array(groupName)
  .max(MOST_GROUPS)
  .refine((names) => new Set(names).size === names.length, { error: 'names a group twice' });
forms.add(groupNames, { form: 'list of group names' });

/** The default is a function, so that no two settings share one object. */
export const reviewerGroups = z
  .record(groupName, personNames)
  .refine((groups) => Object.keys(groups).length <= MOST_GROUPS, {
    error: `must not have more than ${MOST_GROUPS} groups`,
  })
  .default(() => ({}));
forms.add(reviewerGroups, { form: 'map of group names to lists of names' });

interface GatePolicy {
  reviewers: readonly string[];
  approvals: number;
  requiredGroups: readonly string[];
  selfApproval: boolean;
  verifiedOnly: boolean | null;
}

interface Policies {
  review: GatePolicy;
  contentReview: GatePolicy;
  reviewerGroups: Readonly<Record<string, readonly string[]>>;
}

interface PolicyFault {
  path: string[];
  message: string;
}

/** Policies that refer to unknown groups, or that no people could satisfy. */
export function policyFaults({ review, contentReview, reviewerGroups: groups }: Policies): PolicyFault[] {
  return Object.entries({ review, contentReview }).flatMap(([gate, policy]) =>
    faultsOf(policy, groups).map(([setting, message]) => ({ path: [gate, setting], message })),
  );
}

function faultsOf(
  { reviewers, approvals, requiredGroups, selfApproval, verifiedOnly }: GatePolicy,
  groups: Policies['reviewerGroups'],
): [setting: keyof GatePolicy, message: string][] {
  if (approvals > 1 && verifiedOnly === null) return [['verifiedOnly', UNPROVEN(approvals)]];
  const unknown = requiredGroups.filter((name) => !Object.hasOwn(groups, name));
  if (unknown.length > 0) {
    const known = Object.keys(groups);
    const there = known.length === 0 ? 'it has no groups' : `it has ${known.join(', ')}`;
    return unknown.map((name) => [
      'requiredGroups',
      `names the group ${name}, which reviewerGroups does not have; ${there}`,
    ]);
  }
  // Without names, anyone may decide, so there are always enough people.
  if (reviewers.length === 0) return [];
  // The members of an empty group come from the login.
  if (requiredGroups.some((name) => groups[name]!.length === 0)) return [];
  const members = requiredGroups.flatMap((name) => groups[name]!);
  const people = differentPeople([...reviewers, ...members]).length;
  const found: [keyof GatePolicy, string][] = [];
  if (approvals > people) {
    found.push(['approvals', `requires ${approvals} approvals, but only ${counted(people)} may decide; add reviewers`]);
  }
  if (!selfApproval && people === 1) {
    found.push([
      'selfApproval',
      `is false, but only ${reviewers[0]} may decide, so no one could approve after an edit; add reviewers`,
    ]);
  }
  return found;
}

const UNPROVEN = (approvals: number) =>
  `must be set if approvals is ${approvals}: true accepts people who logged in or have a link for their name, false also typed names, with which one person can approve ${approvals} times`;
const counted = (people: number) => (people === 1 ? '1 person' : `${people} people`);
