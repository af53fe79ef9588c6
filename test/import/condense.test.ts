import type { Block, Outline, Page } from '../../src/outline/outline';
import { parseOutline, writeOutline } from '../../src/outline/outline-markdown';
import { condensed } from '../../src/slides/import/condense';
import { composeDeck } from '../../src/slides/render/compose';
import { systemTemplates } from '../../src/slides/render/templates';
import { someSystemTemplates } from '../render/some-templates';

const SENTENCE = 'The port handles more containers every year, which the three terminals can no longer take.';
const KEY = 'Containers grew by 41 % since 2019.';
const point = (title: string, ...text: string[]): Block => ({ kind: 'point', title, text });
const table: Block = {
  kind: 'table',
  header: ['Year', 'Boxes'],
  rows: [
    ['2022', '10'],
    ['2023', '12'],
    ['2024', '15'],
  ],
};
const words: Block = {
  kind: 'table',
  header: ['Who', 'What'],
  rows: [
    ['Ann', 'plans'],
    ['Bo', 'builds'],
  ],
};

function report(chapters: number, pages: number, more: Block[] = []): Outline {
  const page = (chapter: number, at: number): Page => ({
    title: `Topic ${chapter}.${at}`,
    blocks: [
      ...Array.from({ length: 4 }, (_, index) =>
        point(
          `Finding ${chapter}.${at}.${index}`,
          `${SENTENCE} (${chapter}.${at}.${index}a)`,
          `${KEY} ${SENTENCE} (b)`,
        ),
      ),
      ...(at === 0 ? more : []),
    ],
  });
  return {
    title: 'Report',
    language: 'en',
    byline: 'Ann',
    chapters: Array.from({ length: chapters }, (_, chapter) => ({
      title: `Chapter ${chapter}`,
      pages: Array.from({ length: pages }, (_, at) => page(chapter, at)),
    })),
  };
}

const slidesOf = (outline: Outline): number => composeDeck(outline, systemTemplates[0]!).slides.length;
const pagesOf = (outline: Outline): Page[] => outline.chapters.flatMap(({ pages }) => pages);
const everything = (outline: Outline): string =>
  JSON.stringify(pagesOf(outline).map(({ title, blocks, notes }) => [title, blocks, notes]));

describe('a report of 5 chapters with 6 pages each', () => {
  const whole = report(5, 6, [table, words]);

  it.each([4, 6, 8, 10, 12, 15, 20, 25])('has about %i slides, and never more', (slides) => {
    const short = condensed(whole, slides);
    expect(slidesOf(short)).toBeLessThanOrEqual(slides);
    expect(slidesOf(short)).toBeGreaterThanOrEqual(slides - 2);
  });

  it.each([4, 8, 12, 25])('with %i slides keeps every title, and all text on slides or in notes', (slides) => {
    const shown = everything(condensed(whole, slides));
    for (const { title, blocks } of pagesOf(whole)) {
      expect(shown).toContain(title);
      for (const block of blocks) {
        if (block.kind === 'point') for (const text of block.text) expect(shown).toContain(text);
        if (block.kind === 'table') for (const cell of block.rows.flat()) expect(shown).toContain(cell);
      }
    }
  });

  it('prefers numbers: the tables with numbers stay, of the text the sentences with numbers', () => {
    const blocks = pagesOf(condensed(whole, 18)).flatMap((page) => page.blocks);
    expect(blocks.filter((block) => block.kind === 'table')).toEqual(Array(5).fill(table));
    const texts = blocks.flatMap((block) => (block.kind === 'point' ? block.text : []));
    expect(texts.every((text) => text === KEY)).toBe(true);
  });

  it('is the same every time, and what it has left is the input', () => {
    const before = structuredClone(whole);
    expect(condensed(whole, 10)).toEqual(condensed(whole, 10));
    expect(whole).toEqual(before);
    expect(condensed(whole, 10)).toMatchObject({ title: 'Report', byline: 'Ann', language: 'en' });
  });

  it('is written and read with its notes, which are those of the slides', () => {
    const short = condensed(whole, 10);
    expect(parseOutline(writeOutline(short))).toEqual(short);
    const { slides } = composeDeck(short, systemTemplates[0]!);
    const notes = slides.flatMap((slide) => slide.notes).join('\n');
    for (const { blocks } of pagesOf(whole)) {
      for (const block of blocks) if (block.kind === 'point') expect(notes).toContain(block.text[0]);
    }
  });
});

