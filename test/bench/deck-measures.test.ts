import { strToU8, zipSync } from 'fflate';
import { countFile, type FileCounts, levelOf, textFrames } from '../../bench/deck-measures/file';
import { comparableLines, sharedLines, wordCount } from '../../bench/deck-measures/lines';
import {
  colorfulness,
  entropyOf,
  figureContrast,
  hueDistance,
  inkSimilarity,
  looksOf,
  type Pixels,
  subbandEntropy,
  successiveChange,
} from '../../bench/deck-measures/pixels';
import { TITLES } from '../../bench/deck-measures/titles';
import { renderDeck } from '../../src/render/exports';
import { enterpriseTemplates, systemTemplates } from '../../src/render/templates';
import { outlineOf } from '../writer/decks';

type Color = [number, number, number];
const BLACK: Color = [0, 0, 0];
const WHITE: Color = [255, 255, 255];
const RED: Color = [255, 0, 0];

function picture(width: number, height: number, color: (x: number, y: number) => Color): Pixels {
  const data = Array.from({ length: width * height }, (_, at) => color(at % width, Math.floor(at / width))).flat();
  return { width, height, data: Uint8Array.from(data) };
}

const plain = (color: Color) => picture(8, 8, () => color);
const halves = (left: Color, right: Color) => picture(8, 8, (x) => (x < 4 ? left : right));

describe('lines', () => {
  test('words: letters, numbers and half a word for each Chinese character', () => {
    expect(wordCount("Ask the user's 3 questions")).toBe(5);
    expect(wordCount('量子计算 is new')).toBe(4);
    expect(wordCount(' – ')).toBe(0);
  });

  test('the topic becomes a marker, and short lines do not count', () => {
    expect(comparableLines(['What is tea for us?', 'Tea today', 'Why Tea (now)'], 'Tea')).toEqual([
      'What is ⟨topic⟩ for us?',
      'Why ⟨topic⟩ (now)',
    ]);
    expect(comparableLines(['C++ (a+b) is fast'], 'C++ (a+b)')).toEqual(['⟨topic⟩ is fast']);
  });

  test('shared: 2 of the 4 lines of the shorter text', () => {
    expect(sharedLines(['a', 'b', 'c', 'd'], ['b', 'd', 'e', 'f', 'g'])).toBe(0.5);
    expect(sharedLines([], ['a'])).toBeUndefined();
  });
});

