import { deckTag, languageTag, startsRightToLeft, taggedRuns } from '../../src/outline/languages';
import type { Outline, Page } from '../../src/outline/outline';
import { composeDeck } from '../../src/slides/render/compose';
import { chartOf, chartOfPoints, isTime } from '../../src/slides/render/compose/chart-data';
import { closingOf } from '../../src/slides/render/compose/closing';
import { asFigure } from '../../src/slides/render/compose/figures';
import { itemNotes, rowNotes, sentence } from '../../src/slides/render/compose/notes';
import { pageNames, withoutInnerNumbers, withoutNumbers } from '../../src/slides/render/compose/numbering';
import { halves } from '../../src/slides/render/compose/split';
import { isSequence } from '../../src/slides/render/compose/steps';
import { isNumeric } from '../../src/slides/render/compose/table';
import { isTimeline } from '../../src/slides/render/compose/timeline';
import { hasKeyFigure } from '../../src/slides/render/compose/told-figure';
import type { Deck, PictureShape } from '../../src/slides/render/deck/deck';
import { writePdf } from '../../src/slides/render/pdf';
import { drawSlide } from '../../src/slides/render/picture';
import { writePptx } from '../../src/slides/render/pptx/package';
import { escapeXml } from '../../src/slides/render/pptx/xml';
import { slideSvg } from '../../src/slides/render/svg';
import { systemTemplates } from '../../src/slides/render/templates';
import { levelsOf, placeCuts } from '../../src/slides/render/text/bidi';
import { cleanText } from '../../src/slides/render/text/characters';
import { cutByFace } from '../../src/slides/render/text/faces';
import { shorten } from '../../src/slides/render/text/fit';
import { atoms, letters, sentences, titleAtoms } from '../../src/slides/render/text/line-breaks';
import { Typesetter } from '../../src/slides/render/text/measure';
import { stretches } from '../../src/slides/render/text/scripts';
import type { Subject } from './growth';
import { points } from './outline-subjects';
import { all, list, texts } from './texts';

const template = systemTemplates[0]!;
/** Headings and table cells that reach the layout are no longer. */
const CELL = 500;
/** And what is set like a title. */
const TITLE = 600;
const inputs = texts(12);
const spec = { font: 'body', size: 18, tone: { role: 'ink' } } as const;
const pages = (all: Page[]): Outline => ({
  title: 'Title',
  language: 'en',
  chapters: [{ title: 'Chapter', pages: all }],
});
const words = (count: number) => list(count, (at) => `word${at % 97}`).join(' ');
const letter = (at: number) => String.fromCharCode(97 + ((at * 7 + (at >> 3)) % 26));

/** A PNG of 1 × 1 pixels. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
);

/** A deck whose cover shows images. */
function pictured(hashes: string[]): Deck {
  const deck = composeDeck(pages([]), template);
  deck.pictures = new Map(hashes.map((hash) => [hash, { type: 'png', bytes: dot, width: 1, height: 1 }]));
  const crop = { left: 0.1, top: 0, right: 0, bottom: 0 };
  const box = { x: 10, y: 10, w: 100, h: 100 };
  deck.slides[0]!.shapes.push(
    ...hashes.map((hash): PictureShape => ({ kind: 'picture', name: 'Picture', alt: hash, box, hash, crop })),
  );
  return deck;
}

