/** What the slides make of the words of a document: numbers, sources, lists, tables, siblings. */
import { strFromU8, unzipSync } from 'fflate';
import type { Block, Chapter, Outline } from '../../src/outline/outline';
import { composeDeck } from '../../src/slides/render/compose';
import { chaptersOf } from '../../src/slides/render/compose/content';
import { asFigure } from '../../src/slides/render/compose/figures';
import { chapterNumbers, hasNestedNumbers, withoutNestedNumber } from '../../src/slides/render/compose/numbering';
import { sourceOf } from '../../src/slides/render/compose/sources';
import type { Slide } from '../../src/slides/render/deck/deck';
import { writePptx } from '../../src/slides/render/pptx/package';
import { systemTemplates } from '../../src/slides/render/templates';
import { texts } from './shapes';

const point = (title: string, ...text: string[]): Block => ({ kind: 'point', title, text });
const some = 'A sentence of about ten words says what there is to say.';
const deck = (chapters: Outline['chapters'], layout: 'standard' | 'pro' = 'standard') =>
  composeDeck({ title: 'Deck', language: 'en', chapters }, systemTemplates[0]!, layout);
const pages = (title: string, blocks: Block[]): Slide[] =>
  deck([{ title: 'One', pages: [{ title, blocks }] }]).slides.filter(({ layout }) => layout === 'page');
const lines = ({ shapes }: Slide) =>
  texts(shapes).map((box) => ({ name: box.name, text: box.paragraphs.map((each) => each.text).join(' / ') }));
const words = (slide: Slide) => lines(slide).map(({ text }) => text);

it.each([
  ['97.4 % delivered', '97.4 %', 'delivered'],
  ['€4.2 billion revenue', '€4.2 billion', 'revenue'],
  ['12,400 employees', '12,400', 'employees'],
  ['4.2 million users', '4.2 million', 'users'],
  ['38% less', '38%', 'less'],
  ['1.234,5 Mio. € Umsatz', '1.234,5 Mio. €', 'Umsatz'],
  ['4,2 Mrd. Euro, mehr als je zuvor', '4,2 Mrd. Euro', 'mehr als je zuvor'],
  ['Throughput: 3×', '3×', 'Throughput'],
])('the figure of “%s” keeps its unit', (heading, value, label) => {
  expect(asFigure({ heading, text: [] })).toMatchObject({ value, label });
});

it('a number without words takes those of its text', () => {
  expect(asFigure({ heading: '97.4 %', text: ['delivered on time', some] })).toEqual({
    value: '97.4 %',
    label: 'delivered on time',
    text: [some],
  });
});

it.each(['6.1.1 Arrivals', '1.1 Recommendation', '2.1.1 Terminal North', '2024 in review'])(
  'the number of the heading “%s” is not a figure',
  (heading) => {
    expect(asFigure({ heading, text: [some] })).toBeUndefined();
  },
);

it('heading numbers go everywhere or nowhere', () => {
  expect(hasNestedNumbers(['1 Costs', '1.1 Quay', '1.2 Cranes'])).toBe(true);
  expect(hasNestedNumbers(['6.1.1 Arrivals'])).toBe(true);
  expect(hasNestedNumbers(['1.5 million users', '2.5 days a week'])).toBe(false);
  expect(withoutNestedNumber('2.1.1 Terminal North')).toBe('Terminal North');
  const { slides } = deck([
    {
      title: '1 Port',
      pages: [{ title: '1.1 Traffic', blocks: [point('1.1.1 Arrivals', some), point('1.1.2 Departures', some)] }],
    },
    {
      title: '2 Costs',
      pages: [{ title: '2.1 Quay', blocks: [point('2.1.1 Repair', some), point('2.1.2 Rent', some)] }],
    },
  ]);
  const all = slides.flatMap(words).join('\n');
  expect(all).toContain('Arrivals');
  expect(all).not.toMatch(/\d\.\d/);
});

it('chapters keep the numbers that their author counted', () => {
  expect(chapterNumbers(['Introduction', '1 Results', '2 Causes'])).toEqual([undefined, 1, 2]);
  expect(chapterNumbers(['Results', 'Causes'])).toEqual([1, 2]);
});

