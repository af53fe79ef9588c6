import { parseOutline } from '../../src/outline/outline-markdown';
import { composeDeck } from '../../src/slides/render/compose';
import { systemTemplates } from '../../src/slides/render/templates';

const slidesOf = (page: string) =>
  composeDeck(parseOutline(`# T\n\n## C\n\n### P\n\n${page}`), systemTemplates[0]!).slides.slice(1, -1);
const wordsOf = (page: string) =>
  slidesOf(page).map(({ shapes }) =>
    shapes.flatMap((shape) => (shape.kind === 'text' ? shape.paragraphs.map(({ text }) => text) : [])),
  );
const named = (page: string, name: string) =>
  slidesOf(page).flatMap(({ shapes }) =>
    shapes.flatMap((shape) => (shape.kind === 'text' && shape.name === name ? [shape.box] : [])),
  );

const LIST = 'The sensor has three pins:\n\n- Power\n- Ground\n- Data\n\n#### P\n\nThen turn it on.';

test('sentences around a list are above and below it, within the slide, and in the notes', () => {
  const [slide, ...others] = slidesOf(LIST);
  expect(others).toEqual([]);
  const [above, below] = [...named(LIST, 'Introduction'), ...named(LIST, 'Conclusion')];
  expect(above!.y + above!.h).toBeLessThan(below!.y - 100);
  expect(below!.y + below!.h).toBeLessThan(510);
  expect(slide!.notes.join(' ')).toMatch(/The sensor has three pins:.*Power.*Data.*Then turn it on\./);
});

test('a single point, and one of several paragraphs, keep what belongs to them', () => {
  expect(named('Only this.\n\n- Power', 'Introduction')).toEqual([]);
  expect(named('One.\n\nTwo.\n\n- Power\n- Ground', 'Introduction')).toEqual([]);
});

test('text below a table is shown below it', () => {
  const slides = slidesOf(
    'Two offers.\n\n| A | B |\n| --- | --- |\n| x | y |\n| z | w |\n\n#### Decision\n\nWe take A.',
  );
  expect(slides.map(({ kind }) => kind === 'table')).toEqual([false, true, false]);
});

test('text next to code is shown once', () => {
  const words = wordsOf('```\na = 1\n```\n\nKeys are kept for a day.').flat();
  expect(words.filter((each) => each === 'Keys are kept for a day.')).toHaveLength(1);
});

test('a sentence with a dash is not a quotation', () => {
  const words = wordsOf('All contributions are welcome — even small ones.').flat();
  expect(words).toContain('All contributions are welcome — even small ones.');
});
