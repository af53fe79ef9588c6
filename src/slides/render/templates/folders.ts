/** Folders on a gray desk: the title is on the tab of the front sheet, with colored index tabs behind it. */
import { box, type Canvas, tone } from '../canvas/canvas';
import type { Role } from '../deck/deck';
import { bigNumber, bigTitle, chapterTitle, footer, onPage, pageTitle, subtitle } from './places';
import type { Template } from './template';
import { themes } from './themes';

/** A tab with slanted sides that ends on the sheet below it. */
function tab(c: Canvas, x: number, y: number, w: number, bottom: number, role: Role): void {
  c.polygon([x + 12, y, x + w - 12, y, x + w, bottom, x, bottom], tone(role), { name: 'Tab' });
}

export const folders: Template = {
  ...themes.folders,
  motif(c, area) {
    const { x, y, w, h } = area;
    const s = Math.min(w, h);
    const sheets: [number, number, Role][] = [
      [0.2, 0.5, 'third'],
      [0.4, 0.3, 'second'],
      [0.6, 0.08, 'accent'],
      [0.84, 0.4, 'mist'],
    ];
    for (const [top, left, role] of sheets) {
      tab(c, x + w * left, y + h * top - s * 0.07, w * 0.42, y + h * top + 1, role);
      c.rect(box(x, y + h * top, w, h * (1 - top)), tone(role), { name: 'Sheet' });
    }
  },
  cover: {
    ground: tone('mist'),
    decorate(c) {
      tab(c, 560, 52, 180, 110, 'second');
      tab(c, 720, 52, 180, 110, 'third');
      c.rect(box(96, 104, 816, 400), tone('third'));
      tab(c, 300, 72, 220, 130, 'accent');
      c.rect(box(72, 126, 816, 396), tone('accent'));
      tab(c, 48, 92, 240, 150, 'paper');
      c.rect(box(48, 148, 816, 392), tone('paper'));
      c.rect(box(88, 412, 72, 6), tone('second'));
    },
    title: bigTitle(box(88, 180, 700, 212), 'ink'),
    subtitle: subtitle(box(88, 434, 700, 70), 'muted'),
  },
  catalogue: {
    ground: tone('mist'),
    decorate(c) {
      tab(c, 560, 38, 150, 108, 'third');
      tab(c, 690, 38, 150, 108, 'second');
      tab(c, 40, 30, 400, 106, 'deep');
      c.rect(box(40, 104, 880, 436), tone('paper'));
      c.rect(box(40, 104, 880, 6), tone('deep'));
    },
    title: bigTitle(box(76, 40, 330, 58), 'paper', { anchor: 'middle', sizes: [32, 28, 24, 20] }),
    body: box(76, 136, 808, 360),
    entries: 'tiles',
    surface: onPage,
  },
  chapter: {
    ground: tone('accent'),
    decorate(c) {
      tab(c, 640, 150, 150, 250, 'third');
      tab(c, 770, 150, 150, 250, 'deep');
      tab(c, 40, 106, 300, 240, 'second');
      c.rect(box(0, 236, 960, 304), tone('paper'));
      c.rect(box(0, 236, 960, 8), tone('second'));
    },
    number: bigNumber(box(72, 120, 236, 106), 'ink', [48], { align: 'center', anchor: 'middle' }),
    title: chapterTitle(box(56, 276, 420, 220), 'ink', { anchor: 'top' }),
    list: subtitle(box(520, 284, 384, 210), 'muted'),
  },
  page: {
    ground: tone('mist'),
    decorate(c) {
      tab(c, 724, 52, 76, 104, 'accent');
      tab(c, 784, 60, 76, 104, 'second');
      tab(c, 844, 68, 76, 104, 'third');
      tab(c, 28, 22, 700, 104, 'paper');
      c.rect(box(28, 102, 904, 438), tone('paper'));
    },
    title: pageTitle(box(60, 30, 636, 70), 'ink'),
    body: box(60, 124, 840, 362),
    surface: onPage,
    ...footer(60, 840, 'muted'),
  },
  ending: {
    ground: tone('deep'),
    decorate(c) {
      tab(c, 640, 216, 130, 300, 'third');
      tab(c, 500, 200, 160, 300, 'second');
      tab(c, 80, 176, 440, 300, 'accent');
      c.rect(box(0, 296, 960, 244), tone('paper'));
    },
    title: bigTitle(box(124, 188, 352, 100), 'paper', { anchor: 'middle', sizes: [44, 40, 36, 32, 28, 24, 20] }),
    subtitle: subtitle(box(124, 338, 712, 90), 'ink', { sizes: [22, 20, 18, 16, 14] }),
  },
};