it('a source is a line below the content, and in the notes', () => {
  const [slide, ...others] = pages('Traffic', [
    point('North', some),
    point('West', some),
    point('Source: port statistics, 2024'),
  ]);
  expect(others).toEqual([]);
  const line = lines(slide!).find(({ text }) => text.startsWith('Source'));
  expect(line).toMatchObject({ text: 'Source: port statistics, 2024', name: 'Source' });
  expect(slide!.notes.join(' ')).toContain('Source: port statistics, 2024.');
  expect(slide!.kind).toBe('columns');
});

it.each([
  ['Source: port', [], 'Source: port'],
  ['Source', ['port statistics'], 'Source: port statistics'],
  ['来源：港口统计', [], '来源：港口统计'],
  ['¹ Costs are in 2024 euros', [], '¹ Costs are in 2024 euros'],
  ['Sources of energy', [], undefined],
  ['Source', [], undefined],
  ['Data: what we need', ['a list'], undefined],
])('the source line of “%s” %j', (heading, text, line) => {
  expect(sourceOf(heading, text)).toBe(line);
});

it('no point repeats the title of its slide', () => {
  const [slide] = pages('Results', [point('Results', some), point('Causes', some), point('Outlook', some)]);
  expect(words(slide!).filter((text) => text === 'Results')).toHaveLength(1);
});

it('a list on several slides continues its numbers', () => {
  const numbers = (slides: Slide[]) =>
    slides.flatMap((slide) => lines(slide).flatMap(({ name, text }) => (name === 'Number' ? [Number(text)] : [])));
  const step = (at: number) => point(`Step ${at}`, some);
  expect(numbers(pages('Upgrade', [1, 2, 3, 4, 5, 6, 7].map(step)))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const { slides } = deck([
    {
      title: 'One',
      pages: [
        { title: 'Upgrade (1/2)', blocks: [1, 2, 3, 4].map(step) },
        { title: 'Upgrade (2/2)', blocks: [5, 6, 7].map(step) },
        { title: 'Checks', blocks: [1, 2, 3].map(step) },
      ],
    },
  ]);
  expect(numbers(slides)).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2, 3]);
});

it('all parts of a table have one text size, and similar lengths', () => {
  const rows = Array.from({ length: 24 }, (_, at) => [
    `Berth ${at + 1}`,
    `${at * 7} m`,
    'free on Sundays and at night',
  ]);
  const slides = pages('Berths', [{ kind: 'table', header: ['Berth', 'Length', 'Use'], rows }]);
  const tables = slides.flatMap(({ shapes }) => shapes.flatMap((shape) => (shape.kind === 'table' ? [shape] : [])));
  expect(tables.length).toBeGreaterThan(1);
  const sizes = tables.flatMap((table) =>
    table.rows.flatMap(({ cells }) => cells.map(({ text }) => text.paragraphs[0]!.size)),
  );
  expect(new Set(sizes).size).toBe(1);
  const lengths = tables.map((table) => table.rows.length - 1);
  expect(lengths.reduce((sum, length) => sum + length)).toBe(24);
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(tables.length);
});

describe('slides that begin chapters', () => {
  const chapter = (title: string, pages: number): Chapter => ({
    title,
    pages: Array.from({ length: pages }, (_, at) => ({
      title: `${title} ${'abcdefgh'[at]}`,
      blocks: [point('A', some), point('B', some)],
    })),
  });
  const dividers = (...chapters: Chapter[]) =>
    deck(chapters).slides.flatMap(({ layout, title }) => (layout === 'chapter' ? [title] : []));

  it('are left out before a chapter of one slide', () => {
    expect(dividers(chapter('Short', 1), chapter('Long', 7))).toEqual(['Long']);
  });

  it('are left out of a deck of up to seven pages', () => {
    expect(dividers(chapter('One', 3), chapter('Two', 4))).toEqual([]);
    expect(dividers(chapter('One', 4), chapter('Two', 4))).toEqual(['One', 'Two']);
  });
});

