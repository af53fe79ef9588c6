/** Black pages, a blueprint grid, one luminous green. */
import { box, type Canvas, tone } from '../canvas/canvas';
import { disc, dots, grid, page, rings } from './motifs';
import { bigNumber, bigTitle, chapterTitle, footer, onPage, pageTitle, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

function orbit(c: Canvas, x: number, y: number, scale: number): void {
  rings(c, x, y, [60 * scale, 104 * scale, 150 * scale], tone('second', 0.5), 1.25);
  disc(c, x, y, 26 * scale, tone('accent'));
  disc(c, x + 104 * scale, y, 8 * scale, tone('second'));
  disc(c, x - 42 * scale, y - 42 * scale, 6 * scale, tone('accent'));
  disc(c, x - 106 * scale, y + 106 * scale, 10 * scale, tone('third'));
}

export const polarNight: Template = {
  ...themes.polarNight,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    grid(c, area, 60, tone('line', 0.7));
    orbit(c, x + w * 0.6, y + h * 0.5, s / 480);
  },
  cover: {
    ground: tone('paper'),
    decorate(c) {
      grid(c, page, 60, tone('line', 0.4));
      orbit(c, 752, 262, 1.12);
      c.rect(box(64, 96, 10, 10), tone('accent'));
      c.rect(box(82, 96, 40, 10), tone('second'));
    },
    title: bigTitle(box(64, 130, 480, 216), 'ink'),
    subtitle: subtitle(box(64, 374, 470, 80), 'muted'),
  },
  catalogue: {
    ground: tone('paper'),
    decorate(c) {
      grid(c, box(0, 0, 300, 540), 60, tone('line', 0.4));
      c.line(300, 0, 300, 540, tone('accent'), 2);
      rings(c, 150, 390, [40, 70, 100], tone('second', 0.5), 1.25);
      disc(c, 150, 390, 18, tone('accent'));
    },
    title: bigTitle(box(56, 64, 220, 190), 'ink', { anchor: 'top', sizes: [40, 36, 32, 28, 24, 20] }),
    body: box(348, 64, 556, 412),
    surface: onPage,
  },
  chapter: {
    ground: { from: tone('deep'), to: tone('paper'), angle: 20 },
    decorate(c) {
      grid(c, page, 60, tone('line', 0.35));
      orbit(c, 790, 270, 0.8);
      c.rect(box(64, 292, 64, 5), tone('accent'));
    },
    number: bigNumber(box(64, 76, 360, 60), 'accent', [40], { anchor: 'middle' }),
    title: chapterTitle(box(64, 140, 560, 140), 'ink'),
    list: subtitle(box(64, 320, 560, 160), 'muted'),
  },
  page: {
    ground: tone('paper'),
    decorate(c) {
      c.rect(box(56, 46, 5, 44), tone('accent'));
      dots(c, 838, 50, 6, 3, 12, tone('second', 0.8));
      c.line(56, 498, 904, 498, tone('line'), 0.75);
    },
    title: pageTitle(box(78, 32, 720, 72), 'ink'),
    body: box(56, 124, 848, 358),
    surface: onPage,
    ...footer(56, 848, 'muted', 506),
  },
  ending: {
    ground: { from: tone('paper'), to: tone('deep'), angle: 90 },
    decorate(c) {
      grid(c, page, 60, tone('line', 0.35));
      rings(c, 480, 270, [180, 220, 262], tone('second', 0.35), 1.25);
      disc(c, 480, 90, 8, tone('accent'));
      disc(c, 260, 270, 6, tone('third'));
      c.rect(box(448, 318, 64, 5), tone('accent'));
    },
    title: bigTitle(box(180, 140, 600, 158), 'ink', { align: 'center' }),
    subtitle: subtitle(box(230, 344, 500, 80), 'muted', { align: 'center' }),
  },
};
