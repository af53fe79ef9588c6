/** Scripts other than Latin and Chinese, with real fonts. */

import type { Piece } from '../../../src/slides/render/deck/deck';
import { drawable, face } from '../../../src/slides/render/deck/fonts';
import { levelsOf, placeCuts } from '../../../src/slides/render/text/bidi';
import { cutByFace } from '../../../src/slides/render/text/faces';
import { atoms } from '../../../src/slides/render/text/line-breaks';
import { Typesetter } from '../../../src/slides/render/text/measure';

const place = (text: string, fromRight: boolean): Piece[] =>
  placeCuts(cutByFace(text, 'arimo', false), levelsOf(text, fromRight), 0, 10, 0);

/** The pieces as they are seen, from left to right. */
const seen = (text: string, fromRight: boolean): string[] =>
  [...place(text, fromRight)].sort((a, b) => a.x - b.x).map((piece) => piece.text);

describe('faces', () => {
  it.each([
    ['الخطة السنوية', ['vazirmatn-regular']],
    ['वार्षिक योजना।', ['noto-sans-devanagari-regular']],
    ['น้ำใจ ของเรา', ['noto-sans-thai-regular']],
    ['Ελλάδα, Москва', ['arimo-regular']],
    ['שָׁלוֹם עולם', ['arimo-regular']],
    ['Plan ก้าว 2026', ['arimo-regular', 'noto-sans-thai-regular', 'arimo-regular']],
  ])('of “%s”: %j', (text, names) => {
    expect(cutByFace(text, 'arimo', false).map((cut) => cut.face.name)).toEqual(names);
  });

  it('a template without Greek and Hebrew borrows those of another face', () => {
    for (const text of ['Ελλάδα', 'שלום']) {
      expect(cutByFace(text, 'gelasio', true)).toEqual([{ text, face: face('arimo-bold') }]);
    }
  });

  it('show one box for each character that people see', () => {
    const [cut, ...rest] = cutByFace('বাংলা', 'arimo', false);
    expect(rest).toEqual([]);
    expect(cut!.text).toBe('□□');
  });
});

describe('shapes', () => {
  it('Arabic letters join, and lam and alef are one glyph', () => {
    const arabic = face('vazirmatn-regular');
    const apart = arabic.width('ب', 1) * 3;
    expect(arabic.width('ببب', 1)).toBeLessThan(apart * 0.8);
    expect(arabic.shape('لا')).toHaveLength(1);
  });

  it('the vowel sign I of Devanagari comes before its consonants', () => {
    const hindi = face('noto-sans-devanagari-regular');
    const sign = hindi.shape('ि').find(({ glyph }) => glyph.codePoints.includes(0x93f))!;
    expect(hindi.shape('हि')[0]!.glyph.codePoints).toEqual(sign.glyph.codePoints);
    // A conjunct is narrower than its letters.
    expect(hindi.width('क्ष', 1)).toBeLessThan(hindi.width('क', 1) + hindi.width('ष', 1));
  });

  it('the ring of the Thai vowel AM is below the tone mark', () => {
    expect(drawable('น้ำ')).toBe('นํ้า');
    const thai = face('noto-sans-thai-regular');
    expect(thai.width('น้ำ', 1)).toBeCloseTo(thai.width('นำ', 1), 5);
  });
});

describe('order of a line', () => {
  it('words and numbers in a text from right to left', () => {
    // After Arabic letters, the standard puts the percent sign at the left of the number.
    expect(seen('نمت 12.5% في Cloud Suite.', true).join('|')).toBe('.|Cloud Suite|في |% |12.5|نمت ');
  });

  it('a phrase from right to left in a text from left to right', () => {
    expect(seen('The word שלום עולם (hello).', false)).toEqual(['The word ', 'שלום עולם', ' (hello).']);
  });

  it('stays logical in the pieces, so that links and copies find their words', () => {
    const text = 'فريق (15) Cloud';
    expect(
      place(text, true)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  it('mirrors brackets, and leaves numbers of Arabic script in their order', () => {
    const pieces = place('(شركة) ۲۰۲۶', true);
    expect(pieces.filter(({ text }) => /[()]/.test(text)).map(({ drawn }) => drawn)).toEqual([')', '(']);
    // The font library would turn them round with their script.
    expect(pieces.find(({ text }) => text.includes('۲'))).toMatchObject({ text: '۲۰۲۶', drawn: '۶۲۰۲' });
  });

  it('is the order of the text if nothing runs from right to left', () => {
    expect(levelsOf('Plan 2026', false)).toBeUndefined();
  });
});

describe('lines', () => {
  it('of Thai and Khmer break between words, which have no spaces', () => {
    expect(atoms('การเติบโตของรายได้ (ปีนี้) ต่างๆ ไป')).toEqual([
      'การ',
      'เติบโต',
      'ของ',
      'ราย',
      'ได้ ',
      '(ปี',
      'นี้) ',
      'ต่างๆ ',
      'ไป',
    ]);
    expect(atoms('ផែនការប្រចាំឆ្នាំ។')).toEqual(['ផែនការ', 'ប្រចាំឆ្នាំ។']);
  });

  it('never tear a Thai word that fits', () => {
    const type = new Typesetter({ heading: 'arimo', body: 'arimo', figure: 'arimo' }, 'en');
    const text = 'การเติบโตของรายได้ในปีนี้สูงกว่าที่คาดการณ์ไว้อย่างมีนัยสำคัญ';
    const { paragraphs, torn } = type.measure([{ text, font: 'body', size: 18, tone: { role: 'ink' } }], 160);
    const lines = paragraphs[0]!.lines.map((line) => line.text);
    expect(torn).toBe(false);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join('')).toBe(text);
    const ends = new Set(atoms(text).map((_, index, all) => all.slice(0, index + 1).join('').length));
    let at = 0;
    for (const line of lines) {
      at += line.length;
      expect(ends).toContain(at);
    }
  });

  it('of Japanese do not start with a closing mark or end with an opening one', () => {
    for (const atom of atoms('売上は「前年」より、12％伸びました。')) {
      expect(atom).not.toMatch(/^[」、。％]|「$/);
    }
  });
});
