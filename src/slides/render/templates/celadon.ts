/** A white rounded sheet on a celadon desk with leaves; titles are on the desk, content on the sheet. */
import { box, tone } from '../canvas/canvas';
import { disc, leaf } from './motifs';
import { bigNumber, bigTitle, chapterTitle, footer, onPage, pageTitle, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

export const celadon: Template = {
  ...themes.celadon,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    leaf(c, x + w, y + h * 0.1, s * 0.7, s * 0.3, 150, tone('accent'), area);
    leaf(c, x + w, y + h * 0.98, s * 0.9, s * 0.36, 215, tone('third', 0.5), area);
    leaf(c, x, y + h, s * 0.7, s * 0.28, 310, tone('accent'), area);
    leaf(c, x + w, y + h * 0.6, s * 0.6, s * 0.22, 182, tone('third'), area);
    disc(c, x + w * 0.3, y + h * 0.22, s * 0.08, tone('second'), area);
  },
  cover: {
    ground: { from: tone('third'), to: tone('pale'), angle: 60 },
    decorate(c) {
      leaf(c, 960, 60, 330, 150, 150, tone('accent', 0.55));
      leaf(c, 940, 520, 420, 170, 215, tone('deep', 0.75));
      leaf(c, 960, 330, 300, 110, 180, tone('accent', 0.8));
      disc(c, 700, 118, 34, tone('second'));
      c.round(box(48, 84, 560, 372), 28, tone('paper'), { name: 'Sheet' });
    },
    title: bigTitle(box(88, 120, 480, 190), 'deep'),
    subtitle: subtitle(box(88, 334, 480, 90), 'muted'),
  },
  catalogue: {
    ground: tone('pale'),
    decorate(c) {
      leaf(c, 0, 540, 300, 120, 300, tone('accent', 0.6));
      leaf(c, 60, 540, 250, 100, 330, tone('third', 0.8));
      c.round(box(290, 36, 634, 468), 28, tone('paper'), { name: 'Sheet' });
    },
    title: bigTitle(box(48, 70, 214, 180), 'deep', { anchor: 'top', sizes: [40, 36, 32, 28, 24, 20] }),
    body: box(326, 60, 562, 420),
    surface: onPage,
  },
  chapter: {
    ground: { from: tone('pale'), to: tone('third'), angle: 0 },
    decorate(c) {
      leaf(c, 960, 540, 250, 110, 205, tone('accent', 0.5));
      leaf(c, 960, 0, 260, 110, 140, tone('paper', 0.5));
      disc(c, 230, 270, 150, tone('paper', 0.6));
      disc(c, 230, 270, 74, tone('accent'));
    },
    number: bigNumber(box(108, 180, 244, 180), 'paper', [52], { align: 'center', anchor: 'middle' }),
    title: chapterTitle(box(440, 90, 450, 160), 'deep'),
    list: subtitle(box(440, 272, 400, 190), 'ink'),
  },
  page: {
    ground: tone('pale'),
    decorate(c) {
      leaf(c, 960, 0, 150, 60, 150, tone('accent', 0.7));
      leaf(c, 950, 0, 104, 44, 115, tone('third'));
      disc(c, 44, 64, 8, tone('second'));
      c.round(box(28, 108, 904, 414), 24, tone('paper'), { name: 'Sheet' });
    },
    title: pageTitle(box(64, 24, 740, 76), 'deep'),
    body: box(58, 130, 844, 346),
    surface: onPage,
    ...footer(58, 844, 'muted', 494),
  },
  ending: {
    ground: { from: tone('third'), to: tone('pale'), angle: 60 },
    decorate(c) {
      leaf(c, 0, 40, 320, 130, 30, tone('accent', 0.6));
      leaf(c, 960, 520, 320, 130, 210, tone('deep', 0.7));
      leaf(c, 960, 470, 220, 90, 180, tone('accent', 0.7));
      disc(c, 786, 88, 30, tone('second'));
      c.round(box(180, 120, 600, 300), 28, tone('paper'), { name: 'Sheet' });
    },
    title: bigTitle(box(220, 150, 520, 140), 'deep', { align: 'center' }),
    subtitle: subtitle(box(220, 316, 520, 70), 'muted', { align: 'center' }),
  },
};
