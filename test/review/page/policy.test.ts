import { hasApproved, neededAfter, objectionsTo, placesAt } from '../../../src/web/page/policy';

const policy = {
  reviewers: ['Ann', 'Bo'],
  approvals: 2,
  requiredGroups: [{ name: 'legal', members: ['Li'] }],
  selfApproval: true,
  verifiedOnly: false,
};
const at = (approvals: number, groups: string[], independent?: true) => ({
  policy,
  approvals: {
    required: 2,
    given: [],
    missing: { approvals, groups, ...(independent ? { independent } : {}) },
    summary: '',
  },
});
const generated = [{ source: 'generated' as const }];

describe('the approvals needed after one', () => {
  it.each([
    ['no policy', 'Ann', {}, 0],
    ['two missing', 'Ann', at(2, []), 1],
    ['the last one', 'Bo', at(1, []), 0],
    ['a group without this person', 'Bo', at(1, ['legal']), 1],
    ['a group with this person, in another spelling', ' LI', at(1, ['legal']), 0],
    ['a group with a delegate', 'Lu', { ...at(1, ['legal']), delegations: [{ from: 'Li', to: 'Lu' }] }, 0],
    ['a group whose place is delegated', 'Li', { ...at(1, ['legal']), delegations: [{ from: 'Li', to: 'Lu' }] }, 1],
    ['an unknown person', undefined, at(1, ['legal']), 1],
  ] as const)('%s', (_, me, review, needed) => {
    expect(neededAfter(me, review as never, generated)).toBe(needed);
  });

  it('do not count one by a person who edited the text', () => {
    const revisions = [...generated, { source: 'edited' as const, by: 'Ann' }];
    const others = { ...at(1, [], true), policy: { ...policy, selfApproval: false } };
    expect(neededAfter('Ann', others, revisions)).toBe(1);
    expect(neededAfter('Bo', others, revisions)).toBe(0);
  });

  it('start again with an edit', () => {
    expect(neededAfter('Li', at(1, []), generated, true)).toBe(1);
    const alone = { ...at(0, []), policy: { ...policy, approvals: 1, requiredGroups: [], selfApproval: false } };
    expect(neededAfter('Ann', alone, generated, true)).toBe(1);
  });
});

it('a place at the gate moves with a delegation', () => {
  expect(placesAt({ policy, delegations: [{ from: 'bo', to: 'Cy' }] })).toEqual(['Ann', 'Cy', 'Li']);
  expect(placesAt({})).toEqual([]);
});

it('open objections of other people need a reason', () => {
  const said = { gate: 'outline' as const, revision: 1, at: '', text: 'x', replies: [] };
  const closed = { by: 'Bo', at: '', decision: 'resolve-thread' as const };
  const threads = [
    { number: 1, by: 'Ann', objection: true as const, ...said },
    { number: 2, by: 'Ann', ...said },
    { number: 3, by: 'Cy', objection: true as const, closed, ...said },
  ];
  const numbers = (me: string | undefined) => objectionsTo(me, { threads }).map(({ number }) => number);
  expect([numbers('ann'), numbers('Bo'), numbers(undefined)]).toEqual([[], [1], [1]]);
  expect(objectionsTo('Bo', {})).toEqual([]);
});

it('an approval is found in any spelling of the name', () => {
  const { approvals } = at(1, []);
  const given = [{ revision: 1, by: 'Ann', at: '' }];
  expect(hasApproved('ANN', { ...approvals, given })).toBe(true);
  expect(hasApproved('Bo', { ...approvals, given })).toBe(false);
  expect(hasApproved(undefined, { ...approvals, given })).toBe(false);
});
