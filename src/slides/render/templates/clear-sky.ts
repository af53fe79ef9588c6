/** Waves, a colored band with the title, sunny yellow: friendly enough for a classroom. */
import { box, tone } from '../canvas/canvas';
import { disc, glass, wave } from './motifs';
import { bigNumber, bigTitle, chapterTitle, footer, onPage, pageTitle, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

export const clearSky: Template = {
  ...themes.clearSky,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    disc(c, x + w * 0.68, y + h * 0.3, s * 0.26, tone('second', 0.25), area);
    disc(c, x + w * 0.68, y + h * 0.3, s * 0.18, tone('second'), area);
    wave(c, y + h * 0.66, s * 0.12, tone('third', 0.5), area);
    wave(c, y + h * 0.76, -s * 0.1, tone('accent'), area);
    wave(c, y + h * 0.87, s * 0.07, tone('third'), area);
  },
  cover: {
    ground: tone('pale'),
    decorate(c) {
      disc(c, 800, 130, 74, tone('second'));
      glass(c, [[800, 130, 104, 'second', 0.25]]);
      wave(c, 380, 70, tone('third', 0.55));
      wave(c, 420, -60, tone('accent', 0.75));
      wave(c, 462, 42, tone('deep'));
    },
    title: bigTitle(box(64, 60, 600, 200), 'deep', { anchor: 'bottom' }),
    subtitle: subtitle(box(64, 276, 520, 56), 'ink'),
  },
  catalogue: {
    ground: tone('mist'),
    decorate(c) {
      c.rect(box(0, 0, 960, 150), tone('accent'));
      glass(
        c,
        [
          [860, 30, 130, 'third', 0.35],
          [740, 130, 60, 'second', 0.5],
        ],
        box(0, 0, 960, 150),
      );
    },
    title: bigTitle(box(64, 40, 600, 76), 'paper', { anchor: 'middle', sizes: [40, 36, 32, 28, 24] }),
    body: box(64, 176, 832, 330),
    surface: onPage,
  },
  chapter: {
    ground: tone('accent'),
    decorate(c) {
      disc(c, 220, 240, 96, tone('second'));
      glass(c, [[220, 240, 188, 'second', 0.25]]);
      wave(c, 440, 50, tone('third', 0.45));
      wave(c, 476, -40, tone('deep'));
    },
    number: bigNumber(box(80, 140, 280, 200), 'ink', [52], { anchor: 'middle', align: 'center' }),
    title: chapterTitle(box(448, 80, 450, 150), 'paper'),
    list: subtitle(box(448, 250, 450, 150), 'paper'),
  },
  page: {
    ground: tone('paper'),
    decorate(c) {
      c.rect(box(0, 0, 960, 94), { from: tone('deep'), to: tone('accent'), angle: 0 });
      glass(
        c,
        [
          [900, 10, 70, 'third', 0.35],
          [826, 80, 34, 'second', 0.9],
        ],
        box(0, 0, 960, 94),
      );
    },
    title: pageTitle(box(56, 11, 716, 72), 'paper'),
    body: box(56, 122, 848, 362),
    surface: onPage,
    ...footer(56, 848, 'muted'),
  },
  ending: {
    ground: tone('pale'),
    decorate(c) {
      disc(c, 480, 150, 96, tone('second', 0.5));
      disc(c, 480, 150, 66, tone('second'));
      wave(c, 400, -60, tone('third', 0.55));
      wave(c, 440, 50, tone('accent', 0.75));
      wave(c, 478, -36, tone('deep'));
    },
    title: bigTitle(box(130, 226, 700, 84), 'deep', { align: 'center' }),
    subtitle: subtitle(box(130, 318, 700, 36), 'ink', { align: 'center' }),
  },
};