describe('pixels', () => {
  test('colorfulness: gray has none; red and white have 185.3', () => {
    expect(colorfulness(halves(BLACK, WHITE))).toBe(0);
    // rg and yb of red: 255 and 127.5; of white: 0 and 0. Deviations and means: 127.5 and 63.75.
    expect(colorfulness(halves(RED, WHITE))).toBeCloseTo(1.3 * Math.hypot(127.5, 63.75), 6);
  });

  test('hues: one hue and two opposite ones fit a template; three at 120° do not', () => {
    expect(hueDistance(plain(WHITE))).toBe(0);
    expect(hueDistance(plain(RED))).toBe(0);
    expect(hueDistance(halves(RED, [0, 255, 255]))).toBe(0);
    const thirds = picture(9, 8, (x) => (x < 3 ? RED : x < 6 ? [0, 255, 0] : [0, 0, 255]));
    // Best is X: red in one sector of ±46.8°, the other two 60° from the center of its opposite, 13.2° outside each.
    expect(hueDistance(thirds)).toBeCloseTo((2 * 13.2) / 3, 6);
  });

  test('contrast: white on a larger black ground is 21, an empty slide 1', () => {
    expect(figureContrast(picture(8, 8, (x) => (x < 2 ? WHITE : BLACK)))).toBeCloseTo(21, 6);
    expect(figureContrast(plain(WHITE))).toBe(1);
  });

  test('entropy: one bit for two equally frequent values', () => {
    expect(entropyOf([0, 0, 5, 5])).toBe(1);
    expect(entropyOf([3, 3, 3])).toBe(0);
  });

  test('sub-bands: an empty slide has no bits; one band of nine with one bit gives 1/9', () => {
    expect(subbandEntropy(plain(WHITE))).toBe(0);
    // Stripes one pixel wide: each band has one value only.
    expect(subbandEntropy(picture(16, 16, (x) => (x % 2 === 0 ? WHITE : BLACK)))).toBe(0);
    // Stripes in the left half: the first horizontal band has two equally frequent values, all other bands one.
    const half = picture(8, 8, (x) => (x < 4 && x % 2 === 1 ? WHITE : BLACK));
    expect(subbandEntropy(half)).toBeCloseTo(1 / 9, 9);
  });

  test('change from slide to slide: differences 3 and 4', () => {
    expect(successiveChange([1, 4, 8])).toBeCloseTo(Math.sqrt((9 + 16) / 2), 9);
    expect(successiveChange([1])).toBe(0);
  });

  test('looks of two black slides with white: harmony 10, contrast 10, no color, no change', () => {
    const slide = picture(8, 8, (x) => (x < 2 ? WHITE : BLACK));
    expect(looksOf([slide, slide])).toEqual({ harmony: 10, engagement: 0, usability: 10, rhythm: 0, total: 20 });
  });

  test('similarity: 1 for equal images; windows without ink do not count', () => {
    const inked = picture(16, 8, (x) => (x < 4 ? BLACK : WHITE));
    expect(inkSimilarity(inked, inked)).toBeCloseTo(1, 9);
    const opposite = picture(16, 8, (x) => (x >= 4 && x < 8 ? BLACK : WHITE));
    // Means 127.5 and variances 127.5² are equal; the covariance is −127.5². The right window has no ink.
    const c2 = (0.03 * 255) ** 2;
    expect(inkSimilarity(inked, opposite)).toBeCloseTo((c2 - 2 * 127.5 ** 2) / (c2 + 2 * 127.5 ** 2), 9);
    expect(() => inkSimilarity(inked, plain(WHITE))).toThrow(RangeError);
  });
});

describe('files', () => {
  test('text frames have their paragraphs with text', () => {
    const paragraph = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
    const frame = (...texts: string[]) => `<p:txBody>${texts.map(paragraph).join('')}</p:txBody>`;
    expect(textFrames(`<p:sld>${frame('A &amp; B', '', 'C')}${frame('')}${frame('D')}</p:sld>`)).toEqual([
      ['A & B', 'C'],
      ['D'],
    ]);
  });

  test('a deck of the product: one title per slide, no fixed colors', async () => {
    const outline = await outlineOf('Tea');
    const [file] = await renderDeck({ outline, templateId: 1001, format: 'ppt', name: 'tea' });
    const counts = countFile(file!.bytes);
    expect(counts.titles).toBe(counts.slides);
    expect(counts.fixedColors).toBe(0);
    expect(counts.layouts).toBeGreaterThan(1);
    expect(counts.wholeFrames).toBeLessThanOrEqual(counts.frames);
  });

  test('the ladder ends at the first step that is missed', () => {
    const all = { frames: 10, wholeFrames: 3, shapes: 1, layouts: 2, groups: 1, charts: 1, moving: 1 } as FileCounts;
    expect(levelOf(all)).toBe(5);
    expect(levelOf({ ...all, moving: 0 })).toBe(4);
    expect(levelOf({ ...all, charts: 0 })).toBe(3);
    expect(levelOf({ ...all, layouts: 1 })).toBe(2);
    expect(levelOf({ ...all, groups: 0 })).toBe(2);
    expect(levelOf({ ...all, shapes: 0 })).toBe(1);
    expect(levelOf({ ...all, wholeFrames: 2 })).toBe(0);
    expect(levelOf({ ...all, frames: 0, wholeFrames: 0 })).toBe(0);
  });

  test('a file without slides is refused', () => {
    expect(() => countFile(zipSync({ 'a.txt': strToU8('a') }))).toThrow();
  });
});

test('the corpus has every template', () => {
  const all = [...systemTemplates, ...enterpriseTemplates].map(({ id }) => id).sort();
  expect([...new Set(TITLES.map(([, , template]) => template))].sort()).toEqual(all);
});
