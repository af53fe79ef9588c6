import type { Approval } from '../../src/core/progress';
import type { ReviewMessage } from '../../src/core/review-message';
import {
  collected,
  delegate,
  delegationsAt,
  isSatisfied,
  mayDecide,
  oneOf,
  policyOf,
  statusOf,
  statusOfGate,
  whyNot,
} from '../../workflows/presentation/approvals';
import { readResolution } from '../../workflows/presentation/messages';
import type { PresentationState } from '../../workflows/presentation/state';
import { AT, gateWith, revision } from './decks';

const by = (...names: string[]): Approval[] => names.map((name) => ({ revision: 1, by: name, at: AT }));
/** What is missing with these approvals. */
const missing = (state: PresentationState, ...names: string[]) => {
  const { missing: found, from, summary } = statusOf(state, 'outline', policyOf(state, 'outline')!, by(...names));
  return { ...found, from, summary };
};
const collectedBy = (state: PresentationState, ...names: string[]): PresentationState => ({
  ...state,
  approvals: { gate: 'outline', revision: 1, given: by(...names) },
});
const says = (state: PresentationState, message: Partial<ReviewMessage>) =>
  whyNot(state, { decision: 'approve', ...message });

describe('a policy', () => {
  it('is absent where one approval by anyone is enough', () => {
    expect(policyOf(gateWith({}), 'outline')).toBeUndefined();
    expect(statusOfGate(gateWith({}))).toBeUndefined();
  });

  it.each([
    { reviewers: ['Ann'] },
    { approvals: 2 },
    { selfApproval: false },
    { verifiedOnly: true },
    { requiredGroups: ['legal'] },
  ])('is there with %j, for its own gate only', (settings) => {
    const state = gateWith(settings, { legal: ['Bo'] });
    expect(policyOf(state, 'outline')).toBeDefined();
    expect(policyOf(state, 'content')).toBeUndefined();
  });

  it('lets members of required groups decide, and anyone where no reviewer is named', () => {
    const named = gateWith({ reviewers: ['Ann', 'Bo'], requiredGroups: ['legal'] }, { legal: ['Bo', 'Li'] });
    expect(mayDecide(named, 'outline', policyOf(named, 'outline')!)).toEqual(['Ann', 'Bo', 'Li']);
    const open = gateWith({ requiredGroups: ['legal'] }, { legal: ['Li'] });
    expect(mayDecide(open, 'outline', policyOf(open, 'outline')!)).toBeUndefined();
  });
});

describe('the number of approvals', () => {
  const state = gateWith({ reviewers: ['Ann', 'Bo', 'Li'], approvals: 2 });

  it('counts people, whatever the spelling of their names', () => {
    expect(missing(state)).toMatchObject({ approvals: 2, from: ['Ann', 'Bo', 'Li'] });
    expect(missing(state, 'Ann', 'ANN ', 'ａｎｎ')).toMatchObject({ approvals: 1, from: ['Bo', 'Li'] });
    expect(missing(state, 'Ann', 'Bo')).toMatchObject({ approvals: 0, groups: [] });
  });

  it('is described in one phrase', () => {
    expect(missing(state, 'Ann').summary).toBe('1 of 2 approvals; missing: 1 approval from Bo or Li');
    expect(missing(state, 'Ann', 'Bo').summary).toBe('2 of 2 approvals');
    expect(missing(gateWith({ approvals: 3 }), 'Ann').summary).toBe('1 of 3 approvals; missing: 2 approvals');
  });

  it('counts approvals of the current revision and of this gate only', () => {
    const approved = collectedBy(gateWith({ approvals: 2 }), 'Ann');
    expect(collected(approved, 'outline')).toHaveLength(1);
    expect(collected(approved, 'content')).toEqual([]);
    expect(collected({ ...approved, outlines: [revision(1), revision(2)] }, 'outline')).toEqual([]);
  });
});

