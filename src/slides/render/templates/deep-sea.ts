/** A navy gradient with glass discs, and white cards that float on a pale page. */
import { box, tone } from '../canvas/canvas';
import { glass, page } from './motifs';
import { bigNumber, bigTitle, chapterTitle, footer, onPage, pageTitle, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

const ground = { from: tone('deep'), to: tone('third'), angle: 35 };

export const deepSea: Template = {
  ...themes.deepSea,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    glass(
      c,
      [
        [x + w * 0.74, y + h * 0.3, s * 0.5, 'second', 0.2],
        [x + w * 0.96, y + h * 0.8, s * 0.4, 'accent', 0.5],
        [x + w * 0.22, y + h * 0.92, s * 0.26, 'second', 0.24],
        [x + w * 0.2, y + h * 0.14, s * 0.12, 'paper', 0.16],
      ],
      area,
    );
  },
  cover: {
    ground,
    decorate(c) {
      glass(c, [
        [800, 150, 250, 'second', 0.16],
        [900, 400, 190, 'paper', 0.08],
        [660, 430, 90, 'second', 0.22],
        [720, 90, 46, 'paper', 0.16],
      ]);
      c.rect(box(64, 356, 72, 5), tone('second'));
    },
    title: bigTitle(box(64, 120, 560, 216), 'paper'),
    subtitle: subtitle(box(64, 382, 540, 80), 'line'),
  },
  catalogue: {
    ground: tone('mist'),
    decorate(c) {
      c.rect(box(0, 0, 300, 540), ground);
      glass(
        c,
        [
          [40, 470, 170, 'second', 0.18],
          [250, 380, 80, 'paper', 0.1],
        ],
        box(0, 0, 300, 540),
      );
      c.rect(box(56, 220, 56, 5), tone('second'));
    },
    title: bigTitle(box(56, 60, 220, 144), 'paper', { sizes: [40, 36, 32, 28, 24, 20] }),
    body: box(348, 64, 556, 412),
    surface: onPage,
  },
  chapter: {
    ground,
    decorate(c) {
      glass(c, [
        [180, 90, 230, 'second', 0.14],
        [60, 420, 150, 'paper', 0.07],
        [330, 440, 70, 'second', 0.2],
      ]);
      c.rect(box(432, 270, 64, 5), tone('second'));
    },
    number: bigNumber(box(432, 76, 330, 52), 'second', [36], { anchor: 'middle' }),
    title: chapterTitle(box(432, 130, 464, 124), 'paper'),
    list: subtitle(box(432, 300, 464, 180), 'line'),
  },
  page: {
    ground: tone('mist'),
    decorate(c) {
      c.rect(box(0, 0, 960, 6), { from: tone('accent'), to: tone('second'), angle: 0 });
      c.line(56, 110, 904, 110, tone('line'));
      c.rect(box(56, 108, 56, 4), tone('accent'));
    },
    title: pageTitle(box(56, 32, 848, 70), 'deep'),
    body: box(56, 134, 848, 350),
    surface: onPage,
    ...footer(56, 848, 'muted'),
  },
  ending: {
    ground,
    decorate(c) {
      glass(
        c,
        [
          [480, 250, 290, 'second', 0.1],
          [200, 470, 130, 'paper', 0.07],
          [790, 90, 110, 'second', 0.18],
        ],
        page,
      );
      c.rect(box(444, 316, 72, 5), tone('second'));
    },
    title: bigTitle(box(130, 130, 700, 164), 'paper', { align: 'center' }),
    subtitle: subtitle(box(130, 344, 700, 70), 'line', { align: 'center' }),
  },
};
