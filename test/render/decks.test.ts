import { composeDeck } from '../../src/slides/render/compose';
import { chartKinds, type Deck, slideKinds } from '../../src/slides/render/deck/deck';
import { colours, enterpriseTemplates, scenes, styles, systemTemplates } from '../../src/slides/render/templates';
import { chinese, english } from './samples';
import { boxOf, flat, inkOf, inside, mannerOf, meet, texts, wording } from './shapes';
import { someTemplates } from './some-templates';

const read = (deck: Deck): string =>
  deck.slides
    .flatMap((slide) => texts(slide.shapes).flatMap((text) => text.paragraphs.map((each) => each.text)))
    .join(' ');

describe.each(someTemplates.map((template) => [template.id, template] as const))('template %i', (_, template) => {
  describe.each([
    ['en', english],
    ['zh', chinese],
  ] as const)('in %s', (_language, outline) => {
    const deck = composeDeck(outline, template);

    it('reports no overflow', () => {
      expect(deck.overflow).toEqual([]);
    });

    it('keeps every shape and every letter on the page', () => {
      const parts = [...deck.layouts, ...deck.slides];
      const strays = parts.flatMap((part) => flat(part.shapes).filter((shape) => !inside(boxOf(shape))));
      expect(strays.map((shape) => shape.name)).toEqual([]);
      const letters = parts.flatMap((part) => texts(part.shapes).filter((text) => !inside(inkOf(text))));
      expect(letters.map(wording)).toEqual([]);
    });

    it('lets no two texts overlap', () => {
      const clashes = deck.slides.flatMap((slide) => {
        const all = texts(slide.shapes);
        return all.flatMap((text, index) =>
          all
            .slice(index + 1)
            .filter((other) => meet(inkOf(text), inkOf(other)))
            .map((other) => `${slide.title}: ${wording(text)} + ${wording(other)}`),
        );
      });
      expect(clashes).toEqual([]);
    });

    it('sets no text that is read below 14 points', () => {
      const small = deck.slides
        .flatMap((slide) => texts(slide.shapes))
        .filter((text) => text.part !== 'ornament' && text.part !== 'page-number')
        .filter((text) => text.paragraphs.some((paragraph) => paragraph.size < 14));
      expect(small.map(wording)).toEqual([]);
    });

    it('fills its content slides: nothing ends in the upper two thirds', () => {
      const { body } = template.page;
      const hollow = deck.slides
        .filter((slide) => slide.layout === 'page')
        .filter((slide) => {
          const content = flat(slide.shapes).filter(
            (shape) => shape.name !== 'Footer' && shape.name !== 'Slide number',
          );
          const low = Math.max(
            ...content.filter((shape) => shape.name !== 'Title').map((shape) => boxOf(shape).y + boxOf(shape).h),
          );
          return low < body.y + body.h * 0.66;
        });
      expect(hollow.map((slide) => slide.title)).toEqual([]);
    });

    it('gives every slide one title, and notes to every page', () => {
      for (const slide of deck.slides) {
        expect(slide.shapes.filter((shape) => shape.kind === 'text' && shape.part === 'title')).toHaveLength(1);
        expect(slide.notes.join('').length).toBeGreaterThan(0);
      }
    });

    it('never shows the same kind three times in a row', () => {
      const kinds = deck.slides.map(mannerOf);
      const dull = kinds.filter((kind, index) => kind === kinds[index + 1] && kind === kinds[index + 2]);
      expect(dull).toEqual([]);
    });

    it('uses every kind of slide and of chart', () => {
      const charts = deck.slides.flatMap((slide) => slide.shapes.filter((shape) => shape.kind === 'chart'));
      expect(new Set(charts.map((chart) => chart.data.kind))).toEqual(new Set(chartKinds));
      const seen = new Set(deck.slides.map((slide) => slide.kind));
      // Images need files; they have tests of their own.
      expect(slideKinds.filter((kind) => !seen.has(kind))).toEqual(['picture']);
    });

    it('shows every word of the outline', () => {
      const shown = read(deck).replace(/\n/g, '').replace(/\s+/g, ' ');
      for (const page of outline.chapters.flatMap((chapter) => chapter.pages)) {
        for (const block of page.blocks) {
          if (block.kind === 'code' || block.kind === 'picture') continue;
          const words = block.kind === 'point' ? [...block.text] : [...block.header.slice(0, 1), ...block.rows.flat()];
          expect(words.filter((text) => !shown.includes(text))).toEqual([]);
        }
      }
    });
  });
});

describe('the templates', () => {
  it('have different ids, names and palettes, and filter ids that exist', () => {
    expect(new Set(systemTemplates.map((template) => template.id)).size).toBe(systemTemplates.length);
    expect(new Set(systemTemplates.map((template) => template.name)).size).toBe(systemTemplates.length);
    expect(new Set(systemTemplates.map((template) => JSON.stringify(template.palette))).size).toBe(
      systemTemplates.length,
    );
    for (const template of systemTemplates) {
      expect(colours.map((each) => each.id)).toContain(template.colour);
      expect(styles.map((each) => each.id)).toContain(template.style);
      for (const scene of template.scenes) expect(scenes.map((each) => each.id)).toContain(scene);
    }
  });

  it('number at least twelve, and every colour, style and scene filter finds one', () => {
    expect(systemTemplates.length).toBeGreaterThanOrEqual(12);
    expect(new Set(systemTemplates.map((template) => template.colour))).toEqual(
      new Set(colours.map((each) => each.id)),
    );
    expect(new Set(systemTemplates.map((template) => template.style))).toEqual(new Set(styles.map((each) => each.id)));
    expect(new Set(systemTemplates.flatMap((template) => template.scenes))).toEqual(
      new Set(scenes.map((each) => each.id)),
    );
  });

  it('differ in structure: no two share card style, badge, table and the places of their titles', () => {
    const structure = systemTemplates.map(({ cards, badge, table, page, cover, chapter }) =>
      JSON.stringify([cards, badge, table, page.title.box, page.body, cover.title.box, chapter.title.box]),
    );
    expect(new Set(structure).size).toBe(systemTemplates.length);
  });

  it.each([...systemTemplates, ...enterpriseTemplates].map((template) => [template.name, template] as const))(
    '%s can be read: contrast of at least 4.5',
    (_, template) => {
      const { palette } = template;
      const pairs = [
        ['ink', 'paper'],
        ['muted', 'paper'],
        ['ink', 'pale'],
        ['muted', 'pale'],
        ['accent', 'paper'],
        [template.onAccent, 'accent'],
        [template.onDeep.text, 'deep'],
        [template.onDeep.accent, 'deep'],
      ] as const;
      for (const [text, ground] of pairs) {
        const value = contrast(palette[text], palette[ground]);
        expect([text, ground, value, value >= 4.5]).toEqual([text, ground, value, true]);
      }
    },
  );
});

function contrast(a: string, b: string): number {
  const luminance = (hex: string): number => {
    const [r, g, blue] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * blue!;
  };
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}
