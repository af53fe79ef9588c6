import {
  classifyCode,
  codeOf,
  contentCheckState,
  defaultServiceProfile,
  failureKinds,
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

test('whether an unknown code is retryable is a setting', () => {
  const profile = serviceProfileSchema.parse({ unknownCode: { retryable: true } });
  expect(classifyCode(profile, 99999)).toEqual({ kind: 'unknown', retryable: true });
});

test('unlisted content-check numbers mean what the profile says', () => {
  expect([1, 2, 3, 0, -1].map((status) => contentCheckState(defaultServiceProfile, status))).toEqual([
    'generating',
    'succeeded',
    'failed',
    'failed',
    'failed',
  ]);
  const profile = serviceProfileSchema.parse({ contentCheck: { unlisted: 'unknown' } });
  expect([3, 7].map((status) => contentCheckState(profile, status))).toEqual(['failed', 'unknown']);
});
