/** A framed page with centered serif titles over a double rule, in blue and old gold: a thesis on a lectern. */
import { box, type Canvas, svgPath, tone } from '../canvas/canvas';
import { frame, rings } from './motifs';
import { bigNumber, bigTitle, chapterTitle, footer, onPage, pageTitle, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

/** An open book in rings, the crest of the template. */
function crest(c: Canvas, x: number, y: number, scale: number, dark: boolean): void {
  rings(c, x, y, [50 * scale, 44 * scale], tone('second'), 1.5);
  const page = 'M0 -12 C8 -20 20 -20 29 -14 L29 15 C20 9 8 9 0 18 Z';
  c.path(svgPath(page, x, y, -scale, scale), tone(dark ? 'paper' : 'accent'), { name: 'Book' });
  c.path(svgPath(page, x, y, scale), tone('second'), { name: 'Book' });
}

const doubleRule = (c: Canvas, y: number, half: number): void => {
  c.line(480 - half, y, 480 + half, y, tone('second'), 2.5);
  c.line(480 - half * 0.55, y + 6, 480 + half * 0.55, y + 6, tone('second'), 1);
};

export const academy: Template = {
  ...themes.academy,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    frame(c, 14, 'second', 1.5, area, 'deep');
    frame(c, 22, 'second', 0.75, area, 'deep');
    rings(c, x + w / 2, y + h / 2, [s * 0.36, s * 0.4], tone('third'), 1);
    crest(c, x + w / 2, y + h / 2, s / 210, true);
  },
  cover: {
    ground: tone('mist'),
    decorate(c) {
      frame(c, 22, 'accent', 2.5);
      frame(c, 30, 'second', 0.75);
      crest(c, 480, 112, 1, false);
      doubleRule(c, 378, 130);
    },
    title: bigTitle(box(120, 176, 720, 186), 'deep', { align: 'center', anchor: 'middle' }),
    subtitle: subtitle(box(140, 402, 680, 76), 'muted', { align: 'center' }),
  },
  catalogue: {
    ground: tone('paper'),
    decorate(c) {
      frame(c, 20, 'line', 1);
      doubleRule(c, 128, 80);
    },
    title: bigTitle(box(120, 48, 720, 70), 'deep', { align: 'center', sizes: [36, 32, 28, 24] }),
    body: box(64, 160, 832, 320),
    entries: 'tiles',
    surface: onPage,
  },
  chapter: {
    ground: tone('deep'),
    decorate(c) {
      frame(c, 22, 'second', 1.5);
      frame(c, 30, 'second', 0.75);
      doubleRule(c, 356, 110);
    },
    number: bigNumber(box(280, 96, 400, 70), 'second', [40], { align: 'center', anchor: 'middle' }),
    title: chapterTitle(box(120, 176, 720, 160), 'paper', { align: 'center', anchor: 'middle' }),
    list: subtitle(box(160, 378, 640, 120), 'line', { align: 'center' }),
  },
  page: {
    ground: tone('paper'),
    decorate(c) {
      frame(c, 20, 'line', 1);
      doubleRule(c, 106, 90);
    },
    title: pageTitle(box(80, 34, 800, 66), 'deep', { align: 'center' }),
    body: box(64, 134, 832, 340),
    surface: onPage,
    ...footer(64, 832, 'muted', 492),
  },
  ending: {
    ground: tone('deep'),
    decorate(c) {
      frame(c, 22, 'second', 1.5);
      frame(c, 30, 'second', 0.75);
      crest(c, 480, 142, 1.1, true);
      doubleRule(c, 352, 120);
    },
    title: bigTitle(box(130, 212, 700, 124), 'paper', { align: 'center', anchor: 'middle' }),
    subtitle: subtitle(box(150, 380, 660, 70), 'line', { align: 'center' }),
  },
};
