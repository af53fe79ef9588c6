import type { Block, Language } from '../../src/outline/outline';
import { composeDeck } from '../../src/render/compose';
import type { Slide } from '../../src/render/deck/deck';
import { systemTemplates } from '../../src/render/templates';
import { texts } from './shapes';

const [template] = systemTemplates;
const point = (title: string, ...text: string[]): Block => ({ kind: 'point', title, text });

function page(title: string, blocks: Block[], language: Language = 'en'): Slide {
  const deck = composeDeck(
    { title: 'Deck', language, chapters: [{ title: 'One', pages: [{ title, blocks }] }] },
    template!,
  );
  return deck.slides[1]!;
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