describe('a page named by a number alone', () => {
  const [slide] = pages('40 %', [point('40 %', 'of the parts come from one supplier.')]);

  it('shows it large, as its title', () => {
    const titles = texts(slide!.shapes).filter(({ part }) => part === 'title');
    expect(titles.map(({ paragraphs }) => [paragraphs[0]!.text, paragraphs[0]!.size >= 60])).toEqual([['40 %', true]]);
    expect(lines(slide!).map(({ text }) => text)).toContain('of the parts come from one supplier.');
    expect(slide!.notes).toEqual(['40 %.', 'of the parts come from one supplier.']);
  });

  it('keeps its size in a file, where titles have the size of their layout', () => {
    const file = writePptx(deck([{ title: 'One', pages: [{ title: '40 %', blocks: [point('40 %', some)] }] }]));
    const xml = strFromU8(unzipSync(file)['ppt/slides/slide2.xml']!);
    const title = /<p:sp>(?:(?!<\/p:sp>).)*type="title"(?:(?!<\/p:sp>).)*<\/p:sp>/s.exec(xml)![0];
    expect(Number(/sz="(\d+)"/.exec(title)![1])).toBeGreaterThan(6000);
  });

  it('stays a title of several points', () => {
    const [other] = pages('40 %', [point('A', some), point('B', some)]);
    expect(texts(other!.shapes).find(({ part }) => part === 'title')!.paragraphs[0]!.size).toBeLessThan(60);
  });
});

it('a table of two rows has large type and fills two thirds of the page', () => {
  const [slide] = pages('In and out', [
    {
      kind: 'table',
      header: ['In', 'Out'],
      rows: [
        ['Water', 'Sugar'],
        ['Air', 'Oxygen'],
      ],
    },
  ]);
  const [table] = slide!.shapes.flatMap((shape) => (shape.kind === 'table' ? [shape] : []));
  expect(table!.rows[1]!.cells[0]!.text.paragraphs[0]!.size).toBe(28);
  expect(table!.box.h).toBeGreaterThan(systemTemplates[0]!.page.body.h * 0.66);
});

it.each(['standard', 'pro'] as const)('sibling pages have the same arrangement (%s)', (layout) => {
  const option = (name: string, count: number) => ({
    title: `Option ${name}`,
    blocks: Array.from({ length: count }, (_, at) => point(`Point ${at}`, some)),
  });
  const { slides } = deck([{ title: 'Options', pages: [option('A', 4), option('B', 4), option('C', 5)] }], layout);
  const kinds = slides.filter(({ title }) => title.startsWith('Option ')).map(({ kind }) => kind);
  expect(kinds).toHaveLength(3);
  expect(new Set(kinds).size).toBe(1);
});

it('columns below zero hang from the axis, with their numbers below them', () => {
  const rows = [
    ['North', '5 %'],
    ['West', '-8 %'],
    ['East', '3 %'],
  ];
  const [slide] = pages('Growth', [{ kind: 'table', header: ['Terminal', 'Growth'], rows }]);
  const chart = slide!.shapes.find((shape) => shape.kind === 'chart')!;
  expect(chart.data).toMatchObject({ kind: 'column', series: [{ values: [5, -8, 3] }] });
  expect(chart.look.min).toBeLessThan(-8);
  const columns = chart.drawn.flatMap((shape) => (shape.name === 'Column' && 'box' in shape ? [shape.box] : []));
  const axis = chart.drawn.find((shape) => shape.name === 'Axis')!;
  const zero = columns[0]!.y + columns[0]!.h;
  expect(columns[1]!.y).toBeCloseTo(zero);
  expect(columns[1]!.h).toBeCloseTo((columns[0]!.h * 8) / 5);
  expect(JSON.stringify(axis)).toContain(String(zero).slice(0, 6));
});

it('a page with the name of its chapter has it without the number of the chapter', () => {
  const page = (title: string) => ({ title, blocks: [{ kind: 'point' as const, title: 'A point', text: [] }] });
  const outline = {
    title: 'Report',
    language: 'en' as const,
    chapters: [
      { title: '1 Results', pages: [page('1 Results'), page('12 months')] },
      { title: '2 Causes', pages: [page('2 Causes (1/2)'), page('2 Causes (2/2)')] },
    ],
  };
  expect(chaptersOf(outline).map(({ title, pages }) => [title, ...pages.map((each) => each.title)])).toEqual([
    ['Results', 'Results', '12 months'],
    ['Causes', 'Causes (1/2)', 'Causes (2/2)'],
  ]);
});

it.each([
  ['Costs fell', ['Costs fell by a tenth, and sales grew.'], ''],
  ['Costs fell', ['They are a tenth lower.'], 'Costs fell'],
])('a single point named %j with the text %j has the heading %j', (name, text, heading) => {
  const chapters = [{ title: 'Results', pages: [{ title: 'Costs', blocks: [point(name, ...text)] }] }];
  expect(chaptersOf({ title: 'Deck', language: 'en', chapters })[0]!.pages[0]!.items).toEqual([{ heading, text }]);
});
