/** A sample enterprise template: company colors and a brand bar with the wordmark on every page. */
import { box, type Canvas, tone } from '../canvas/canvas';
import type { Fill } from '../deck/deck';
import { disc, slant } from './motifs';
import { bigNumber, bigTitle, chapterTitle, onPage, pageTitle, small, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

/** The word NOVA as shapes, independent of fonts. `x`, `y` are its top left corner. */
function wordmark(c: Canvas, x: number, y: number, h: number, ink: Fill, star: Fill): void {
  const u = h / 10;
  const letter = (left: number, points: readonly number[]): void => {
    const placed = points.map((value, at) => (at % 2 === 0 ? x + (left + value) * u : y + value * u));
    c.polygon(placed, ink, { name: 'Wordmark' });
  };
  letter(0, [0, 10, 0, 0, 2.2, 0, 6, 6.2, 6, 0, 8, 0, 8, 10, 5.8, 10, 2, 3.8, 2, 10]);
  c.circle(x + 15 * u, y + 5 * u, 4 * u, undefined, {
    name: 'Wordmark',
    stroke: { tone: 'role' in ink ? ink : tone('paper'), width: 2 * u },
  });
  c.circle(x + 15 * u, y + 5 * u, 1.4 * u, star, { name: 'Star' });
  letter(20, [0, 0, 2.3, 0, 4.5, 6.8, 6.7, 0, 9, 0, 5.6, 10, 3.4, 10]);
  letter(28, [3.4, 0, 5.6, 0, 9, 10, 6.7, 10, 4.5, 3.2, 2.3, 10, 0, 10]);
}

const bar = 34;

export const nova: Template = {
  ...themes.nova,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    slant(c, x + w * 0.3, w * 0.1, h * 0.26, tone('accent'), area);
    slant(c, x + w * 0.5, w, h * 0.26, tone('accent', 0.45), area);
    disc(c, x + w * 0.72, y + h * 0.4, s * 0.2, tone('second'), area);
    if (w > 800 && h > 400) wordmark(c, x + 56, y + h - 62, 26, tone('paper'), tone('second'));
  },
  cover: {
    ground: tone('paper'),
    decorate(c) {
      slant(c, 620, 400, 140, tone('deep'));
      slant(c, 560, 40, 140, tone('accent'));
      disc(c, 846, 300, 64, tone('second'));
      wordmark(c, 56, 56, 26, tone('deep'), tone('second'));
      c.rect(box(56, 380, 56, 5), tone('second'));
    },
    title: bigTitle(box(56, 130, 510, 230), 'ink'),
    subtitle: subtitle(box(56, 404, 480, 80), 'muted'),
  },
  catalogue: {
    ground: tone('mist'),
    decorate(c) {
      c.rect(box(0, 540 - bar, 960, bar), tone('deep'));
      wordmark(c, 840, 540 - bar + 10, 14, tone('paper'), tone('second'));
      c.rect(box(56, 112, 56, 5), tone('second'));
    },
    title: bigTitle(box(56, 36, 700, 66), 'ink', { sizes: [36, 32, 28, 24] }),
    body: box(56, 144, 848, 330),
    entries: 'tiles',
    surface: onPage,
  },
  chapter: {
    ground: tone('deep'),
    decorate(c) {
      slant(c, 640, 40, 140, tone('accent'));
      slant(c, 700, 400, 140, tone('accent', 0.45));
      disc(c, 846, 140, 46, tone('second'));
      wordmark(c, 56, 484, 18, tone('paper'), tone('second'));
    },
    number: bigNumber(box(56, 48, 300, 120), 'second', [44], { anchor: 'middle' }),
    title: chapterTitle(box(56, 176, 560, 110), 'paper', { anchor: 'top' }),
    list: subtitle(box(56, 304, 560, 160), 'line'),
  },
  page: {
    ground: tone('mist'),
    decorate(c) {
      c.rect(box(0, 540 - bar, 960, bar), tone('deep'));
      c.rect(box(0, 540 - bar, 56, bar), tone('second'));
      wordmark(c, 840, 540 - bar + 10, 14, tone('paper'), tone('second'));
    },
    title: pageTitle(box(56, 28, 848, 76), 'ink'),
    body: box(56, 118, 848, 366),
    surface: onPage,
    footer: small(box(76, 540 - bar + 9, 640, 16), 'line'),
    number: small(box(0, 540 - bar + 9, 56, 16), 'ink', { align: 'center', bold: true }),
  },
  ending: {
    ground: tone('paper'),
    decorate(c) {
      slant(c, 620, 400, 140, tone('deep'));
      slant(c, 560, 40, 140, tone('accent'));
      disc(c, 846, 300, 64, tone('second'));
      wordmark(c, 56, 440, 34, tone('deep'), tone('second'));
    },
    title: bigTitle(box(56, 110, 510, 160), 'ink'),
    subtitle: subtitle(box(56, 294, 470, 80), 'muted'),
  },
};
