import { adviceFor, answersFor } from '../../workflows/remedies';
import { parkedAt } from './decks';

describe('the advice', () => {
  it.each([
    ['AuthenticationRefused', /API key.+then retry/],
    ['SignatureRefused', /secret key and the clock.+then retry/],
    ['QuotaExhausted', /top up the account, then retry/],
    ['FeatureOff', /have the feature enabled/],
    ['ContentFiltered', /refuses this text; abandon/],
    ['GenerationFailed', /retry for one more generation/],
    ['GenerationBroken', /retry for one more generation/],
    ['NotFound', /provide the right id, or abandon/],
    ['TemplateRefused', /skip to let the service choose/],
    ['OutcomeUnknown', /look whether the call was applied/],
    ['PaidCallsExhausted', /higher budget in paidCalls/],
    ['FileUnusable', /look at the disk/],
    ['SomethingNew', /^retry when the cause is gone$/],
  ])('for %s says what helps', (type, sentence) => {
    expect(adviceFor(type)).toMatch(sentence);
  });
});

describe('the answers to paste', () => {
  const retry = '{"action": "retry"}';
  const skip = '{"action": "skip"}';
  const abandon = '{"action": "abandon"}';

  it.each([
    ['content', 'QuotaExhausted', [retry, abandon]],
    ['content', 'ContentFiltered', [abandon, retry]],
    ['layout', 'FeatureOff', [retry, skip, abandon]],
    ['design', 'TemplateRefused', [skip, retry, abandon]],
    ['design', 'SomethingNew', [retry, abandon]],
    ['design', 'OutcomeUnknown', [retry, '{"action": "provide", "designId": 123}', abandon]],
    ['content', 'OutcomeUnknown', [retry, '{"action": "provide", "ticket": "…"}', abandon]],
    ['export', 'OutcomeUnknown', [retry, skip, '{"action": "provide", "taskKey": "…"}', abandon]],
    ['download', 'NotFound', ['{"action": "provide", "taskKey": "…"}', retry, skip, abandon]],
    ['task', 'NotFound', ['{"action": "provide", "taskId": 123}', retry, abandon]],
  ] as const)('at %s after %s begin with the advised one', (stage, type, answers) => {
    expect(answersFor(parkedAt(stage, type))).toEqual(answers);
  });

  it('leave room for further calls where the budget is exhausted', () => {
    const paidCalls = { streamOutline: 4, saveDesign: 6 };
    expect(answersFor(parkedAt('outline', 'PaidCallsExhausted', { paidCalls }))).toEqual([
      '{"action": "retry", "paidCalls": 16}',
      abandon,
    ]);
  });
});
