import { defaultServiceProfile } from '../../src/contract/profile';
import { planOf } from '../../src/decks/input/plan';
import { detailsOf } from '../../workflows/presentation/details';
import { newState, type PresentationState } from '../../workflows/presentation/state';
import { defaultWorkflowSettings } from '../setup/workflow-settings';

const AT = '2026-03-01T09:30:15.000Z';
const ID = 'presentation/u1/r1';

function stateWith(changes: Partial<PresentationState>): PresentationState {
  const settings = { workflow: defaultWorkflowSettings, profile: defaultServiceProfile };
  const plan = planOf({ uid: 'u1', request: 'r1', title: 'Tea' }, settings);
  return { ...newState(AT), plan, ...changes };
}

const linesOf = (state: PresentationState, due?: number) => detailsOf(state, ID, { due }).split('\n');
const outline = {
  revision: 2,
  part: 'outline',
  source: 'edited',
  by: 'ada',
  at: AT,
  document: { sha256: 'a'.repeat(64), bytes: 1, text: '#' },
} as const;

describe('the current details of a parked deck', () => {
  const since = (answer: string) => answer.replace('}', `, "since": "${AT}"}`);
  const parked = (stage: PresentationState['stage'], type: string) =>
    linesOf(stateWith({ stage, attention: { stage, type, message: 'it broke', at: AT, remedy: '' } }));

  it.each([
    ['content', 'QuotaExhausted', since('{"action": "retry"}'), [since('{"action": "abandon"}')], '--retry'],
    [
      'design',
      'TemplateRefused',
      since('{"action": "skip"}'),
      [since('{"action": "retry"}'), since('{"action": "abandon"}')],
      '--skip',
    ],
    [
      'design',
      'OutcomeUnknown',
      since('{"action": "retry"}'),
      [since('{"action": "provide", "designId": 123}'), since('{"action": "abandon"}')],
      '--retry',
    ],
    [
      'content',
      'NotFound',
      since('{"action": "retry"}'),
      [since('{"action": "provide", "ticket": "…"}'), since('{"action": "abandon"}')],
      '--retry',
    ],
    ['outline', 'ContentFiltered', since('{"action": "abandon"}'), [since('{"action": "retry"}')], '--abandon'],
  ] as const)('at stage %s with %s advise %s first', (stage, type, first, others, option) => {
    const lines = parked(stage, type);
    expect(lines).toContain(`- in this UI: More Actions, Send an Update, \`resolve\`, with the data \`${first}\``);
    expect(lines).toContain(`- other actions: ${others.map((other) => `\`${other}\``).join(', ')}`);
    expect(lines).toContain(`- command line: \`deck resolve u1/r1 ${option} --since 2026-03-01T09:30:15.000Z\``);
    expect(lines).toContain(`- failure type: \`${type}\`, since 2026-03-01 09:30 UTC`);
  });
});

describe('the current details of a deck in review', () => {
  const waiting = { gate: 'outline', since: AT, reminders: 2 } as const;
  const due = Date.parse('2026-03-08T09:30:00Z');

  it('say since when, until when and what happens then', () => {
    const lines = linesOf(stateWith({ stage: 'review', waiting, outlines: [outline] }), due);
    expect(lines).toContain('- awaiting review since: 2026-03-01 09:30 UTC, 2 reminders sent');
    expect(lines).toContain('- review deadline: 2026-03-08 09:30 UTC, then it is rejected automatically');
    expect(lines).toContain('- outline: revision 2, edited by ada');
  });

  it('name the page only where there is one', () => {
    const state = stateWith({ stage: 'review', waiting, outlines: [outline] });
    expect(linesOf(state).join('\n')).not.toContain('- review page:');
    state.plan!.reviewUrl = 'https://review.example';
    expect(linesOf(state)).toContain('- review page: <https://review.example/>');
  });

  it('let the words of other people be words', () => {
    const by = '[me](http://evil) ![x](y) `z`';
    const state = stateWith({ stage: 'review', waiting, outlines: [{ ...outline, by }] });
    expect(linesOf(state)).toContain('- outline: revision 2, edited by \\[me\\](http://evil) \\!\\[x\\](y) \\`z\\`');
  });
});

it('the plan names the review page only where its address is set', () => {
  const settings = { workflow: defaultWorkflowSettings, profile: defaultServiceProfile };
  const input = { uid: 'u1', request: 'r1', title: 'Tea' };
  expect(planOf(input, settings)).not.toHaveProperty('reviewUrl');
});
