import { hasNestedNumbers, withoutNestedNumber } from '../../src/slides/render/compose/numbering';

it.each([
  [['6.16.1 (2017-02-23)', '6.16.0 (2017-02-01)', '6.15.1 (2017-01-10)']],
  [['2.1.0 Fixes', '2.0.0 Breaking changes', '1.9.3 Fixes']],
])('the versions of a changelog are not numbering: %j', (headings) => expect(hasNestedNumbers(headings)).toBe(false));

it('ascending numbers are, and dates never are', () => {
  expect(hasNestedNumbers(['2.1 Method', '2.2 Data', '2.2.1 Sources', '2.10 Limits'])).toBe(true);
  expect(withoutNestedNumber('6.16.1 (2017-02-23)')).toBe('6.16.1 (2017-02-23)');
  expect(withoutNestedNumber('2.2.1 Sources')).toBe('Sources');
});
