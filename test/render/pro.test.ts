import { composeDeck } from '../../src/slides/render/compose';
import type { Deck, Slide } from '../../src/slides/render/deck/deck';
import { writePptx } from '../../src/slides/render/pptx/package';
import { endless, hostile } from './hostile';
import { all, openPackage } from './open-package';
import { chinese, english } from './samples';
import { boxOf, flat, inkOf, inside, meet, texts, wording } from './shapes';
import { someTemplates } from './some-templates';

const templates = someTemplates.map((template) => [template.id, template] as const);

/** All a slide says, without the signs that only number or mark its points. */
const said = (slide: Slide): string[] =>
  texts(slide.shapes)
    .filter((text) => text.part !== 'ornament' && text.part !== 'page-number')
    .flatMap((text) => text.paragraphs.map((each) => each.text.replace(/\n/g, '').replace(/\u00a0/g, ' ')));

const pages = (deck: Deck): Slide[] => deck.slides.filter((slide) => slide.layout === 'page');
const geometry = (slide: Slide): string => JSON.stringify(slide.shapes.map((shape) => [shape.kind, boxOf(shape)]));

describe.each(templates)('pro layout of template %i', (_, template) => {
  describe.each([
    ['en', english],
    ['zh', chinese],
  ] as const)('in %s', (_language, outline) => {
    const deck = composeDeck(outline, template, 'pro');
    const standard = composeDeck(outline, template);

    it('has stages of its own, and lays most pages out differently, with more shapes', () => {
      for (const name of ['cover', 'catalogue', 'chapter', 'ending'] as const) {
        const drawn = [deck, standard].map((each) => each.layouts.find((layout) => layout.name === name)!);
        expect(drawn[0]).not.toEqual(drawn[1]);
        expect(drawn[0]!.shapes.length).toBeGreaterThan(4);
      }
      const plain = new Set(pages(standard).map(geometry));
      const changed = pages(deck).filter((slide) => !plain.has(geometry(slide)) && slide.kind !== 'table');
      const tables = pages(deck).filter((slide) => slide.kind === 'table');
      expect(changed.length).toBeGreaterThanOrEqual((pages(deck).length - tables.length) * 0.8);
    });

    it('says what the standard layout says: every text of the outline once', () => {
      for (const page of outline.chapters.flatMap((chapter) => chapter.pages)) {
        const slides = pages(deck).filter((slide) => slide.title.startsWith(page.title));
        const shown = slides.flatMap(said);
        // Numbers of a chart may be repeated large next to it.
        const once = slides.every((slide) => slide.kind !== 'chart');
        for (const block of page.blocks) {
          const rows = block.kind === 'table' ? block.rows.flat() : [];
          for (const text of block.kind === 'point' ? block.text : rows) {
            const found = shown.filter((each) => each === text).length;
            expect([text, found > 0, once && block.kind === 'point' ? found : 1]).toEqual([text, true, 1]);
          }
          if (block.kind !== 'point') continue;
          const letters = shown.join('').replace(/[\s:：]/g, '');
          expect(letters).toContain(block.title.split(/[:：]/)[0]!.replace(/\s/g, '').slice(0, 4));
        }
      }
      expect(deck.slides.map((slide) => slide.notes)).toEqual(standard.slides.map((slide) => slide.notes));
    });

    it('overflows nowhere, stays on the page, and lets no two texts overlap', () => {
      expect(deck.overflow).toEqual([]);
      const parts = [...deck.layouts, ...deck.slides];
      const strays = parts.flatMap((part) => flat(part.shapes).filter((shape) => !inside(boxOf(shape))));
      expect(strays.map((shape) => shape.name)).toEqual([]);
      const letters = parts.flatMap((part) => texts(part.shapes).filter((text) => !inside(inkOf(text))));
      expect(letters.map(wording)).toEqual([]);
      const clashes = deck.slides.flatMap((slide) => {
        const each = texts(slide.shapes);
        return each.flatMap((text, index) =>
          each
            .slice(index + 1)
            .filter((other) => meet(inkOf(text), inkOf(other)))
            .map((other) => `${slide.title}: ${wording(text)} + ${wording(other)}`),
        );
      });
      expect(clashes).toEqual([]);
    });

    it('keeps its panels and cards apart', () => {
      const blocks = new Set(['Panel', 'Card', 'Head', 'Step', 'Arrow']);
      const clashes = pages(deck).flatMap((slide) => {
        const drawn = slide.shapes.filter((shape) => blocks.has(shape.name));
        return drawn.flatMap((shape, index) =>
          drawn
            .slice(index + 1)
            .filter((other) => !(shape.name === 'Arrow' && other.name === 'Arrow'))
            .filter((other) => !(shape.name === 'Panel' && other.name === 'Head'))
            .filter((other) => meet(boxOf(shape), boxOf(other)))
            .map((other) => `${slide.title}: ${shape.name} + ${other.name}`),
        );
      });
      expect(clashes).toEqual([]);
    });

    it('sets no text that is read below 14 points, and fills its pages', () => {
      const small = deck.slides
        .flatMap((slide) => texts(slide.shapes))
        .filter((text) => text.part !== 'ornament' && text.part !== 'page-number')
        .filter((text) => text.paragraphs.some((paragraph) => paragraph.size < 14));
      expect(small.map(wording)).toEqual([]);
      const { body } = template.page;
      const hollow = pages(deck).filter((slide) => {
        const content = flat(slide.shapes).filter((shape) => !['Footer', 'Slide number', 'Title'].includes(shape.name));
        return Math.max(...content.map((shape) => boxOf(shape).y + boxOf(shape).h)) < body.y + body.h * 0.66;
      });
      expect(hollow.map((slide) => slide.title)).toEqual([]);
    });
  });

  it('splits long text, and draws what is hostile without overflow', () => {
    for (const outline of [endless('en'), endless('zh'), hostile]) {
      const deck = composeDeck(outline, template, 'pro');
      expect(deck.overflow).toEqual([]);
      const tall = deck.slides.flatMap((slide) => texts(slide.shapes)).filter((text) => text.height > text.box.h + 0.5);
      expect(tall.map(wording)).toEqual([]);
    }
  });

  it('decorates any area inside its edges', () => {
    const { layouts } = composeDeck(english, template, 'pro');
    const chapter = layouts.find((layout) => layout.name === 'chapter')!;
    const ground = chapter.shapes.find((shape) => shape.name === 'Ground')!;
    const bar = chapter.shapes.findIndex((shape) => shape.name === 'Bar' && boxOf(shape).h === 540);
    const motif = chapter.shapes.slice(chapter.shapes.indexOf(ground) + 1, bar);
    const area = boxOf(ground);
    const outside = motif.filter((shape) => {
      const { x, y, w, h } = boxOf(shape);
      return x < area.x - 0.5 || y < area.y - 0.5 || x + w > area.x + area.w + 0.5 || y + h > area.y + area.h + 0.5;
    });
    expect(motif.length).toBeGreaterThan(0);
    expect(outside.map((shape) => [shape.name, boxOf(shape)])).toEqual([]);
  });

  it('is written as a PPTX with unique ids and one title on every slide, the same every time', () => {
    const bytes = writePptx(composeDeck(english, template, 'pro'));
    const slides = [...openPackage(bytes)].filter(([path]) => /^ppt\/slides\/slide\d+\.xml$/.test(path));
    for (const [, xml] of slides) {
      const ids = all(xml, /<p:cNvPr id="(\d+)"/g);
      expect(new Set(ids).size).toBe(ids.length);
      expect(all(xml, /(<p:ph type="title"\/>)/g)).toHaveLength(1);
      expect(xml).not.toMatch(/NaN|c[xy]="-/);
    }
    expect(writePptx(composeDeck(english, template, 'pro')).equals(bytes)).toBe(true);
  });
});
