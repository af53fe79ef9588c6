/** Near-black with gold lines of the 1920s; the title is low in a rail on the right, next to the content. */
import { box, type Canvas, tone } from '../canvas/canvas';
import type { Box, Tone } from '../deck/deck';
import { fan, frame, rings } from './motifs';
import { bigNumber, bigTitle, chapterTitle, onPage, pageTitle, small, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

function diamond(c: Canvas, x: number, y: number, radius: number, width: number, fill?: Tone): void {
  const stroke = { tone: tone('accent'), width };
  c.polygon([x, y - radius, x + radius, y, x, y + radius, x - radius, y], fill, { name: 'Diamond', stroke });
}

const plate = (c: Canvas, where: Box): void =>
  c.rect(where, tone('paper', 0.82), { name: 'Plate', stroke: { tone: tone('accent'), width: 1 } });

export const gildedNight: Template = {
  ...themes.gildedNight,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    fan(c, x + w / 2, y + h, Math.max(w, h), 184, 356, 25, tone('third'), area);
    fan(c, x + w / 2, y, s * 0.5, 10, 170, 13, tone('third', 0.6), area);
    diamond(c, x + w / 2, y + h * 0.42, s * 0.16, 2);
    diamond(c, x + w / 2, y + h * 0.42, s * 0.1, 1);
  },
  cover: {
    ground: { from: tone('paper'), to: tone('deep'), angle: 90 },
    decorate(c) {
      fan(c, 480, 540, 500, 190, 350, 21, tone('third', 0.55));
      frame(c, 24, 'accent', 1.5);
      frame(c, 34, 'third', 0.75);
      plate(c, box(170, 150, 620, 250));
      diamond(c, 480, 100, 22, 1.5);
      diamond(c, 480, 100, 13, 1);
      c.line(340, 100, 446, 100, tone('accent'), 1);
      c.line(514, 100, 620, 100, tone('accent'), 1);
    },
    title: bigTitle(box(200, 166, 560, 148), 'ink', { align: 'center', anchor: 'middle', sizes: [40, 36, 32, 28, 24] }),
    subtitle: subtitle(box(200, 326, 560, 60), 'muted', { align: 'center', sizes: [16, 14] }),
  },
  catalogue: {
    ground: tone('paper'),
    decorate(c) {
      c.rect(box(664, 0, 296, 540), tone('deep'));
      c.line(664, 0, 664, 540, tone('accent'), 1.5);
      fan(c, 960, 540, 270, 180, 270, 13, tone('third', 0.8));
      diamond(c, 722, 92, 18, 1.5);
      diamond(c, 722, 92, 10, 1);
    },
    title: bigTitle(box(704, 128, 224, 150), 'ink', { anchor: 'top', sizes: [40, 36, 32, 28, 24, 20] }),
    body: box(56, 56, 560, 428),
    surface: onPage,
  },
  chapter: {
    ground: { from: tone('deep'), to: tone('paper'), angle: 90 },
    decorate(c) {
      fan(c, 480, 0, 500, 10, 170, 21, tone('third', 0.4));
      frame(c, 24, 'accent', 1.5);
      diamond(c, 480, 150, 110, 2, tone('paper'));
      diamond(c, 480, 150, 98, 0.75);
    },
    number: bigNumber(box(390, 96, 180, 108), 'accent', [48], { align: 'center', anchor: 'middle' }),
    title: chapterTitle(box(120, 274, 720, 92), 'ink', { align: 'center', anchor: 'middle' }),
    list: subtitle(box(160, 378, 640, 122), 'muted', { align: 'center' }),
  },
  page: {
    ground: tone('paper'),
    decorate(c) {
      c.rect(box(716, 0, 244, 540), tone('deep'));
      c.line(716, 0, 716, 540, tone('accent'), 1.5);
      c.line(722, 0, 722, 540, tone('third'), 0.75);
      fan(c, 960, 0, 190, 90, 180, 11, tone('third', 0.8));
      rings(c, 754, 44, [12, 7], tone('accent'), 1);
      c.line(744, 484, 932, 484, tone('accent'), 1);
    },
    title: pageTitle(box(744, 190, 188, 280), 'ink', { anchor: 'bottom', sizes: [28, 26, 24, 22, 20] }),
    body: box(48, 48, 628, 436),
    surface: onPage,
    footer: small(box(48, 506, 540, 16), 'muted'),
    number: small(box(868, 498, 64, 20), 'accent', { align: 'right', sizes: [12], bold: true }),
  },
  ending: {
    ground: { from: tone('paper'), to: tone('deep'), angle: 90 },
    decorate(c) {
      fan(c, 480, 540, 470, 190, 350, 21, tone('third', 0.5));
      frame(c, 24, 'accent', 1.5);
      plate(c, box(200, 150, 560, 230));
      diamond(c, 480, 100, 22, 1.5);
      diamond(c, 480, 100, 13, 1);
    },
    title: bigTitle(box(224, 170, 512, 120), 'ink', { align: 'center', anchor: 'middle' }),
    subtitle: subtitle(box(224, 306, 512, 60), 'muted', { align: 'center' }),
  },
};
