import type { ReviewMessage } from '../../src/core/review-message';
import { type GateSettings, gateSettings } from '../../workflows/presentation/approvals';
import { approve, decide, decisionOfRule, decisionOn, gateDue, nextStep } from '../../workflows/presentation/gate';
import { AT, planWith, revision, stateWith } from './decks';

const HOUR = 3_600_000;
const START = Date.parse(AT);
const waiting = { gate: 'outline' as const, since: AT, reminders: 0 };
const settings = (changes: Partial<GateSettings> = {}): GateSettings => ({
  reviewers: [],
  approvals: 1,
  requiredGroups: [],
  selfApproval: true,
  verifiedOnly: false,
  mode: 'required',
  reminders: [HOUR, 3 * HOUR],
  escalateTo: '',
  escalateAfter: 5 * HOUR,
  deadline: 8 * HOUR,
  onDeadline: 'hold',
  autoApproveAfter: 60_000,
  ...changes,
});

describe('the settings of a gate', () => {
  it('are the ones of its part', () => {
    const plan = planWith();
    expect(gateSettings(plan, 'outline')).toBe(plan.settings.review);
    expect(gateSettings(plan, 'content')).toBe(plan.settings.contentReview);
  });
});

describe('the end of a review without a person', () => {
  it.each([
    ['never comes while it holds', {}, undefined],
    ['is the deadline where the deadline approves', { onDeadline: 'approve' }, START + 8 * HOUR],
    ['is the deadline where the deadline rejects', { onDeadline: 'reject' }, START + 8 * HOUR],
    ['is the pause of a gate that approves automatically', { mode: 'auto-approve' }, START + 60_000],
  ] as const)('%s', (_, changes, due) => {
    expect(gateDue(waiting, settings(changes))).toBe(due);
  });

  it.each([
    [{}, { decision: 'approve', by: 'deadline' }],
    [{ onDeadline: 'approve' }, { decision: 'approve', by: 'deadline' }],
    [{ onDeadline: 'reject' }, { decision: 'reject', by: 'deadline' }],
    [{ mode: 'auto-approve' }, { decision: 'approve', by: 'auto-approve' }],
    // The deadline is for gates that wait for a person.
    [
      { mode: 'auto-approve', onDeadline: 'reject' },
      { decision: 'approve', by: 'auto-approve' },
    ],
  ] as const)('decides by %j', (changes, expected) => {
    expect(decisionOfRule(settings(changes))).toEqual(expected);
  });
});

describe('the next step of a gate', () => {
  it('is each of the list, counted from when the review began', () => {
    expect(nextStep(waiting, settings())).toEqual({ at: START + HOUR, does: 'remind' });
    expect(nextStep({ ...waiting, reminders: 1 }, settings())).toEqual({ at: START + 3 * HOUR, does: 'remind' });
    expect(nextStep({ ...waiting, reminders: 2 }, settings())).toBeUndefined();
  });

  it('is the escalation where that comes first, once', () => {
    const escalating = settings({ escalateTo: 'ada' });
    expect(nextStep({ ...waiting, reminders: 1 }, escalating)).toEqual({ at: START + 3 * HOUR, does: 'remind' });
    expect(nextStep({ ...waiting, reminders: 2 }, escalating)).toEqual({ at: START + 5 * HOUR, does: 'escalate' });
    expect(nextStep({ ...waiting, reminders: 2, escalated: true }, escalating)).toBeUndefined();
    const early = settings({ escalateTo: 'ada', escalateAfter: HOUR / 2 });
    expect(nextStep(waiting, early)).toEqual({ at: START + HOUR / 2, does: 'escalate' });
    expect(nextStep({ ...waiting, escalated: true }, early)).toEqual({ at: START + HOUR, does: 'remind' });
  });

  it('is the escalation where both fall together', () => {
    const both = settings({ escalateTo: 'ada', escalateAfter: HOUR });
    expect(nextStep(waiting, both)).toEqual({ at: START + HOUR, does: 'escalate' });
  });

  it('is not an escalation without an escalation receiver', () => {
    expect(nextStep(waiting, settings({ reminders: [] }))).toBeUndefined();
    expect(nextStep(waiting, settings({ reminders: [], escalateAfter: 0 }))).toBeUndefined();
  });

  it('does not come at or after the end of the review', () => {
    const ending = (deadline: number) => nextStep(waiting, settings({ onDeadline: 'approve', deadline }));
    expect(ending(HOUR)).toEqual({ at: START + HOUR, does: 'decide' });
    expect(ending(HOUR + 1)).toEqual({ at: START + HOUR, does: 'remind' });
  });
});

