import { composeDeck } from '../../src/slides/render/compose';
import { withIcons } from '../../src/slides/render/compose/icons';
import icons from '../../src/slides/render/compose/icons.json';
import type { Deck } from '../../src/slides/render/deck/deck';
import { writePptx } from '../../src/slides/render/pptx/package';
import { slideSvg } from '../../src/slides/render/svg';
import { systemTemplates } from '../../src/slides/render/templates';
import { openPackage } from './open-package';
import { boxOf, flat, inside } from './shapes';
import { someSystemTemplates } from './some-templates';

const iconsOf = (...headings: string[]) =>
  withIcons(headings.map((heading) => ({ heading, text: [] }))).map(({ icon }) => icon);

it.each([
  [
    ['Cost', 'Speed', 'Risk'],
    ['coin', 'bolt', 'alert-triangle'],
  ],
  [
    ['Lower costs', 'Happier customers', 'Data in one place'],
    ['coin', 'users', 'database'],
  ],
  [
    ['成本更低', '客户满意', '环境友好'],
    ['coin', 'users', 'leaf'],
  ],
  [
    ['团队', '目标'],
    ['users', 'target'],
  ],
])('%j get the icons %j', (headings, icons) => {
  expect(iconsOf(...headings)).toEqual(icons);
});

it.each([
  ['a point without one', ['Cost', 'Speed', 'Xylophone']],
  ['the same icon twice', ['Costs today', 'Prices tomorrow']],
  ['words inside of others', ['Prospect', 'Scarcity']],
  ['a single point', ['Cost']],
])('no point has an icon: %s', (_, headings) => {
  expect(iconsOf(...headings)).toEqual(headings.map(() => undefined));
});

it('points of an ordered list have numbers instead', () => {
  const items = ['Cost', 'Speed'].map((heading, at) => ({ heading, text: [], number: at + 1 }));
  expect(withIcons(items)).toEqual(items);
});

it('the outlines are made of absolute steps on the grid', () => {
  for (const path of Object.values(icons.paths)) {
    expect(path).toMatch(/^(?:M[-\d. ]+(?:[LC][-\d. ]+)+Z?)+$/);
    for (const value of path.match(/-?[\d.]+/g)!) {
      expect(Number(value)).toBeGreaterThanOrEqual(0);
      expect(Number(value)).toBeLessThanOrEqual(24);
    }
  }
});

describe.each(['standard', 'pro'] as const)('in %s layout', (layout) => {
  const point = (title: string) => ({
    kind: 'point' as const,
    title,
    text: ['A sentence of about ten words says what there is to say.'],
  });
  const deckOf = (names: string[], template = systemTemplates[0]!): Deck =>
    composeDeck(
      { title: 'Deck', language: 'en', chapters: [{ title: 'C', pages: [{ title: 'P', blocks: names.map(point) }] }] },
      template,
      layout,
    );
  const names = ['Cost', 'Speed', 'Risk', 'Team', 'Data', 'Quality'];
  const icons = (deck: Deck) => flat(deck.slides[1]!.shapes).filter((shape) => shape.name === 'Icon');

  it.each([2, 3, 4, 5, 6])('each of %i points has its icon on the page, in every template of the run', (count) => {
    for (const template of someSystemTemplates) {
      const found = icons(deckOf(names.slice(0, count), template));
      expect(found).toHaveLength(count);
      expect(found.filter((shape) => !inside(boxOf(shape)))).toEqual([]);
      const colors = found.map((shape) => ('stroke' in shape ? shape.stroke?.tone.role : undefined));
      expect(new Set(colors).size).toBe(1);
    }
  });

  it('icons are native shapes of a PPTX in theme colors, and paths of images', () => {
    const deck = deckOf(names.slice(0, 3));
    const xml = openPackage(writePptx(deck)).get('ppt/slides/slide2.xml')!;
    const shapes = xml.match(/<p:sp>(?:(?!<\/p:sp>).)*name="Icon \d+"(?:(?!<\/p:sp>).)*<\/p:sp>/gs)!;
    expect(shapes).toHaveLength(3);
    for (const shape of shapes) {
      expect(shape).toContain('<a:custGeom>');
      expect(shape).toMatch(/<a:ln w="\d+" cap="rnd"><a:solidFill><a:schemeClr /);
      expect(shape).toContain('<a:noFill/>');
    }
    expect(slideSvg(deck, deck.slides[1]!, 960).match(/<path [^>]*stroke-linecap="round"/g)).toHaveLength(3);
  });
});
