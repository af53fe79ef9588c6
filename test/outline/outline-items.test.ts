import { commentFault, findItems, itemsOf } from '../../src/outline/outline-items';

const TEXT = `# Tea

## Kinds

### Green tea

#### Sencha

#### Matcha

## Costs

### Green tea

| what | price |
|---|---|
| Sencha | 4 |
`;
const comment = (path: string, heading: string) => [{ item: { path, heading }, text: 'why?' }];

it('the items of a text are its title, chapters, pages, points and tables', () => {
  expect(itemsOf(TEXT).map(({ path, heading }) => `${path} ${heading}`)).toEqual([
    '0 Tea',
    '1 Kinds',
    '1.1 Green tea',
    '1.1.1 Sencha',
    '1.1.2 Matcha',
    '2 Costs',
    '2.1 Green tea',
    '2.1.1 what | price',
  ]);
});

it('a comment fits if its item has the quoted heading', () => {
  expect(commentFault(TEXT, comment('1.1.2', ' matcha'))).toBeUndefined();
  expect(commentFault(TEXT, comment('1.1.2', 'Sencha'))).toBe('item 1.1.2 is “Matcha”, not “Sencha”');
  expect(commentFault(TEXT, comment('3', 'Kinds'))).toBe('the text has no item 3');
});

it('items are found by number or heading', () => {
  expect(findItems(TEXT, ' 1.1.2 ')).toEqual([{ path: '1.1.2', heading: 'Matcha' }]);
  expect(findItems(TEXT, 'costs')).toEqual([{ path: '2', heading: 'Costs' }]);
  expect(findItems(TEXT, 'green  tea').map(({ path }) => path)).toEqual(['1.1', '2.1']);
  expect(findItems(TEXT, 'Black tea')).toEqual([]);
});
