import { adviceFor } from '../../src/core/remedies';
import { resolutionsFor } from '../../workflows/presentation/remedies';
import { AT, parkedAt } from './decks';

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
    ['DiskFull', /free space/],
    ['JobLate', /same job again, for free/],
    ['TreeIncomplete', /read it again, for free|tree again, for free/],
    ['ContentMismatch', /skip accepts the content/],
    ['CodeUnlisted', /profile\.failures/],
    ['AnswerUnreadable', /provide its ID/],
    ['SomethingNew', /^fix the cause, then retry$/],
  ])('for %s says what helps', (type, sentence) => {
    expect(adviceFor('outline', type)).toMatch(sentence);
  });
});

it('for a lost job is to retry: a person cannot look up its ID', () => {
  expect(adviceFor('content', 'NotFound')).toMatch(/^retry/);
});

describe('the answers to paste', () => {
  const answer = (fields: string) => `{${fields}, "since": "${AT}"}`;
  const retry = answer('"action": "retry"');
  const skip = answer('"action": "skip"');
  const abandon = answer('"action": "abandon"');
  const provide = (id: string) => answer(`"action": "provide", ${id}`);
  const another = answer('"action": "retry", "newJob": true');

  it.each([
    ['content', 'QuotaExhausted', [retry, abandon]],
    ['content', 'ContentFiltered', [abandon, retry]],
    ['layout', 'FeatureOff', [retry, skip, abandon]],
    ['design', 'TemplateRefused', [skip, retry, abandon]],
    ['design', 'SomethingNew', [retry, abandon]],
    ['design', 'OutcomeUnknown', [retry, provide('"designId": 123'), abandon]],
    ['content', 'OutcomeUnknown', [retry, provide('"ticket": "…"'), abandon]],
    ['export', 'OutcomeUnknown', [retry, skip, provide('"taskKey": "…"'), abandon]],
    ['download', 'NotFound', [retry, skip, provide('"taskKey": "…"'), abandon]],
    ['resume', 'NotFound', [provide('"taskId": 123'), retry, abandon]],
    ['content', 'JobLate', [retry, another, abandon]],
    ['content', 'ContentMismatch', [another, retry, skip, abandon]],
  ] as const)('at %s after %s begin with the advised one', (stage, type, answers) => {
    expect(resolutionsFor(parkedAt(stage, type))).toEqual(answers);
  });

  it('leave room for further calls where the budget is exhausted', () => {
    const paidCalls = { streamOutline: 4, saveDesign: 6 };
    expect(resolutionsFor(parkedAt('outline', 'PaidCallsExhausted', { paidCalls }))).toEqual([
      answer('"action": "retry", "paidCalls": 16'),
      abandon,
    ]);
  });
});
