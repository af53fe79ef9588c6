import type { Block, Chapter, Language, Point } from '../../src/outline/outline';
import { composeDeck } from '../../src/slides/render/compose';
import type { Slide } from '../../src/slides/render/deck/deck';
import { systemTemplates } from '../../src/slides/render/templates';
import { titleAtoms } from '../../src/slides/render/text/line-breaks';
import { texts } from './shapes';

const [template] = systemTemplates;
const point = (title: string, ...text: string[]): Block => ({ kind: 'point', title, text });

const deckOf = (chapters: Chapter[], language: Language = 'en') =>
  composeDeck({ title: 'Deck', language, chapters }, template!);

function page(title: string, blocks: Block[], language: Language = 'en'): Slide {
  return deckOf([{ title: 'One', pages: [{ title, blocks }] }], language).slides[1]!;
}

const some = 'A sentence of about ten words says what there is to say.';

it.each([
  ['one point', 'statement', page('Title', [point('Claim', some)])],
  ['one number', 'figures', page('Title', [point('38% less', some)])],
  ['two points', 'columns', page('Title', [point('One', some), point('Two', some)])],
  ['three points', 'cards', page('Title', [point('One', some), point('Two', some), point('Three', some)])],
  [
    'five points',
    'bullets',
    page(
      'Title',
      ['A', 'B', 'C', 'D', 'E'].map((each) => point(each, some)),
    ),
  ],
  [
    'points that follow one another',
    'steps',
    page(
      'Title',
      [1, 2, 3].map((n) => point(`Step ${n}: do`, some)),
    ),
  ],
  [
    'points with dates',
    'timeline',
    page(
      'Title',
      [2021, 2023, 2025].map((year) => point(`${year}: event`, some)),
    ),
  ],
  [
    'months',
    'timeline',
    page(
      '历程',
      ['3月', '6月', '9月'].map((each) => point(`${each}：启动`, '完成建设。')),
      'zh',
    ),
  ],
  ['names with numbers', 'chart', page('Title', [point('A: 5 h'), point('B: 7 h'), point('C: 9 h')])],
  ['no content', 'statement', page('Only a title', [])],
])('%s: %s', (_, kind, slide) => {
  expect(slide.kind).toBe(kind);
});

it('keeps the date, the event and its text on a timeline', () => {
  const slide = page(
    'Title',
    [1, 2, 3].map((n) => point(`March 202${n}: Event ${n}`, `Text ${n}.`)),
  );
  const shown = texts(slide.shapes).flatMap((text) => text.paragraphs.map((each) => each.text));
  for (const n of [1, 2, 3])
    expect(shown).toEqual(expect.arrayContaining([`March 202${n}`, `Event ${n}`, `Text ${n}.`]));
});

it('leaves no single word on the last line of an English title', () => {
  const title = 'A title that is just a little longer than one line of the page can be here';
  const [heading] = texts(page(title, [point('One', some)]).shapes).filter((text) => text.part === 'title');
  const [paragraph] = heading!.paragraphs;
  const lines = paragraph!.lines.map((line) => line.pieces.map((piece) => piece.text).join(''));
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.at(-1)!.trim().split(' ').length).toBeGreaterThan(1);
  expect(paragraph!.text.replace(/\u00a0/g, ' ')).toBe(title);
});

it('keeps a compound of a title on one line, unless it is long', () => {
  expect(titleAtoms('Photosynthesis for twelve-year-olds')).toEqual(['Photosynthesis ', 'for ', 'twelve-year-olds']);
  expect(titleAtoms('A state-of-the-art-of-everything review')).toEqual([
    'A ',
    'state-of-the-art-of-',
    'everything ',
    'review',
  ]);
});

describe('what is left over', () => {
  it.each([
    [10, [10]],
    [11, [6, 5]],
    [21, [7, 7, 7]],
  ])('is not a contents slide of one chapter: %i chapters', (chapters, expected) => {
    const pages = [{ title: 'Page', blocks: [point('One', some)] }];
    const all = Array.from({ length: chapters }, (_, at) => ({ title: `Chapter ${at + 1}`, pages }));
    const slides = deckOf(all).slides.filter(({ kind }) => kind === 'catalogue');
    expect(slides.map(({ shapes }) => texts(shapes).filter(({ name }) => name === 'Chapter').length)).toEqual(expected);
  });

  it.each([
    [7, [7]],
    [8, [5, 4]],
    [14, [6, 6, 4]],
  ])('is not a table of one column: %i columns', (columns, expected) => {
    const cells = Array.from({ length: columns }, (_, column) => `Column ${column + 1}`);
    const block: Block = { kind: 'table', header: cells, rows: Array(6).fill(cells.map(() => 'some words')) };
    const { slides } = deckOf([{ title: 'One', pages: [{ title: 'Page', blocks: [block] }] }]);
    const tables = slides.flatMap(({ shapes }) => shapes.filter((shape) => shape.kind === 'table'));
    expect(tables.map((table) => table.columns.length)).toEqual(expected);
  });
});