describe('a decision', () => {
  const titled = () => stateWith({ outlines: [revision(1), revision(2)], ticket: 't', contentAttempts: 2 });
  const message = (more: Pick<ReviewMessage, 'decision'> & Partial<ReviewMessage>) =>
    ({ revision: 2, ...more }) as Parameters<typeof decide>[2];
  const by = { revision: 2, by: 'ada', at: AT };

  it('names the current revision, who decided, when, and the comment if there is one', () => {
    expect(decisionOn(titled(), 'ada', AT)).toStrictEqual(by);
    expect(decisionOn(titled(), 'ada', AT, '')).toEqual({ ...by, comment: '' });
  });

  it('approves the outline, with the template that was chosen', () => {
    const state = titled();
    const template = { id: 7, type: 4 };
    decide(state, 'outline', message({ decision: 'approve', reviewer: 'ada', comment: 'good', template }), AT);
    expect(state).toEqual({ ...titled(), approval: { ...by, comment: 'good' }, template });
  });

  it('leaves the template as it is where none was chosen, and calls a nameless person the reviewer', () => {
    const state = { ...titled(), template: 'none' as const };
    decide(state, 'outline', message({ decision: 'approve' }), AT);
    expect(state).toEqual({ ...titled(), template: 'none', approval: { ...by, by: 'reviewer' } });
  });

  it('rejects, and changes nothing else', () => {
    const state = titled();
    const template = { id: 7, type: 4 };
    decide(state, 'content', message({ decision: 'reject', reviewer: 'ada', comment: 'no', template }), AT);
    expect(state).toEqual({ ...titled(), rejection: { ...by, comment: 'no' } });
  });

  it.each([undefined, 'shorter'])(
    'asks for another outline, comment %p, and discards what came of the first',
    (comment) => {
      const state = { ...titled(), approval: by, content: { document: revision(1).document, pages: 9 } };
      const said = comment === undefined ? {} : { comment };
      decide(state, 'content', message({ decision: 'regenerate', reviewer: 'ada', ...said }), AT);
      const { ticket: _, ...rest } = titled();
      expect(state).toStrictEqual({ ...rest, contentAttempts: 0, regenerate: { by: 'ada', ...said } });
    },
  );

  it('approves content as it was generated', () => {
    const state = titled();
    approve(state, 'content', by);
    expect(state).toEqual({ ...titled(), contentApproval: by });
  });

  it('goes back to the outline with edited content of a title', () => {
    const edited = () => ({ ...titled(), outlines: [revision(1), revision(2, { part: 'content', source: 'edited' })] });
    const state = { ...edited(), content: { document: revision(1).document, pages: 9 } };
    approve(state, 'content', by);
    const { ticket: _, ...rest } = edited();
    expect(state).toEqual({ ...rest, contentAttempts: 0, approval: by });
  });

  it('keeps edited content of a text with its own words', () => {
    const own = () => ({
      ...titled(),
      plan: planWith({ content: 'as-is' }),
      outlines: [revision(1), revision(2, { source: 'edited' })],
    });
    const state = own();
    approve(state, 'content', by);
    expect(state).toEqual({ ...own(), contentApproval: by });
  });
});
