/** Slanted planes from violet to pink; a slim colored edge along every page. */
import { box, tone } from '../canvas/canvas';
import { slant } from './motifs';
import { bigNumber, bigTitle, chapterTitle, footer, onPage, pageTitle, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

export const violet: Template = {
  ...themes.violet,
  motif(c, area) {
    const { x, w, h } = area;
    const lean = h * 0.4;
    slant(c, x + w * 0.1, w * 0.24, lean, { from: tone('accent'), to: tone('third'), angle: 90 }, area);
    slant(c, x + w * 0.36, w * 0.26, lean, { from: tone('second'), to: tone('accent'), angle: 90 }, area);
    slant(c, x + w * 0.66, w * 0.5, lean, tone('accent', 0.6), area);
    slant(c, x, w * 0.03, lean, tone('second'), area);
  },
  cover: {
    ground: { from: tone('deep'), to: tone('accent'), angle: 0 },
    decorate(c) {
      slant(c, 560, 150, 210, tone('third', 0.4));
      slant(c, 680, 130, 210, { from: tone('second'), to: tone('accent'), angle: 90 });
      slant(c, 800, 160, 210, tone('paper', 0.12));
      slant(c, 520, 16, 210, tone('second'));
    },
    title: bigTitle(box(56, 110, 500, 220), 'paper'),
    subtitle: subtitle(box(56, 352, 450, 80), 'line'),
  },
  catalogue: {
    ground: tone('paper'),
    decorate(c) {
      c.polygon(
        [0, 0, 360, 0, 250, 540, 0, 540],
        { from: tone('deep'), to: tone('accent'), angle: 70 },
        { name: 'Slant' },
      );
      slant(c, 262, 10, 110, tone('second'));
    },
    title: bigTitle(box(48, 150, 210, 190), 'paper', { anchor: 'middle', sizes: [40, 36, 32, 28, 24, 20] }),
    body: box(404, 64, 500, 412),
    surface: onPage,
  },
  chapter: {
    ground: { from: tone('accent'), to: tone('deep'), angle: 25 },
    decorate(c) {
      slant(c, -140, 330, 220, tone('second', 0.85));
      slant(c, 210, 14, 220, tone('paper', 0.8));
      slant(c, 840, 140, 220, tone('paper', 0.08));
    },
    number: bigNumber(box(28, 150, 250, 220), 'paper', [52], { anchor: 'middle', align: 'center' }),
    title: chapterTitle(box(458, 90, 440, 160), 'paper'),
    list: subtitle(box(458, 276, 440, 180), 'line'),
  },
  page: {
    ground: tone('paper'),
    decorate(c) {
      c.rect(box(0, 0, 36, 540), { from: tone('accent'), to: tone('deep'), angle: 90 });
      c.polygon([0, 0, 36, 0, 36, 70, 0, 108], tone('second'), { name: 'Slant' });
    },
    title: pageTitle(box(80, 34, 824, 72), 'deep'),
    body: box(80, 126, 824, 358),
    surface: onPage,
    ...footer(80, 824, 'muted'),
  },
  ending: {
    ground: { from: tone('deep'), to: tone('accent'), angle: 20 },
    decorate(c) {
      slant(c, -90, 170, 220, tone('second', 0.85));
      slant(c, 770, 150, 220, tone('paper', 0.1));
      slant(c, 710, 14, 220, tone('second'));
    },
    title: bigTitle(box(190, 130, 560, 160), 'paper', { align: 'center' }),
    subtitle: subtitle(box(190, 316, 520, 70), 'line', { align: 'center' }),
  },
};