describe('a long list of few words', () => {
  const words = (count: number) =>
    Array.from({ length: count }, (_, at) => point(`${String.fromCharCode(65 + at)} and something else`));
  const slidesOf = (blocks: Block[], title = 'Title') => {
    const pages = [
      { title: 'First', blocks: words(6) },
      { title: 'Second', blocks: words(8) },
      { title, blocks },
    ];
    return deckOf([{ title: 'One', pages }]).slides.filter(
      (slide) => slide.title === title || slide.title.startsWith(`${title} (`),
    );
  };

  it.each([6, 7, 8])('is on one slide: %i points', (count) => expect(slidesOf(words(count))).toHaveLength(1));

  it('has the same arrangement on all its slides', () => {
    const slides = slidesOf(words(12));
    expect(slides).toHaveLength(2);
    expect(slides[0]!.kind).toBe(slides[1]!.kind);
  });

  it('has no row of a single card', () => {
    const slide = slidesOf(words(7))[0]!;
    expect(slide.kind).toBe('bullets');
  });

  it('has the whole width for steps without text', () => {
    const steps = Array.from(
      { length: 7 },
      (_, at): Block => ({ ...(point('Send the agenda to all members in time') as Point), number: at + 1 }),
    );
    const slide = slidesOf(steps, 'Steps')[0]!;
    const headings = texts(slide.shapes).filter(({ name }) => name === 'Heading');
    expect(headings.length).toBe(7);
    expect(headings.map(({ paragraphs }) => paragraphs[0]!.lines.length)).toEqual(headings.map(() => 1));
  });
});

describe('a wide or short table', () => {
  const table = (columns: number, rows: number): Block => ({
    kind: 'table',
    header: Array.from({ length: columns }, (_, column) => `Column ${column + 1}`),
    rows: Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => `word ${row + 1}.${column + 1}`),
    ),
  });

  it.each([2, 4, 9, 20])('of one row and %i columns shows each name with its value', (columns) => {
    const slide = page('Page', [table(columns, 1)]);
    const facts = texts(slide.shapes).filter(({ name }) => name === 'Fact');
    expect(facts.map(({ paragraphs }) => paragraphs.map(({ text }) => text))).toEqual(
      Array.from({ length: columns }, (_, at) => [`Column ${at + 1}`, `word 1.${at + 1}`]),
    );
  });

  it('stays a table if a value is long', () => {
    const long = { ...table(12, 1), rows: [Array(12).fill(some.repeat(3))] } as Block;
    expect(page('Page', [long]).shapes.some(({ kind }) => kind === 'table')).toBe(true);
  });

  it('of a few rows is turned, so that it stays in one piece', () => {
    const { slides } = deckOf([{ title: 'One', pages: [{ title: 'Page', blocks: [table(9, 3)] }] }]);
    const tables = slides.flatMap(({ shapes }) => shapes.filter((shape) => shape.kind === 'table'));
    const [first] = tables;
    expect(tables).toHaveLength(1);
    expect(first!.rows.map(({ cells }) => cells[0]!.text.paragraphs[0]!.text)).toEqual(
      Array.from({ length: 9 }, (_, at) => `Column ${at + 1}`),
    );
    expect(first!.columns).toHaveLength(4);
  });
});

describe('a single paragraph', () => {
  const paragraph = (text: string) => page('Title', [point('Title', text)]);
  const named = (slide: Slide, wanted: string) =>
    texts(slide.shapes).flatMap(({ name, paragraphs }) => (name === wanted ? [paragraphs[0]!.text] : []));

  it('of a few words is in large type on color', () => {
    expect(paragraph(some).shapes.some(({ name }) => name === 'Mark')).toBe(true);
  });

  it('begins with its first sentence in large type', () => {
    const slide = paragraph(`Some work is large. ${some} ${some} ${some} ${some}`);
    expect(named(slide, 'Heading')).toEqual(['Some work is large.']);
    expect(named(slide, 'Text')).toEqual([`${some} ${some} ${some} ${some}`]);
  });

  it('of many sentences may have two columns, which keep all of its text', () => {
    const sentence = `A sentence of ${'many '.repeat(20)}words is too long for large type above the others.`;
    const text = Array(6).fill(sentence).join(' ');
    const { slides } = deckOf([
      { title: 'One', pages: ['Red', 'Green', 'Blue'].map((title) => ({ title, blocks: [point(title, text)] })) },
    ]);
    const columns = slides.map((slide) => named(slide, 'Column')).find((each) => each.length > 0)!;
    expect(columns.join(' ')).toBe(text);
  });
});

describe('points below each other', () => {
  const items = ['One', 'Two'].map((each) => point(each, 'A few words.'));
  const named = (slides: Slide[], wanted: string) =>
    slides.map(({ shapes }) =>
      texts(shapes)
        .filter(({ name }) => name === wanted)
        .map(({ paragraphs }) => paragraphs.map(({ text }) => text)),
    );
  const slides = deckOf([
    { title: 'One', pages: ['Red', 'Green', 'Blue', 'Gray'].map((title) => ({ title, blocks: items })) },
  ]).slides.slice(1, -1);

  it('have heading and text in one shape of a wide card', () => {
    expect(named(slides, 'Point')).toContainEqual([
      ['One', 'A few words.'],
      ['Two', 'A few words.'],
    ]);
  });

  it('of one text each may be one list', () => {
    const bare = ['One', 'Two', 'Three'].map((each) => point(`${each} of the points`));
    const lists = named(
      deckOf([{ title: 'One', pages: ['Red', 'Green'].map((title) => ({ title, blocks: bare })) }]).slides,
      'List',
    ).filter((each) => each.length > 0);
    expect(lists).toEqual([[['One of the points', 'Two of the points', 'Three of the points']]]);
  });
});