describe('required groups', () => {
  const groups = { legal: ['Li', 'Lu'], brand: ['Bo', 'Lu'] };
  const state = gateWith({ approvals: 2, requiredGroups: ['legal', 'brand'] }, groups);

  it('each give an approval, by one person for several of them', () => {
    expect(missing(state, 'Ann', 'Al')).toMatchObject({ approvals: 0, groups: ['legal', 'brand'] });
    expect(missing(state, 'Ann', 'Li')).toMatchObject({ groups: ['brand'], from: ['Bo', 'Lu'] });
    expect(missing(state, 'Ann', 'Lu')).toMatchObject({ approvals: 0, groups: [] });
    expect(missing(state, 'Lu')).toMatchObject({ approvals: 1, groups: [] });
  });

  it('are named while they are missing', () => {
    expect(missing(state, 'Lu').summary).toBe('1 of 2 approvals; missing: 1 approval');
    expect(missing(state, 'Li').summary).toBe('1 of 2 approvals; missing: brand');
  });
});

describe('self-approval', () => {
  const edited = (changes: Partial<PresentationState> = {}, settings: object = {}) => ({
    ...gateWith({ selfApproval: false, ...settings }),
    outlines: [revision(1), revision(2, { source: 'edited', by: 'Ann' })],
    ...changes,
  });

  it('needs another person after an edit', () => {
    expect(missing(edited(), 'ann')).toMatchObject({ approvals: 1, independent: true });
    expect(missing(edited(), 'ann').summary).toBe(
      '0 of 1 approval; missing: 1 approval, people who did not write the text',
    );
    expect(missing(edited(), 'Bo')).not.toHaveProperty('independent');
    expect(missing(edited(), 'Ann', 'Bo')).not.toHaveProperty('independent');
  });

  it('does not count editors toward several approvals or a group', () => {
    const two = edited({}, { approvals: 2, requiredGroups: ['legal'] });
    two.plan!.settings.reviewerGroups = { legal: ['Ann', 'Lu'] };
    expect(missing(two, 'Ann', 'Bo')).toMatchObject({ approvals: 1, groups: ['legal'] });
    expect(missing(two, 'Lu', 'Bo')).toMatchObject({ approvals: 0, groups: [] });
  });

  it('does not count the person who started the deck', () => {
    const state = gateWith({ selfApproval: false });
    state.plan!.startedBy = 'Bo';
    expect(missing(state, 'Bo')).toMatchObject({ approvals: 1 });
    expect(missing(state, state.plan!.uid)).toMatchObject({ approvals: 1 });
    expect(missing(state, 'Ann')).toMatchObject({ approvals: 0 });
  });

  it('counts every edit since the text was generated, and none before', () => {
    const twice = [
      revision(1),
      revision(2, { source: 'edited', by: 'Bo' }),
      revision(3, { source: 'edited', by: 'Ann' }),
    ];
    expect(missing(edited({ outlines: twice }), 'Bo')).toMatchObject({ independent: true });
    const again = [...twice, revision(4, { source: 'generated', by: 'Ann' })];
    expect(missing(edited({ outlines: again }), 'Ann')).not.toHaveProperty('independent');
  });

  it('is accepted by default', () => {
    expect(missing(edited({}, { selfApproval: true, approvals: 2 }), 'Ann', 'Bo')).not.toHaveProperty('independent');
    expect(policyOf(edited({}, { selfApproval: true }), 'outline')).toBeUndefined();
  });

  it('asks the reviewers who did not edit', () => {
    const named = edited({}, { reviewers: ['Ann', 'Bo'] });
    expect(missing(named, 'Ann').from).toEqual(['Bo']);
    expect(missing(named).from).toEqual(['Bo']);
  });
});

