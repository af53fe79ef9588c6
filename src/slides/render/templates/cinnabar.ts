/** Cream paper, hairlines and one red: an editorial page with serif headings. */
import { box, tone } from '../canvas/canvas';
import { disc } from './motifs';
import { bigNumber, bigTitle, chapterTitle, footer, onPage, pageTitle, small, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

export const cinnabar: Template = {
  ...themes.cinnabar,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    for (const share of [0.2, 0.5, 0.8]) c.line(x + w * share, y, x + w * share, y + h, tone('third'), 0.75);
    c.line(x, y + h * 0.72, x + w, y + h * 0.72, tone('third'), 0.75);
    disc(c, x + w * 0.62, y + h * 0.4, s * 0.36, tone('accent'), area);
  },
  cover: {
    ground: tone('paper'),
    decorate(c) {
      c.line(64, 64, 896, 64, tone('ink'), 1.5);
      c.line(64, 476, 896, 476, tone('ink'), 0.75);
      c.rect(box(64, 64, 96, 10), tone('accent'));
      c.line(648, 64, 648, 476, tone('line'), 0.75);
      disc(c, 772, 250, 96, tone('accent'));
      c.line(648, 404, 896, 404, tone('line'), 0.75);
    },
    title: bigTitle(box(64, 104, 548, 260), 'ink', { anchor: 'middle' }),
    subtitle: subtitle(box(64, 396, 548, 64), 'muted', { anchor: 'middle' }),
  },
  catalogue: {
    ground: tone('paper'),
    decorate(c) {
      c.line(64, 64, 896, 64, tone('ink'), 1.5);
      c.rect(box(64, 64, 96, 10), tone('accent'));
      c.line(330, 96, 330, 476, tone('line'), 0.75);
    },
    title: bigTitle(box(64, 96, 236, 150), 'ink', { anchor: 'top', sizes: [40, 36, 32, 28, 24, 20] }),
    body: box(366, 96, 530, 380),
    surface: onPage,
  },
  chapter: {
    ground: tone('mist'),
    decorate(c) {
      c.line(64, 64, 896, 64, tone('ink'), 1.5);
      c.rect(box(64, 64, 96, 10), tone('accent'));
      c.line(64, 476, 896, 476, tone('ink'), 0.75);
      c.line(560, 64, 560, 476, tone('line'), 0.75);
    },
    number: bigNumber(box(584, 130, 312, 280), 'accent', [54], { anchor: 'middle', align: 'center' }),
    title: chapterTitle(box(64, 104, 460, 160), 'ink'),
    list: subtitle(box(64, 288, 460, 170), 'muted'),
  },
  page: {
    ground: tone('paper'),
    decorate(c) {
      c.line(64, 36, 896, 36, tone('ink'), 1.5);
      c.rect(box(64, 36, 56, 6), tone('accent'));
      c.line(64, 496, 896, 496, tone('line'), 0.75);
    },
    title: pageTitle(box(64, 52, 832, 70), 'ink'),
    body: box(64, 140, 832, 340),
    surface: onPage,
    ...footer(64, 832, 'muted', 504),
  },
  ending: {
    ground: tone('accent'),
    decorate(c) {
      c.line(64, 64, 896, 64, tone('paper'), 1.5);
      c.line(64, 476, 896, 476, tone('paper'), 0.75);
      disc(c, 772, 270, 96, tone('paper', 0.14));
    },
    title: bigTitle(box(64, 140, 580, 200), 'paper', { anchor: 'middle' }),
    subtitle: small(box(64, 420, 580, 40), 'paper', { sizes: [16, 14] }),
  },
};
