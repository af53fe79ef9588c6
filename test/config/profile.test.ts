import {
  classifyCode,
  codeOf,
  contentCheckState,
  defaultServiceProfile,
  failureKinds,
  type ServiceProfile,
  serviceProfileSchema,
} from '../../src/contract/profile';

test('every kind of failure has a code of its own that is classified as that kind', () => {
  for (const kind of failureKinds)
    expect(classifyCode(defaultServiceProfile, codeOf(defaultServiceProfile, kind)).kind).toBe(kind);
});

test.each([
  [43103, 'authentication', false],
  [43101, 'token-expired', false],
  [43102, 'signature', false],
  [20003, 'queue-full', true],
  [50000, 'internal', true],
  [99999, 'unknown', false],
])('code %d means %s, retryable %p', (code, kind, retryable) => {
  expect(classifyCode(defaultServiceProfile, code)).toEqual({ kind, retryable });
});

test('a code that is not listed has no meaning', () => {
  expect(classifyCode(defaultServiceProfile, 99999)).toEqual({ kind: 'unknown', retryable: false });
});

test('a content-check status means what the profile lists, and 3 is a failure of the embedded service only', () => {
  const meanings = (profile: ServiceProfile, isEmbedded: boolean) =>
    [1, 2, 3, 0, 'done'].map((status) => contentCheckState(profile, status, isEmbedded));
  const [generating, succeeded, failed, unlisted] = ['generating', 'succeeded', 'failed', 'unlisted'];
  expect(meanings(defaultServiceProfile, true)).toEqual([generating, succeeded, failed, unlisted, unlisted]);
  expect(meanings(defaultServiceProfile, false)).toEqual([generating, succeeded, unlisted, unlisted, unlisted]);
  const profile = serviceProfileSchema.parse({ contentCheck: { generating: 0, succeeded: [2, 'done'], failed: [3] } });
  expect(meanings(profile, false)).toEqual([unlisted, succeeded, failed, generating, succeeded]);
});