describe('a person', () => {
  const state = gateWith({ reviewers: ['Ann', 'Bo', 'Li'], approvals: 2 });

  it('without a place gets the names of those who may decide', () => {
    expect(says(state, { reviewer: 'Zed' })).toBe('Zed may not decide on the outline; ask Ann, Bo or Li');
    for (const decision of [
      'edit',
      'regenerate',
      'reject',
      'request-changes',
      'comment',
      'reply',
      'resolve-thread',
      'delegate',
    ] as const) {
      expect(says(state, { reviewer: 'Zed', decision })).toContain('Zed may not decide');
    }
    expect(says(state, { reviewer: ' ANN' })).toBeUndefined();
  });

  it('without a name must give one', () => {
    expect(says(state, {})).toBe('send your name in "reviewer": at this gate, Ann, Bo or Li may decide');
    expect(says(gateWith({ approvals: 2 }), {})).toContain('anyone may decide');
    expect(says(gateWith({}), {})).toBeUndefined();
  });

  it('counts only verified where the gate requires it', () => {
    const strict = gateWith({ verifiedOnly: true });
    expect(says(strict, { reviewer: 'Ann' })).toContain('accepts verified names only, and Ann is not verified');
    expect(says(strict, { reviewer: 'Ann', verified: false })).toBeDefined();
    expect(says(strict, { reviewer: 'Ann', verified: true })).toBeUndefined();
  });

  it('approves a revision once', () => {
    const approved = collectedBy(state, 'Ann');
    expect(says(approved, { reviewer: 'ann' })).toBe(
      'ann has already approved revision 1: 1 of 2 approvals; missing: 1 approval from Bo or Li',
    );
    // As people read names: invisible characters and other alphabets make no second person.
    const anyone = collectedBy(gateWith({ approvals: 2 }), 'Ann');
    for (const reviewer of ['A\u00adnn', 'A\ufe0fnn', '\u0410nn', 'An\u0332n']) {
      expect(says(anyone, { reviewer })).toContain(`Ann, whose name reads as ${reviewer}, has already approved`);
      expect(missing(gateWith({ approvals: 2 }), 'Ann', reviewer)).toMatchObject({ approvals: 1 });
    }
    expect(says(approved, { reviewer: 'Ann', decision: 'reject' })).toBeUndefined();
  });
});

describe('a delegation', () => {
  const state = () =>
    gateWith({ reviewers: ['Ann', 'Bo'], approvals: 2, requiredGroups: ['legal'] }, { legal: ['Ann'] });
  const people = (deck: PresentationState) => mayDecide(deck, 'outline', policyOf(deck, 'outline')!);

  it('hands over the place, also in the groups', () => {
    const deck = state();
    delegate(deck, 'outline', 'ann', 'Cy');
    expect(people(deck)).toEqual(['Cy', 'Bo']);
    expect(missing(deck, 'Bo', 'Cy')).toMatchObject({ approvals: 0, groups: [] });
    expect(says(deck, { reviewer: 'Ann' })).toBe(
      'Ann may not decide on the outline (Cy decides for Ann); ask Cy or Bo',
    );
    expect(delegationsAt(deck, 'outline')).toEqual([{ from: 'Ann', to: 'Cy' }]);
    expect(delegationsAt(deck, 'content')).toEqual([]);
  });

  it('can be passed on, and back', () => {
    const deck = state();
    delegate(deck, 'outline', 'Ann', 'Cy');
    delegate(deck, 'outline', 'Cy', 'Di');
    expect(delegationsAt(deck, 'outline')).toEqual([{ from: 'Ann', to: 'Di' }]);
    delegate(deck, 'outline', 'Di', 'Ann');
    expect(delegationsAt(deck, 'outline')).toEqual([]);
    expect(people(deck)).toEqual(['Ann', 'Bo']);
  });

  it.each([
    [{ reviewer: 'Ann' }, 'requires the name of the person in "to"'],
    [{ reviewer: 'Ann', to: 'bo' }, 'bo already decides at this gate'],
    [{ reviewer: 'Ann', to: 'ANN' }, 'ANN already decides at this gate'],
    [{ reviewer: 'Zed', to: 'Cy' }, 'Zed may not decide'],
  ])('%j is rejected', (message, sentence) => {
    expect(says(state(), { decision: 'delegate', ...message })).toContain(sentence);
  });

  it('is rejected for a person who has no place, or after an approval', () => {
    const open = gateWith({ approvals: 2 });
    expect(says(open, { decision: 'delegate', reviewer: 'Ann', to: 'Cy' })).toContain('anyone may decide');
    expect(says(gateWith({}), { decision: 'delegate', reviewer: 'Ann', to: 'Cy' })).toContain('anyone may decide');
    const approved = collectedBy(state(), 'Ann');
    expect(says(approved, { decision: 'delegate', reviewer: 'Ann', to: 'Cy' })).toContain('has already approved');
    const group = collectedBy(gateWith({ approvals: 2, requiredGroups: ['legal'] }, { legal: ['Li'] }), 'Cy');
    expect(says(group, { decision: 'delegate', reviewer: 'Li', to: 'cy' })).toContain('Cy has already approved');
  });
});