/** What lays out and writes decks. */
export const renderSubjects: Record<string, Subject> = {
  'the characters of a slide': {
    modules: [
      'src/slides/render/text/characters',
      'src/slides/render/text/scripts',
      'src/slides/render/text/line-breaks',
      'src/slides/render/text/units',
      'src/outline/languages',
      'src/slides/render/pptx/xml',
    ],
    inputs,
    size: 16_000,
    run: (text: string) =>
      all(
        () => [cleanText(text), stretches(text), escapeXml(text)],
        () => [atoms(text), titleAtoms(text.slice(0, TITLE)), letters(text)],
        () => [sentences(text, 'en'), sentences(text, 'zh')],
        () => [languageTag(text), deckTag(text, 'en'), startsRightToLeft(text), taggedRuns(text)],
      ),
  },
  'lines of a paragraph': {
    modules: [
      'src/slides/render/text/measure',
      'src/slides/render/text/fit',
      'src/slides/render/text/faces',
      'src/slides/render/deck/fonts',
    ],
    inputs,
    size: 4000,
    run: (text: string) => {
      for (const language of ['en', 'zh'] as const) {
        const type = new Typesetter(template.fonts, language);
        type.measure([{ ...spec, text: cleanText(text) }], 300);
        type.measure([{ ...spec, text: cleanText(text).slice(0, TITLE), balanced: true }], 300);
      }
      shorten(new Typesetter(template.fonts, 'en'), { ...spec, text: cleanText(text).slice(0, 600) }, 300, 60);
      cutByFace(text, template.fonts.body, false);
    },
  },
  'runs from right to left': {
    modules: ['src/slides/render/text/bidi'],
    inputs,
    size: 4000,
    run: (text: string) => {
      const line = cleanText(`שלום ${text}`);
      for (const fromRight of [true, false]) {
        placeCuts(cutByFace(line, template.fonts.body, false), levelsOf(line, fromRight), 0, 18, 0);
      }
    },
  },
  'what a heading or a cell says': {
    modules: [
      'src/slides/render/compose/chart-data',
      'src/slides/render/compose/closing',
      'src/slides/render/compose/figures',
      'src/slides/render/compose/notes',
      'src/slides/render/compose/numbering',
      'src/slides/render/compose/split',
      'src/slides/render/compose/steps',
      'src/slides/render/compose/timeline',
      'src/slides/render/compose/told-figure',
    ],
    inputs,
    run: (text: string) => {
      const told = { title: text, items: [{ heading: '', text: [text] }], tables: [] };
      closingOf([{ title: text, pages: [told, told], pageTitles: [text, text] }], 'en', 'en-US');
      hasKeyFigure(told.items[0]!);
      const cells = list(Math.ceil(text.length / CELL), (at) => cleanText(text.slice(at * CELL, (at + 1) * CELL)));
      const items = cells.map((heading) => ({ heading, text: [] }));
      return all(
        () =>
          cells.map((cell) => [
            isTime(cell),
            isNumeric(cell),
            sentence(cell, 'en'),
            asFigure({ heading: cell, text: [] }),
          ]),
        () => [chartOfPoints(items), chartOf({ header: ['a', 'b'], rows: cells.map((cell) => [cell, cell]) })],
        () => [itemNotes(items, 'zh'), rowNotes({ header: ['a', 'b'], rows: cells.map((cell) => [cell, cell]) }, 'en')],
        () => [isTimeline(items), isSequence(cells[0] ?? '', items)],
        () => [withoutNumbers(cells), withoutInnerNumbers(cells), pageNames('a', cells)],
        () => halves([{ heading: '', text: [text] }], 'en'),
      );
    },
  },
  'long paragraphs on slides': {
    modules: [
      'src/slides/render/compose',
      'src/slides/render/compose/page',
      'src/slides/render/compose/code',
      'src/slides/render/compose/code-lines',
      'src/slides/render/compose/links',
      'src/slides/render/compose/sheet',
      'src/slides/render/compose/points-fit',
      'src/slides/render/compose/rows',
      'src/slides/render/compose/cards',
      'src/slides/render/compose/statement',
      'src/slides/render/canvas/canvas',
    ],
    inputs: {
      'one word': (size) =>
        points(
          1,
          () => 'Point',
          () => [list(size, letter).join('')],
        ),
      words: (size) =>
        points(
          1,
          () => 'Point',
          () => [words(size / 6)],
        ),
      hanzi: (size) => ({
        ...points(
          1,
          () => '要点',
          () => ['季度经营情况良好，'.repeat(size / 9)],
        ),
        language: 'zh',
      }),
      paragraphs: (size) =>
        points(
          1,
          () => 'Point',
          () => list(size / 40, (at) => `Some words ${at}.`),
        ),
    },
    // An eighth of this no longer fits one slide, so both inputs pay for the search of a split.
    size: 8000,
    run: (outline: Outline) => [composeDeck(outline, template), composeDeck(outline, template, 'pro')],
  },
  'many slides': {
    modules: [
      'src/slides/render/compose/stages',
      'src/slides/render/compose/catalogue',
      'src/slides/render/compose/chart-lines',
      'src/slides/render/compose/table',
      'src/slides/render/pptx/package',
      'src/slides/render/pptx/parts',
      'src/slides/render/deck/targets',
      'src/slides/render/deck/mirror',
      'src/slides/render/deck/bullets',
      'src/slides/render/pptx/shapes',
      'src/slides/render/pptx/shape-properties',
      'src/slides/render/compose/image',
      'src/slides/render/compose/image-text',
      'src/slides/render/pptx/tables',
      'src/slides/render/pptx/slide',
      'src/slides/render/pptx/properties',
      'src/slides/render/pptx/master',
      'src/slides/render/pptx/theme',
      'src/slides/render/pptx/script-fonts',
      'src/slides/render/svg',
      'src/slides/render/pdf',
      'src/slides/render/pdf-drawing',
    ],
    inputs: {
      'points on pages': (size) =>
        points(
          size,
          (at) => `Point ${at}`,
          (at) => [`Some words ${at}.`],
        ),
      'rows of a table': (size) =>
        pages([
          {
            title: 'Table',
            blocks: [
              { kind: 'table', header: ['Name', 'Value'], rows: list(size * 4, (at) => [`Row ${at}`, `${at}.5`]) },
            ],
          },
        ]),
      'line charts': (size) =>
        pages(
          list(size / 16, (at) => ({
            title: `Chart ${at}`,
            blocks: [
              {
                kind: 'table',
                header: ['Year', 'North', 'South'],
                rows: list(40, (year) => [`${1980 + year}`, `${year + at}`, `${year * 2}`]),
              },
            ],
          })),
        ),
      'images without files': (size) =>
        pages([
          {
            title: 'Images',
            blocks: list(size, (at) => ({ kind: 'picture', hash: `${at}`, alt: words(20), caption: words(40) })),
          },
        ]),
      'pages without text': (size) => pages(list(size / 2, (at) => ({ title: `Page ${at}`, blocks: [] }))),
      'pages from right to left': (size) =>
        points(
          size,
          (at) => `נקודה ${at}`,
          (at) => [`מילים ${at}.`],
        ),
    },
    size: 160,
    run: async (outline: Outline) => {
      const deck = composeDeck(outline, template);
      for (const slide of deck.slides) slideSvg(deck, slide, 480);
      return [writePptx(deck), await writePdf(deck)];
    },
  },
  'images of a slide': {
    modules: [
      'src/slides/render/deck/picture-shape',
      'src/slides/render/pdf-images',
      'src/slides/render/pptx/pictures',
    ],
    inputs: {
      'one file each': (size) => pictured(list(size, (at) => `hash ${at}`)),
      'the same file': (size) => pictured(list(size, () => 'hash')),
    },
    size: 80,
    run: async (deck: Deck) => [
      await drawSlide(deck, deck.slides[0]!, 'png', 480),
      writePptx(deck),
      await writePdf(deck),
    ],
  },
};
