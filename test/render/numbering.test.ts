import { pageNames, withoutInnerNumbers, withoutNumbers } from '../../src/slides/render/compose/numbering';

it.each([
  ['numbers', ['Introduction', '1 Results', '2 Causes'], ['Introduction', 'Results', 'Causes']],
  ['numbers with points', ['1. Results', '2. Causes'], ['Results', 'Causes']],
  ['chapters', ['Chapter 1: Results', 'Chapter 2: Causes'], ['Results', 'Causes']],
  ['Chinese numbers', ['一、总体情况', '二、存在的问题'], ['总体情况', '存在的问题']],
  ['Chinese chapters', ['第一章 总体情况', '第二章 问题'], ['总体情况', '问题']],
  ['amounts', ['5 habits', '12 months', '3 plants'], ['5 habits', '12 months', '3 plants']],
  ['a single number', ['1 Results', 'Causes'], ['1 Results', 'Causes']],
  ['a number alone', ['1', '2'], ['1', '2']],
  ['years', ['2024 in review', '2025 ahead'], ['2024 in review', '2025 ahead']],
])('chapters with %s', (_, headings, shown) => {
  expect(withoutNumbers(headings)).toEqual(shown);
});

it.each([
  ['decimals', ['1.1 Contacts', 'Table 1', '1.3 Causes'], ['Contacts', 'Table 1', 'Causes']],
  ['one decimal', ['1.5 million users', 'What they say'], ['1.5 million users', 'What they say']],
  ['brackets', ['（一）总量', '（二）满意度'], ['总量', '满意度']],
])('pages with %s', (_, headings, shown) => {
  expect(withoutInnerNumbers(headings)).toEqual(shown);
});

it('lists a page that was cut in two once, and none with the name of its chapter', () => {
  expect(pageNames('Costs', ['Costs', 'Years (1/2)', 'Years (2/2)'])).toEqual(['Years']);
});
