import type { Block } from '../../src/outline/outline';
import { composeDeck } from '../../src/slides/render/compose';
import type { Arrangement, Slide, TextBox } from '../../src/slides/render/deck/deck';
import { writePptx } from '../../src/slides/render/pptx/package';
import { templateById } from '../../src/slides/render/templates';
import { openPackage } from './open-package';
import { boxOf, inside, texts } from './shapes';
import { someSystemTemplates } from './some-templates';

const point = (title: string, ...text: string[]): Block => ({ kind: 'point', title, text });
const code = (...lines: string[]): Block => ({ kind: 'code', text: lines.join('\n') });
const layouts = ['standard', 'pro'] as const;

const deckOf = (blocks: Block[], template: number, layout: Arrangement) =>
  composeDeck(
    { title: 'Deck', language: 'en', chapters: [{ title: 'One', pages: [{ title: 'Page', blocks }] }] },
    templateById(template),
    layout,
  );
const isCode = (slide: Slide) => slide.kind === 'code';
const codeIn = (slide: Slide): TextBox => texts(slide.shapes).find((text) => text.name === 'Code')!;
const linesIn = (slide: Slide): string[] => codeIn(slide).paragraphs.map((each) => each.text);

const short = ['for ship in arrivals:', '    if ship.late:', '        wait(ship)', '', 'leave()'];

describe.each(someSystemTemplates.flatMap(({ id }) => layouts.map((layout) => [id, layout] as const)))(
  'code in template %i, %s',
  (id, layout) => {
    it('keeps indentation and line breaks, in a monospaced face, next to its words', () => {
      const deck = deckOf([point('Page', 'Wait for late ships:'), code(...short)], id, layout);
      const [slide, ...others] = deck.slides.filter(isCode);
      expect(others).toEqual([]);
      expect(linesIn(slide!)).toEqual(short);
      const faces = codeIn(slide!).paragraphs.flatMap((each) => each.lines.flatMap((line) => line.pieces));
      expect(new Set(faces.map(({ face }) => face))).toEqual(new Set(['cousine-regular']));
      expect(texts(slide!.shapes).some((text) => text.paragraphs[0]!.text === 'Wait for late ships:')).toBe(true);
      expect(deck.overflow).toEqual([]);
      expect(slide!.shapes.filter((shape) => !inside(boxOf(shape)))).toEqual([]);
    });

    it('splits long code at empty lines, at one size, without losing a line', () => {
      const block = (at: number) => [`def f${at}(x):`, ...Array.from({ length: 7 }, (_, n) => `    x += ${n}`), ''];
      const lines = Array.from({ length: 8 }, (_, at) => block(at)).flat();
      const slides = deckOf([code(...lines.slice(0, -1))], id, layout).slides.filter(isCode);
      expect(slides.length).toBeGreaterThan(1);
      expect(slides.flatMap(linesIn).filter(Boolean)).toEqual(lines.filter(Boolean));
      expect(slides.every((slide) => linesIn(slide)[0]!.startsWith('def'))).toBe(true);
      expect(new Set(slides.map((slide) => codeIn(slide).paragraphs[0]!.size)).size).toBe(1);
    });

    it('shrinks and then breaks a line that is too long, with a mark', () => {
      const long = `    total = ${Array.from({ length: 40 }, (_, at) => `value_${at}`).join(' + ')}`;
      const deck = deckOf([code('def f():', long)], id, layout);
      const shown = linesIn(deck.slides.find(isCode)!);
      const [, first, ...rest] = shown;
      expect(rest.length).toBeGreaterThan(1);
      expect(rest.every((line) => line.startsWith('    » '))).toBe(true);
      const joined = [first, ...rest.map((line) => line.slice('    » '.length))].join(' ');
      expect(joined.replace(/\s+/g, ' ').trim()).toBe(long.trim());
      const { paragraphs } = codeIn(deck.slides.find(isCode)!);
      expect(paragraphs.map((each) => [each.size, each.lines.length])).toEqual(paragraphs.map(() => [12, 1]));
      expect(deck.overflow).toEqual([]);
    });
  },
);

it('shows long text on slides of its own', () => {
  const many = ['A', 'B', 'C', 'D'].map((each) =>
    point(each, 'A sentence of about ten words says what there is to say.'),
  );
  const { slides } = deckOf([...many, code(...short)], 1001, 'standard');
  expect(slides.slice(1, -1).map(({ kind, title }) => [kind, title])).toEqual([
    ['cards', 'Page (1/2)'],
    ['code', 'Page (2/2)'],
  ]);
});

it('is text in Courier New, with its spaces, in a PPTX', async () => {
  const parts = openPackage(await writePptx(deckOf([code(...short, '变量 = 1')], 1001, 'standard'), {}));
  const slide = parts.get('ppt/slides/slide2.xml')!;
  expect(slide).toContain('<a:latin typeface="Courier New"/>');
  expect(slide).toContain('<a:t>        wait(ship)</a:t>');
  expect(slide).toContain('noProof="1"');
});