it('an outline that is short enough stays as it is', () => {
  const short = report(2, 1);
  expect(condensed(short, 30)).toEqual(short);
});

it('code stays whole, with its words, and the parts of a page become one', () => {
  const code: Block = { kind: 'code', text: 'a:\n  b' };
  const parts = [1, 2, 3].map(
    (at): Page => ({ title: `Method (${at}/3)`, blocks: [point(`Step ${at}`, SENTENCE.repeat(8))] }),
  );
  const pages = [...parts, { title: 'Run', blocks: [point('Run', 'Do this:'), code] }];
  const short = condensed({ title: 'T', language: 'en', chapters: [{ title: 'C', pages }] }, 4);
  expect(pagesOf(short).map(({ title }) => title)).toEqual(['Method', 'Run']);
  expect(pagesOf(short)[1]!.blocks).toEqual([point('Run', 'Do this:'), code]);
});

it('a page for several has the name of its chapter without its number, and each title once', () => {
  const pages = ['A', 'B', 'C'].map(
    (title): Page => ({ title, blocks: [point(`Point ${title}`, SENTENCE.repeat(9)), words] }),
  );
  const chapters = [1, 2].map((at) => ({ title: `${at} Name`, pages }));
  const short = condensed({ title: 'T', language: 'en', chapters }, 6);
  const [first] = pagesOf(short);
  expect(first!.title).toBe('Name');
  expect(first!.blocks.map((block) => (block.kind === 'point' ? block.title : ''))).toEqual(['A', 'B', 'C']);
  expect(first!.notes).toContain('Ann | plans');
});

describe('images', () => {
  const picture: Block = { kind: 'picture', hash: 'a'.repeat(64), alt: 'A quay', caption: 'Figure 1: The quay' };
  const whole = report(5, 6, [picture]);
  const shown = (outline: Outline): number =>
    pagesOf(outline)
      .flatMap(({ blocks }) => blocks)
      .filter(({ kind }) => kind === 'picture').length;

  it.each([6, 9, 13, 18, 25])('fit among %i slides, and the deck does not become longer', (slides) => {
    const short = condensed(whole, slides);
    for (const template of someSystemTemplates) {
      for (const layout of ['standard', 'pro'] as const) {
        expect(composeDeck(short, template, layout).slides.length).toBeLessThanOrEqual(slides);
      }
    }
  });

  it('stay where each chapter has two slides or more', () => expect(shown(condensed(whole, 18))).toBe(5));

  it('are next to the points of several pages where these are few words', () => {
    const few = (at: number, more: Block[]): Page => ({ title: `Topic ${at}`, blocks: [point('Point', KEY), ...more] });
    const pages = [few(0, []), few(1, [picture]), few(2, []), few(3, [])];
    const short = condensed({ title: 'T', language: 'en', chapters: [{ title: 'C', pages }] }, 3);
    expect(pagesOf(short)).toHaveLength(1);
    expect(pagesOf(short)[0]!.blocks.at(-1)).toEqual(picture);
    expect(slidesOf(short)).toBe(3);
  });
});

it('links go with their words', () => {
  const links = [{ text: 'port', target: 'https://example.org/' }];
  const whole = report(3, 4);
  pagesOf(whole)[0]!.links = links;
  expect(pagesOf(condensed(whole, 6))[0]!.links).toEqual(links);
});
