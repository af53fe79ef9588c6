import { composeDeck } from '../../src/slides/render/compose';
import { endless, hostile } from './hostile';
import { texts, wording } from './shapes';
import { someTemplates } from './some-templates';

describe.each(someTemplates.map((template) => [template.id, template] as const))(
  'long text in template %i',
  (_, template) => {
    const decks = { en: composeDeck(endless('en'), template), zh: composeDeck(endless('zh'), template) };

    it.each(['en', 'zh'] as const)('in %s is split over slides, at 14 points or more, with no overflow', (language) => {
      const deck = decks[language];
      expect(deck.overflow).toEqual([]);
      const all = deck.slides.flatMap((slide) => texts(slide.shapes));
      expect(all.filter((text) => text.height > text.box.h + 0.5).map(wording)).toEqual([]);
      const small = all
        .filter((text) => text.part !== 'ornament' && text.part !== 'page-number')
        .filter((text) => text.paragraphs.some((paragraph) => paragraph.size < 14));
      expect(small.map(wording)).toEqual([]);
      const parts = deck.slides.filter((slide) => /^One paragraph/.test(slide.title));
      expect(parts.length).toBeGreaterThan(1);
      expect(parts[0]?.title).toMatch(/[(（]1\/\d+[)）]$/);
    });

    it('loses none of a split paragraph', () => {
      const shown = decks.zh.slides
        .filter((slide) => slide.title.startsWith('One paragraph'))
        .flatMap((slide) => texts(slide.shapes).filter((text) => text.part === 'text'))
        .flatMap((text) => text.paragraphs)
        .map((paragraph) => paragraph.text)
        .join('');
      const sentences = shown.match(/委员会逐项审阅了全部提案/g) ?? [];
      const written = endless('zh').chapters[0]!.pages[1]!.blocks[0]!;
      const wanted = written.kind === 'point' ? (written.text[0]!.match(/委员会逐项审阅了全部提案/g) ?? []) : [];
      expect(sentences).toHaveLength(wanted.length);
    });

    it('shows every row of a long table once', () => {
      const tables = decks.en.slides.flatMap((slide) => slide.shapes).filter((shape) => shape.kind === 'table');
      const wide = tables.filter((table) => table.rows[0]!.cells[1]!.text.paragraphs[0]!.text === 'Column 2');
      expect(wide.reduce((sum, table) => sum + table.rows.length - 1, 0)).toBe(40);
    });

    it('cuts an endless title with an ellipsis and keeps all of it in the notes', () => {
      const [cover] = decks.en.slides;
      const title = texts(cover!.shapes).find((text) => text.part === 'title')!;
      expect(title.paragraphs[0]?.text).toMatch(/…$/);
      expect(cover!.notes[0]).toContain(endless('en').title.trim());
    });

    it('draws the hostile outline without overflow and without letters that no font has', () => {
      const deck = composeDeck(hostile, template);
      expect(deck.overflow).toEqual([]);
      const drawn = deck.slides
        .flatMap((slide) => texts(slide.shapes))
        .flatMap((text) => text.paragraphs.flatMap((each) => each.lines.flatMap((line) => line.pieces)))
        .map((piece) => piece.text)
        .join('');
      expect(drawn).not.toMatch(/[\u0000-\u001f\u202e\ud800-\udfff]/);
      expect(drawn).toContain('□');
    });
  },
);
