/** A poster: red, black and one yellow, heavy type over a thick rule, the page number large in a black strip. */
import { box, tone } from '../canvas/canvas';
import { disc, dots } from './motifs';
import { bigNumber, bigTitle, chapterTitle, onPage, pageTitle, small, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

const strip = 84;

export const redPoster: Template = {
  ...themes.redPoster,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    disc(c, x + w * 0.72, y + h * 0.32, s * 0.42, tone('second'), area);
    c.polygon([x, y + h, x, y + h * 0.7, x + w, y + h * 0.42, x + w, y + h], tone('accent'), { name: 'Wedge' });
    dots(c, x + 24, y + 24, Math.floor((w * 0.3) / 14), 5, 14, tone('paper', 0.55));
  },
  cover: {
    ground: tone('accent'),
    decorate(c) {
      disc(c, 800, 170, 230, tone('second'));
      c.polygon([560, 540, 960, 250, 960, 540], tone('deep'), { name: 'Wedge' });
      dots(c, 64, 64, 12, 5, 14, tone('paper', 0.55));
      c.rect(box(56, 404, 300, 12), tone('deep'));
    },
    title: bigTitle(box(56, 140, 520, 250), 'paper', { sizes: [54, 48, 44, 40, 36, 32, 28, 24] }),
    subtitle: subtitle(box(56, 430, 480, 70), 'paper'),
  },
  catalogue: {
    ground: tone('second'),
    decorate(c) {
      c.polygon([0, 0, 330, 0, 230, 540, 0, 540], tone('deep'), { name: 'Wedge' });
      c.rect(box(48, 250, 120, 12), tone('accent'));
      dots(c, 50, 470, 8, 4, 14, tone('paper', 0.4));
    },
    title: bigTitle(box(48, 70, 220, 170), 'paper', { sizes: [44, 40, 36, 32, 28, 24, 20] }),
    body: box(356, 56, 556, 428),
    surface: { text: 'ink', quiet: 'ink', accent: 'deep', line: 'deep' },
  },
  chapter: {
    ground: tone('deep'),
    decorate(c) {
      c.polygon([520, 0, 960, 0, 960, 540, 640, 540], tone('accent'), { name: 'Wedge' });
      c.rect(box(56, 252, 120, 12), tone('second'));
    },
    number: bigNumber(box(600, 130, 340, 280), 'paper', [54], { align: 'center', anchor: 'middle' }),
    title: chapterTitle(box(56, 70, 460, 164), 'paper'),
    list: subtitle(box(56, 288, 480, 190), 'line'),
  },
  page: {
    ground: tone('paper'),
    decorate(c) {
      c.rect(box(0, 0, strip, 540), tone('deep'));
      c.rect(box(0, 0, strip, 112), tone('accent'));
      dots(c, 21, 440, 4, 6, 14, tone('paper', 0.35));
      c.rect(box(strip + 36, 104, 960 - strip - 36, 8), tone('ink'));
    },
    title: pageTitle(box(strip + 36, 22, 784, 76), 'ink', {
      anchor: 'bottom',
      sizes: [34, 32, 30, 28, 26, 24, 22, 20],
    }),
    body: box(strip + 36, 134, 784, 352),
    surface: onPage,
    footer: small(box(strip + 36, 506, 700, 16), 'muted'),
    number: small(box(0, 30, strip, 52), 'paper', { sizes: [34], font: 'figure', bold: true, align: 'center' }),
  },
  ending: {
    ground: tone('accent'),
    decorate(c) {
      disc(c, 130, 470, 220, tone('second'));
      c.polygon([0, 0, 420, 0, 0, 300], tone('deep'), { name: 'Wedge' });
      c.rect(box(420, 352, 300, 12), tone('deep'));
    },
    title: bigTitle(box(420, 140, 484, 196), 'paper', { sizes: [60, 54, 48, 44, 40, 36, 32, 28, 24] }),
    subtitle: subtitle(box(420, 380, 484, 70), 'paper'),
  },
};
