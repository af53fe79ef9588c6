/** White space, large type, one orange dot. */
import { box, tone } from '../canvas/canvas';
import { disc } from './motifs';
import { bigNumber, bigTitle, chapterTitle, onPage, pageTitle, small, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

export const graphite: Template = {
  ...themes.graphite,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    disc(c, x + w * 0.7, y + h * 0.34, s * 0.34, tone('accent'), area);
    c.line(x, y + h * 0.8, x + w, y + h * 0.8, tone('third'), 1);
    disc(c, x + w * 0.22, y + h * 0.8, s * 0.035, tone('second'), area);
  },
  cover: {
    ground: tone('mist'),
    decorate(c) {
      disc(c, 832, 112, 64, tone('accent'));
      c.line(56, 404, 904, 404, tone('ink'), 1);
    },
    title: bigTitle(box(56, 150, 760, 230), 'ink', { sizes: [54, 48, 44, 40, 36, 32, 28, 24] }),
    subtitle: subtitle(box(56, 424, 700, 60), 'muted'),
  },
  catalogue: {
    ground: tone('paper'),
    decorate(c) {
      disc(c, 74, 82, 18, tone('accent'));
      c.line(56, 484, 904, 484, tone('ink'), 1);
    },
    title: bigTitle(box(56, 116, 260, 160), 'ink', { anchor: 'top', sizes: [40, 36, 32, 28, 24, 20] }),
    body: box(356, 56, 548, 412),
    surface: onPage,
  },
  chapter: {
    ground: tone('deep'),
    decorate(c) {
      disc(c, 832, 112, 64, tone('accent'));
      c.line(56, 300, 904, 300, tone('third'), 1);
    },
    number: bigNumber(box(56, 40, 420, 240), 'paper', [54], { anchor: 'bottom' }),
    title: chapterTitle(box(56, 318, 420, 160), 'paper', { anchor: 'top' }),
    list: subtitle(box(512, 326, 392, 170), 'line'),
  },
  page: {
    ground: tone('paper'),
    decorate(c) {
      disc(c, 895, 66, 9, tone('accent'));
    },
    title: pageTitle(box(56, 30, 800, 74), 'ink', { sizes: [32, 30, 28, 26, 24, 22, 20] }),
    body: box(56, 122, 848, 362),
    surface: onPage,
    footer: small(box(136, 506, 700, 16), 'muted'),
    number: small(box(56, 506, 64, 16), 'accent', { bold: true }),
  },
  ending: {
    ground: tone('deep'),
    decorate(c) {
      disc(c, 832, 112, 64, tone('accent'));
      c.line(56, 404, 904, 404, tone('third'), 1);
    },
    title: bigTitle(box(56, 170, 760, 210), 'paper', { sizes: [60, 54, 48, 44, 40, 36, 32, 28, 24] }),
    subtitle: subtitle(box(56, 424, 760, 60), 'line'),
  },
};
