/** Forest green and gold; the title is in a rail on the left, the content next to it. */
import { box, tone } from '../canvas/canvas';
import { disc, quarter, rings } from './motifs';
import { bigNumber, bigTitle, chapterTitle, onPage, pageTitle, small, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

export const forest: Template = {
  ...themes.forest,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    quarter(c, x + w - s * 0.4, y, s * 0.4, 1, tone('accent'));
    quarter(c, x, y + h - s * 0.4, s * 0.4, 3, tone('accent'));
    quarter(c, x + w - s * 0.3, y + h - s * 0.3, s * 0.3, 2, tone('second'));
    const [cx, cy] = [x + w * 0.6, y + h * 0.46];
    rings(c, cx, cy, [s * 0.14, s * 0.18, s * 0.22], tone('second'), 1.5);
    disc(c, cx, cy, s * 0.1, tone('second'));
  },
  cover: {
    ground: tone('mist'),
    decorate(c) {
      c.rect(box(560, 0, 400, 540), tone('deep'));
      quarter(c, 760, 0, 200, 1, tone('accent'));
      quarter(c, 560, 340, 200, 3, tone('accent'));
      quarter(c, 760, 340, 200, 2, tone('second'));
      rings(c, 760, 230, [70, 92, 114], tone('second'), 1.5);
      disc(c, 760, 230, 48, tone('second'));
      c.rect(box(56, 366, 64, 4), tone('second'));
    },
    title: bigTitle(box(56, 96, 460, 250), 'deep'),
    subtitle: subtitle(box(56, 390, 460, 80), 'muted'),
  },
  catalogue: {
    ground: tone('deep'),
    decorate(c) {
      quarter(c, 0, 380, 160, 3, tone('accent'));
      c.rect(box(56, 72, 56, 4), tone('second'));
      c.line(320, 72, 320, 468, tone('third'), 0.75);
    },
    title: bigTitle(box(56, 92, 236, 170), 'paper', { anchor: 'top', sizes: [40, 36, 32, 28, 24, 20] }),
    body: box(360, 64, 544, 412),
    surface: themes.forest.onDeep,
  },
  chapter: {
    ground: tone('deep'),
    decorate(c) {
      quarter(c, 760, 0, 200, 1, tone('accent'));
      quarter(c, 760, 340, 200, 2, tone('accent'));
      c.rect(box(400, 276, 64, 4), tone('second'));
      c.line(360, 110, 360, 430, tone('third'), 0.75);
    },
    number: bigNumber(box(56, 150, 280, 240), 'second', [54], { anchor: 'middle', align: 'center' }),
    title: chapterTitle(box(400, 100, 440, 158), 'paper'),
    list: subtitle(box(400, 302, 340, 180), 'line'),
  },
  page: {
    ground: tone('paper'),
    decorate(c) {
      c.rect(box(0, 0, 244, 540), tone('deep'));
      quarter(c, 0, 420, 120, 3, tone('accent'));
      quarter(c, 120, 480, 60, 3, tone('second'));
      c.rect(box(36, 56, 44, 4), tone('second'));
    },
    title: pageTitle(box(36, 76, 184, 320), 'paper', { anchor: 'top', sizes: [28, 26, 24, 22, 20] }),
    body: box(280, 48, 632, 436),
    surface: onPage,
    footer: small(box(280, 506, 540, 16), 'muted'),
    number: small(box(848, 506, 64, 16), 'muted', { align: 'right' }),
  },
  ending: {
    ground: tone('deep'),
    decorate(c) {
      quarter(c, 0, 340, 200, 3, tone('accent'));
      quarter(c, 200, 440, 100, 3, tone('second'));
      quarter(c, 760, 0, 200, 1, tone('accent'));
      quarter(c, 660, 0, 100, 1, tone('second'));
      c.rect(box(448, 316, 64, 4), tone('second'));
    },
    title: bigTitle(box(160, 140, 640, 156), 'paper', { align: 'center' }),
    subtitle: subtitle(box(160, 342, 640, 60), 'line', { align: 'center' }),
  },
};
