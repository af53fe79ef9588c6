import { composeDeck } from '../../../src/service/render/compose';
import { type Box, type Deck, PAGE, type Shape, type TextBox } from '../../../src/service/render/deck';
import { colours, scenes, styles, systemSuits } from '../../../src/service/render/suits';
import { chinese, english } from './samples';

const inside = ({ x, y, w, h }: Box): boolean =>
  x >= -0.01 && y >= -0.01 && w >= 0 && h >= 0 && x + w <= PAGE.w + 0.01 && y + h <= PAGE.h + 0.01;

const boxOf = (shape: Shape): Box =>
  shape.kind === 'line'
    ? {
        x: Math.min(shape.from.x, shape.to.x),
        y: Math.min(shape.from.y, shape.to.y),
        w: Math.abs(shape.from.x - shape.to.x),
        h: Math.abs(shape.from.y - shape.to.y),
      }
    : shape.box;

/** Where the letters are, not how large the box around them is. */
function inkOf(text: TextBox): Box {
  const lines = text.paragraphs.flatMap((each) => each.lines.map((line) => ({ ...line, height: each.lineHeight })));
  const x = Math.min(...lines.map((line) => line.x));
  const y = Math.min(...lines.map((line) => line.baseline - line.height * 0.7));
  const right = Math.max(...lines.map((line) => line.x + line.width));
  const bottom = Math.max(...lines.map((line) => line.baseline + line.height * 0.1));
  return { x, y, w: right - x, h: bottom - y };
}

const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w - 0.5 && b.x < a.x + a.w - 0.5 && a.y < b.y + b.h - 0.5 && b.y < a.y + a.h - 0.5;

const texts = (shapes: Shape[]): TextBox[] =>
  shapes.flatMap((shape) =>
    shape.kind === 'text'
      ? [shape]
      : shape.kind === 'table'
        ? shape.rows.flatMap((row) => row.cells.map((c) => c.text))
        : [],
  );

const read = (deck: Deck): string =>
  deck.slides
    .flatMap((slide) => texts(slide.shapes).flatMap((text) => text.paragraphs.map((each) => each.text)))
    .join(' ');

describe.each(systemSuits.map((suit) => [suit.id, suit] as const))('suit %i', (_, suit) => {
  describe.each([
    ['en', english],
    ['zh', chinese],
  ] as const)('in %s', (_language, outline) => {
    const deck = composeDeck(outline, suit);

    it('reports no overflow', () => {
      expect(deck.overflow).toEqual([]);
    });

    it('keeps every shape and every letter on the page', () => {
      for (const part of [...deck.layouts, ...deck.slides]) {
        for (const shape of part.shapes) expect([shape.name, inside(boxOf(shape))]).toEqual([shape.name, true]);
        for (const text of texts(part.shapes))
          expect([text.paragraphs[0]?.text, inside(inkOf(text))]).toEqual([text.paragraphs[0]?.text, true]);
      }
    });

    it('lets no two texts overlap', () => {
      for (const slide of deck.slides) {
        const all = texts(slide.shapes);
        all.forEach((text, index) => {
          for (const other of all.slice(index + 1)) {
            const clash = meet(inkOf(text), inkOf(other));
            expect([slide.title, text.paragraphs[0]?.text, other.paragraphs[0]?.text, clash]).toEqual([
              slide.title,
              text.paragraphs[0]?.text,
              other.paragraphs[0]?.text,
              false,
            ]);
          }
        });
      }
    });

    it('sets no text that is read below 14 points', () => {
      for (const slide of deck.slides) {
        for (const text of texts(slide.shapes)) {
          if (text.part === 'ornament' || text.part === 'page-number') continue;
          for (const paragraph of text.paragraphs) expect(paragraph.size).toBeGreaterThanOrEqual(14);
        }
      }
    });

    it('gives every slide one title, and notes to every page', () => {
      for (const slide of deck.slides) {
        expect(slide.shapes.filter((shape) => shape.kind === 'text' && shape.part === 'title')).toHaveLength(1);
        expect(slide.notes.join('').length).toBeGreaterThan(0);
      }
    });

    it('never shows the same kind three times in a row', () => {
      const kinds = deck.slides.map((slide) => slide.kind);
      kinds.forEach((kind, index) => {
        expect([kind, kinds[index + 1], kinds[index + 2]]).not.toEqual([kind, kind, kind]);
      });
    });

    it('shows every word of the outline', () => {
      const shown = read(deck).replace(/\n/g, '').replace(/\s+/g, ' ');
      for (const page of outline.chapters.flatMap((chapter) => chapter.pages)) {
        for (const block of page.blocks) {
          const words = block.kind === 'point' ? [...block.text] : [...block.header.slice(0, 1), ...block.rows.flat()];
          for (const text of words) expect(shown).toContain(text);
        }
      }
    });
  });
});

describe('the suits', () => {
  it('have different ids, names and palettes, and filter ids that exist', () => {
    expect(new Set(systemSuits.map((suit) => suit.id)).size).toBe(systemSuits.length);
    expect(new Set(systemSuits.map((suit) => suit.name)).size).toBe(systemSuits.length);
    expect(new Set(systemSuits.map((suit) => JSON.stringify(suit.palette))).size).toBe(systemSuits.length);
    for (const suit of systemSuits) {
      expect(colours.map((each) => each.id)).toContain(suit.colour);
      expect(styles.map((each) => each.id)).toContain(suit.style);
      for (const scene of suit.scenes) expect(scenes.map((each) => each.id)).toContain(scene);
    }
  });

  it.each(systemSuits.map((suit) => [suit.name, suit] as const))(
    '%s can be read: contrast of at least 4.5',
    (_, suit) => {
      const { palette } = suit;
      const pairs = [
        ['ink', 'paper'],
        ['muted', 'paper'],
        ['ink', 'pale'],
        ['muted', 'pale'],
        ['accent', 'paper'],
        [suit.onAccent, 'accent'],
        [suit.onDeep.text, 'deep'],
        [suit.onDeep.accent, 'deep'],
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
