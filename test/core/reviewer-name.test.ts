import { nameKey, nameOf } from '../../src/core/reviewer-name';

it.each([
  [{ by: 'Ada', verified: true }, 'Ada'],
  [{ by: 'Ada', verified: false }, 'Ada (unverified)'],
  [{ by: 'Ada (verified)', verified: false }, 'Ada (verified) (unverified)'],
  // A rule, or a decision from before names were verified: nothing is claimed.
  [{ by: 'deadline' }, 'deadline'],
])('%j is shown as %s', (given, told) => {
  expect(nameOf(given)).toBe(told);
});

it.each(['Ada Lo', ' ada  LO ', 'ＡＤＡ lo', 'A\u200bda\nLo'])('%j is the same person', (name) => {
  expect(nameKey(name)).toBe('ada lo');
});
