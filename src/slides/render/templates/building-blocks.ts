/** Flat tiles of quarter discs in warm colors on white. */
import { box, tone } from '../canvas/canvas';
import { tiles } from './motifs';
import { bigNumber, bigTitle, chapterTitle, footer, onPage, pageTitle, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

export const buildingBlocks: Template = {
  ...themes.buildingBlocks,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    const size = s / (w > h ? 4 : 3);
    const columns = Math.floor(w / size + 0.01);
    const rows = ['01#2o3#12', '2o.301#o2', '3#01.2301', '1.2o#013.'].map((row) => row.slice(0, columns));
    const height = Math.floor(h / size + 0.01);
    tiles(
      c,
      x + w - columns * size,
      y + h - height * size,
      size,
      Array.from({ length: height }, (_, index) => rows[index % rows.length]!),
      ['accent', 'second', 'third', 'second', 'accent', 'paper', 'third'],
    );
  },
  cover: {
    ground: tone('mist'),
    decorate(c) {
      tiles(
        c,
        555,
        0,
        135,
        ['01#', '#2o', '3.0', '1#2'],
        ['accent', 'second', 'deep', 'third', 'second', 'accent', 'pale'],
      );
      c.rect(box(56, 372, 44, 12), tone('accent'));
      c.rect(box(100, 372, 44, 12), tone('second'));
      c.rect(box(144, 372, 44, 12), tone('third'));
    },
    title: bigTitle(box(56, 100, 460, 250), 'deep'),
    subtitle: subtitle(box(56, 404, 460, 70), 'muted'),
  },
  catalogue: {
    ground: tone('mist'),
    decorate(c) {
      c.rect(box(0, 0, 270, 540), tone('deep'));
      tiles(c, 0, 405, 135, ['01'], ['accent', 'second']);
      tiles(c, 135, 270, 135, ['2'], ['third']);
    },
    title: bigTitle(box(48, 64, 196, 180), 'paper', { anchor: 'top', sizes: [40, 36, 32, 28, 24, 20] }),
    body: box(324, 60, 580, 420),
    surface: onPage,
  },
  chapter: {
    ground: tone('second'),
    decorate(c) {
      tiles(c, 690, 0, 135, ['1#', '.0', '3.', '#2'], ['deep', 'accent', 'paper', 'third', 'deep', 'accent']);
    },
    number: bigNumber(box(64, 84, 400, 64), 'deep', [44], { anchor: 'middle' }),
    title: chapterTitle(box(64, 152, 560, 190), 'ink', { anchor: 'bottom' }),
    list: subtitle(box(64, 366, 560, 140), 'ink'),
  },
  page: {
    ground: tone('paper'),
    decorate(c) {
      tiles(c, 816, 0, 36, ['012.', '.3#1'], ['accent', 'second', 'third', 'deep', 'second', 'accent']);
      c.rect(box(0, 40, 20, 52), tone('accent'));
    },
    title: pageTitle(box(56, 30, 736, 72), 'deep'),
    body: box(56, 124, 848, 360),
    surface: onPage,
    ...footer(56, 848, 'muted'),
  },
  ending: {
    ground: tone('deep'),
    decorate(c) {
      tiles(c, 0, 420, 120, ['01#2.031'], ['accent', 'second', 'third', 'paper', 'accent', 'second']);
      tiles(c, 840, 0, 120, ['3'], ['second']);
    },
    title: bigTitle(box(108, 120, 744, 160), 'paper', { align: 'center' }),
    subtitle: subtitle(box(108, 304, 744, 70), 'line', { align: 'center' }),
  },
};
