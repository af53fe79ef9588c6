import { MORE_REVIEWERS, nameKey, nameKeywords, nameOf } from '../../src/core/reviewer-name';

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

describe('the keywords of awaited people', () => {
  const bytes = (names: string[]) => Buffer.byteLength(JSON.stringify(names));

  it('are all there, as long as the server accepts them', () => {
    expect(nameKeywords(['Ann', 'Bo'])).toEqual(['ann', 'bo']);
  });

  it.each([
    ['55 letters', 'x'.repeat(55)],
    ['100 letters of three bytes', '豆'.repeat(100)],
    ['100 marks, each written with its number', '’'.repeat(100)],
  ])('stay below its limit with 500 names of %s, and say that there are more', (_, name) => {
    const keywords = nameKeywords(Array.from({ length: 500 }, (_each, at) => `${at}${name}`.slice(0, 100)));
    expect(bytes(keywords)).toBeLessThanOrEqual(1_900);
    expect(keywords.at(-1)).toBe(MORE_REVIEWERS);
    expect(keywords.length).toBeGreaterThan(2);
  });
});
