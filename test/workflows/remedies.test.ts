import { adviceFor, resolutionsFor } from '../../workflows/remedies';
import { parkedAt } from './decks';

describe('the advice', () => {
  it.each([
    ['AuthenticationRefused', /API key.+then retry/],
    ['SignatureRefused', /secret key and the clock.+then retry/],
    ['QuotaExhausted', /top up the account, then retry/],
    ['FeatureOff', /have the feature enabled/],
    ['ContentFiltered', /rejected this text: abandon/],
    ['GenerationFailed', /retry to generate it again/],
    ['GenerationBroken', /retry to generate it again/],
    ['NotFound', /provide the correct ID, or abandon/],
    ['TemplateRefused', /skip to let the generation service choose/],
    ['OutcomeUnknown', /check whether the call was applied/],
    ['PaidCallsExhausted', /higher paid-call limit/],
    ['FileUnusable', /check the disk/],
    ['SomethingNew', /^fix the cause, then retry$/],
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
    expect(resolutionsFor(parkedAt(stage, type))).toEqual(answers);
  });

  it('leave room for further calls where the budget is exhausted', () => {
    const paidCalls = { streamOutline: 4, saveDesign: 6 };
    expect(resolutionsFor(parkedAt('outline', 'PaidCallsExhausted', { paidCalls }))).toEqual([
      '{"action": "retry", "paidCalls": 16}',
      abandon,
    ]);
  });
});
