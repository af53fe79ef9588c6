import { draftLike, type Order, orderOf, policyLike, templateLike } from '../../../src/web/page/new-order';

const gate = { approvals: 1, reviewers: [], requiredGroups: [], selfApproval: true, verifiedOnly: false };
const policy = {
  gates: [
    { gate: 'outline' as const, mode: 'required' as const, binding: false, ...gate },
    { gate: 'content' as const, mode: 'off' as const, binding: false, ...gate },
  ],
};
const file = { uri: 'document:0', sha256: '0', bytes: 1, name: 'tea.docx' };
const like = {
  uid: 'u2',
  document: { file, treatment: 'polish' },
  slides: 12,
  name: 'Tea for the board',
  options: { tone: 'formal' },
  proLayout: true,
  formats: ['pdf'],
  template: { id: 100_003, type: 1 },
  settings: { review: { mode: 'off' }, paidCalls: 9 },
} as unknown as Order;
const made = (deck: Order, source: 'title' | 'file' | 'same', change = {}) =>
  orderOf(
    { ...draftLike(deck), ...change },
    { source, template: templateLike(deck), policy: policyLike(policy, deck), like: deck },
  );

describe('a deck like another one', () => {
  it('has its document, template, formats, reviews and everything that the form does not show, but not its name', () => {
    const { name: _, ...kept } = like;
    expect(made(like, 'same')).toEqual({ ...kept, settings: { ...like.settings, contentReview: {} } });
  });

  it('takes another document or a title instead', () => {
    expect(made(like, 'file', { title: 'Coffee' })).not.toHaveProperty('document');
    expect(made(like, 'file')).toMatchObject({ slides: 12, options: { tone: 'formal' } });
    const titled = made(like, 'title', { title: 'Coffee', kind: 'plan' });
    expect(titled).toMatchObject({ uid: 'u2', title: 'Coffee', kind: 'plan', proLayout: true });
    for (const field of ['document', 'slides']) expect(titled).not.toHaveProperty(field);
  });

  it('keeps the facts of a title only while the title is the same', () => {
    const titled: Order = { title: 'Tea', kind: 'plan', facts: 'Owner: Ann', audience: 'the board', formats: ['ppt'] };
    expect(made(titled, 'title')).toMatchObject(titled);
    expect(made(titled, 'title', { title: 'Coffee' })).not.toHaveProperty('facts');
  });

  it('shows the reviews of the other deck, and changes only those that a person switches', () => {
    expect(policyLike(policy, like).gates[0]).toMatchObject({ gate: 'outline', mode: 'off' });
    expect(made(like, 'same', { gates: { outline: true } }).settings).toMatchObject({ review: { mode: 'required' } });
  });
});