describe('an open objection', () => {
  const objected = (): PresentationState => ({
    ...gateWith({}),
    decisions: [
      {
        ...{ gate: 'outline', revision: 1, sha256: 'abc', decision: 'request-changes', by: 'Ann', at: AT, via: 'api' },
        opens: [{ number: 1, text: 'prices' }],
      },
    ],
  });

  it('is named to anyone else who approves, and needs a reason', () => {
    const sentence =
      'Ann (thread 1) requested changes; resolve that first, or approve over it with "despite": [1] and the reason in "comment"';
    expect(says(objected(), { reviewer: 'Bo' })).toBe(sentence);
    expect(says(objected(), {})).toBe(sentence);
    // A reason alone can be about another objection.
    expect(says(objected(), { reviewer: 'Bo', comment: 'why' })).toBe(sentence);
    expect(says(objected(), { reviewer: 'Bo', comment: 'why', despite: [2] })).toBe(sentence);
    expect(says(objected(), { reviewer: 'Bo', despite: [1] })).toBe(
      'Ann (thread 1) requested changes; to approve over that, give the reason in "comment"',
    );
    expect(says(objected(), { reviewer: 'Bo', despite: [1], comment: 'why' })).toBeUndefined();
    expect(says(objected(), { reviewer: ' ANN' })).toBeUndefined();
    expect(says(objected(), { reviewer: 'Bo', decision: 'reject' })).toBeUndefined();
  });

  it('still holds for the next revision', () => {
    const edited = { ...objected(), outlines: [revision(1), revision(2, { source: 'edited', by: 'Bo' })] };
    expect(says(edited, { reviewer: 'Bo' })).toContain('Ann (thread 1) requested changes');
  });

  it('is withdrawn by its author, or resolved with a reason', () => {
    const resolve = { decision: 'resolve-thread', thread: 1 } as const;
    expect(says(objected(), { ...resolve, reviewer: 'Ann' })).toBeUndefined();
    expect(says(objected(), { ...resolve, reviewer: 'Bo' })).toBe(
      'Ann (thread 1) requested changes; to resolve that, give the reason in "comment"',
    );
    expect(says(objected(), { decision: 'resolve-thread' })).toContain('give the reason');
    expect(says(objected(), { ...resolve, reviewer: 'Bo', comment: 'done' })).toBeUndefined();
  });
});

it('a gate that is off, or has no policy, is satisfied by anything', () => {
  expect(isSatisfied(gateWith({}), 'outline', [])).toBe(true);
  expect(isSatisfied(gateWith({ mode: 'off', approvals: 2 }), 'outline', [])).toBe(true);
  expect(isSatisfied(gateWith({ approvals: 2 }), 'outline', by('Ann'))).toBe(false);
  expect(isSatisfied(gateWith({ approvals: 2 }), 'outline', by('Ann', 'Bo'))).toBe(true);
});

it('a long list of people is cut', () => {
  expect(oneOf([])).toBe('no one');
  expect(oneOf(['a'])).toBe('a');
  expect(oneOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e or 2 others');
});

it('lets no parked deck skip a gate with a policy by a design', () => {
  const attention = { stage: 'content' as const, type: 'NotFound', message: '', remedy: '', at: AT };
  const said = (state: PresentationState) => {
    const read = readResolution({ action: 'provide', designId: 7 }, { ...state, attention });
    return 'refusal' in read ? read.refusal : 'taken';
  };
  const refused =
    'a design skips the outline gate, whose policy the deck has not met; provide the task, or abandon the deck';
  expect(said(gateWith({ verifiedOnly: true }))).toBe(refused);
  expect(said(gateWith({}))).toBe('taken');
  const approval = { revision: 1, by: 'Ann', at: AT };
  expect(said(gateWith({ verifiedOnly: true }, {}, { approval }))).toBe('taken');
  const content = gateWith({ verifiedOnly: true }, {}, { approval });
  Object.assign(content.plan!.settings.contentReview, { mode: 'required', approvals: 2 });
  expect(said(content)).toContain('a design skips the content gate');
});
