import { commentFault, findItems, itemLabel, itemsOf } from '../../src/outline/outline-items';

const TEXT = `# Tea

## Kinds

### Green tea

#### Sencha

Grown in the **sun**.

#### Matcha

## Costs

### Green tea

| what | price |
|---|---|
| Sencha | 4 |
`;
const comment = (path: string, heading: string) => [{ item: { path, heading }, text: 'why?' }];

it('the items of a text are its title, chapters, pages, points and tables, each followed by its lines', () => {
  expect(itemsOf(TEXT).map(({ path, heading, line = '' }) => `${path} ${heading} ${line}`.trim())).toEqual([
    '0 Tea',
    '1 Kinds',
    '1.1 Green tea',
    '1.1.1 Sencha',
    '1.1.1 Sencha Grown in the sun.',
    '1.1.2 Matcha',
    '2 Costs',
    '2.1 Green tea',
    '2.1.1 what | price',
    '2.1.1 what | price Sencha | 4',
  ]);
});

it('a comment fits if its item has the quoted heading', () => {
  expect(commentFault(TEXT, comment('1.1.2', ' matcha'))).toBeUndefined();
  expect(commentFault(TEXT, comment('1.1.2', 'Sencha'))).toBe('item 1.1.2 is “Matcha”, not “Sencha”');
  expect(commentFault(TEXT, comment('3', 'Kinds'))).toBe('the text has no item 3');
});

it('a comment on a line fits if its item has the quoted line', () => {
  const on = (path: string, heading: string, line: string) => [{ item: { path, heading, line }, text: 'why?' }];
  expect(commentFault(TEXT, on('1.1.1', 'Sencha', 'grown in  the sun.'))).toBeUndefined();
  expect(commentFault(TEXT, on('2.1.1', 'what | price', 'Sencha | 4'))).toBeUndefined();
  const fault = 'item 1.1.2 “Matcha” has no line “Grown in the sun.”';
  expect(commentFault(TEXT, on('1.1.2', 'Matcha', 'Grown in the sun.'))).toBe(fault);
  const long = 'word '.repeat(100).trim();
  expect(commentFault(TEXT.replace('Grown', `${long} Grown`), on('1.1.1', 'Sencha', long))).toBeUndefined();
});

it('items are found by number, heading or line', () => {
  const item = { path: '1.1.1', heading: 'Sencha', line: 'Grown in the sun.' };
  expect(findItems(TEXT, 'grown in the sun.')).toEqual([item]);
  expect(itemLabel(item)).toBe('1.1.1 “Sencha”, “Grown in the sun.”');
  expect(findItems(TEXT, 'Sencha')).toEqual([{ path: '1.1.1', heading: 'Sencha' }]);
  expect(findItems(TEXT, ' 1.1.2 ')).toEqual([{ path: '1.1.2', heading: 'Matcha' }]);
  expect(findItems(TEXT, 'costs')).toEqual([{ path: '2', heading: 'Costs' }]);
  expect(findItems(TEXT, 'green  tea').map(({ path }) => path)).toEqual(['1.1', '2.1']);
  expect(findItems(TEXT, 'Black tea')).toEqual([]);
});
