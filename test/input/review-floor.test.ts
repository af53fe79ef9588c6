import { settingsSchema } from '../../src/config/settings';
import { checkedDeck, planOf, type Starter } from '../../src/decks/input/plan';

const POLICY = {
  mode: 'auto-approve',
  autoApproveAfter: '2h',
  escalateAfter: '1h',
  escalateTo: 'lead@example.com',
  deadline: '5 days',
  onDeadline: 'approve',
  reviewers: ['Ann', 'Bo', 'Cy'],
  approvals: 2,
  requiredGroups: ['legal'],
  selfApproval: false,
  verifiedOnly: true,
};
const reviewerGroups = { legal: ['Li', 'Lu'] };
const installation = (workflow: object) => settingsSchema.parse({ workflow });
const keys = { uid: 'u', request: 'r', title: 'T' };

/** What of a deck's settings is refused. */
function refused(workflow: object, settings: object, more: object = {}, starter: Starter = {}): string[] {
  try {
    checkedDeck({ ...keys, settings, ...more }, installation(workflow), starter);
    return [];
  } catch (error) {
    return [...(error as Error).message.matchAll(/(settings\.[\w.]+|from\.\w+): (?:is weaker|skips)/g)].map(
      ([, field]) => field!,
    );
  }
}

/** For each field of a gate: values that a deck may have, and weaker ones. */
const values: Record<string, { strict: unknown[]; weak: unknown[] }> = {
  mode: { strict: ['required'], weak: ['off'] },
  autoApproveAfter: { strict: ['3h'], weak: ['1s', '0s'] },
  reminders: { strict: [[], ['1m']], weak: [] },
  escalateAfter: { strict: ['30m'], weak: ['2h'] },
  escalateTo: { strict: [], weak: ['', 'mallory@example.com'] },
  deadline: { strict: ['6 days'], weak: ['1s'] },
  onDeadline: { strict: ['reject', 'hold'], weak: [] },
  reviewers: {
    strict: [
      ['Ann', 'Bo'],
      ['ann', 'Li', 'Bo'],
    ],
    weak: [[], ['mallory', 'Ann'], ['Ann', 'Bo', 'Cy', 'Di']],
  },
  approvals: { strict: [3], weak: [1] },
  requiredGroups: { strict: [], weak: [[], ['legal', 'friends']] },
  selfApproval: { strict: [], weak: [true] },
  verifiedOnly: { strict: [], weak: [false] },
};

const groups = { ...reviewerGroups, friends: ['Ann'] };

describe.each(['review', 'contentReview'] as const)('the policy of an installation for %s is a minimum', (gate) => {
  const floor = { reviewerGroups: groups, [gate]: POLICY };

  it('has a rule for each field of a gate', () => {
    expect(Object.keys(values).sort()).toEqual(Object.keys(settingsSchema.parse({}).workflow[gate]).sort());
    for (const { strict, weak } of Object.values(values)) expect(strict.length + weak.length).toBeGreaterThan(0);
  });

  const rows = Object.entries(values);
  it.each(rows.flatMap(([field, { weak }]) => weak.map((value) => [field, value])))(
    'refuses %s: %j',
    (field, value) => {
      expect(refused(floor, { [gate]: { [field as string]: value } })).toEqual([`settings.${gate}.${field}`]);
    },
  );

  it.each(rows.flatMap(([field, { strict }]) => strict.map((value) => [field, value])))(
    'takes %s: %j',
    (field, value) => {
      expect(refused(floor, { [gate]: { [field as string]: value } })).toEqual([]);
    },
  );

  it('refuses another group under the name of a required one', () => {
    const members = (legal: string[]) => refused(floor, { reviewerGroups: { legal } });
    expect(members(['Li', 'Mallory'])).toEqual(['settings.reviewerGroups.legal']);
    expect(members(['Li'])).toEqual([]);
  });

  it('binds a deadline that rejects, and one that holds', () => {
    const ending = (onDeadline: string, asked: object) =>
      refused({ ...floor, [gate]: { ...POLICY, onDeadline } }, { [gate]: asked });
    expect(ending('reject', { onDeadline: 'hold' })).toEqual([`settings.${gate}.onDeadline`]);
    expect(ending('reject', { deadline: '20 days' })).toEqual([`settings.${gate}.deadline`]);
    expect(ending('reject', { deadline: '1 day' })).toEqual([]);
    expect(ending('hold', { onDeadline: 'approve', deadline: '1s' })).toEqual([`settings.${gate}.onDeadline`]);
  });

  it('names every weaker field and the policy', () => {
    expect(() => planOf({ ...keys, settings: { [gate]: { mode: 'off', approvals: 1 } } }, installation(floor))).toThrow(
      `invalid input: settings.${gate}.mode: is weaker than workflow.${gate}.mode of this installation, and its review ` +
        `policy is the minimum for every deck; settings.${gate}.approvals: is weaker than`,
    );
  });
});

it('does not bind a gate at which anyone may decide, or that is off', () => {
  expect(refused({}, { review: { mode: 'off' } })).toEqual([]);
  const off = { contentReview: { mode: 'off', reviewers: ['Ann'] } };
  expect(refused(off, { contentReview: { mode: 'required', reviewers: ['Bo'] } })).toEqual([]);
});

it('lets no caller who may not decide open a gate by settings', () => {
  const as = (mayDecide: boolean) => refused({}, { review: { mode: 'off' } }, {}, { mayDecide });
  expect(as(true)).toEqual([]);
  expect(as(false)).toEqual(['settings.review.mode']);
});

it('does not skip an outline gate with a policy by a running content job', () => {
  const from = { from: { taskId: 7, ticket: 't' } };
  expect(refused({ review: { selfApproval: false } }, {}, from)).toEqual(['from.ticket']);
  expect(refused({}, { review: { verifiedOnly: true } }, from)).toEqual(['from.ticket']);
  expect(refused({}, {}, from)).toEqual([]);
});
