import { commentsOn } from '../../src/decks/comments';

const TEXT = '# Tea\n\n## Kinds\n\n### Green\n\n## Costs\n\n### Green\n';

it('comments get the heading of their item', () => {
  expect(
    commentsOn(TEXT, [
      { item: '1.1', text: 'why?' },
      { item: 'costs', text: 'too high' },
    ]),
  ).toEqual([
    { item: { path: '1.1', heading: 'Green' }, text: 'why?' },
    { item: { path: '2', heading: 'Costs' }, text: 'too high' },
  ]);
});

it.each([
  ['3', 'The text has no item "3"; give the number of the item'],
  ['green', '2 items have the heading "green" (1.1, 2.1); give the number of the item'],
])('a comment on %s is rejected', (item, sentence) => {
  expect(() => commentsOn(TEXT, [{ item, text: 'x' }])).toThrow(sentence);
});
