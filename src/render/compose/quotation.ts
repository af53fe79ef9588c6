/** A quotation in large type, with the person who said it below. */
import { box, tone } from '../canvas/canvas';
import type { Role } from '../deck/deck';
import { fitTogether } from '../text/fit';
import type { ParagraphSpec } from '../text/measure';
import type { Item, Sheet } from './sheet';

export interface Quotation {
  words: string;
  author?: string;
  /** What the page says besides. */
  text: string[];
}

const quoted = /^["“„«「『](.{8,}?)["”“»」』]?[.。]?\s*(?:[—–―-]{1,2}\s*(.{2,80}))?$/u;
const opens = /^["“„«「『]/u;
/** Without marks in between, as in “this” or “that”. */
const closes = /^.[^"“”„«»「」『』]+["”“»」』][.。]?$/u;
const attribution = /^(?:[—–―]{1,2}|--?)\s*(.{2,100})$/u;
const longestAuthor = 80;

/** The quotation that a point consists of, with its author if it names one. */
export function quotationOf({ heading, text }: Item): Quotation | undefined {
  const [first = '', ...rest] = text;
  const [whole, more] = opens.test(heading) ? [heading, text] : heading === '' ? [first, rest] : [undefined, []];
  if (whole !== undefined) {
    const [, words = '', own] = quoted.exec(whole) ?? [];
    if (words === '') return undefined;
    if (own !== undefined) return { words, author: own, text: more };
    const [next = '', ...others] = more;
    const author = attribution.exec(next)?.[1];
    if (author !== undefined) return { words, author, text: others };
    return closes.test(whole) ? { words, text: more } : undefined;
  }
  // "Anna Berg, head of sales: “We …”"
  const words = opens.test(first) ? quoted.exec(first)?.[1] : undefined;
  return words === undefined || heading.length > longestAuthor ? undefined : { words, author: heading, text: rest };
}

const sizes: [number, number][] = [
  [40, 20],
  [36, 20],
  [34, 18],
  [30, 18],
  [28, 17],
  [26, 16],
  [24, 16],
  [22, 15],
  [20, 14],
];

const authorOf = (text: string | undefined, size: number, role: Role): ParagraphSpec[] =>
  text === undefined ? [] : [{ text, font: 'body', size, bold: true, tone: tone(role), before: size * 1.2 }];

/** The sign before the words, and the sign after them. */
const marks = { en: ['“', '”'], zh: ['“', '”'] } as const;

/** Returns whether the point is a quotation that fits. */
export const quotation = (sheet: Sheet, items: Item[]): boolean => draw(sheet, items, 'pale');

/** The same on the deep color. */
export const deepQuotation = (sheet: Sheet, items: Item[]): boolean => draw(sheet, items, 'deep');

function draw(sheet: Sheet, items: Item[], ground: 'pale' | 'deep'): boolean {
  const found = items.length === 1 ? quotationOf(items[0]!) : undefined;
  if (!found) return false;
  const { body, canvas, template, type } = sheet;
  const surface = ground === 'deep' ? template.onDeep : sheet.surface;
  const accent = ground === 'deep' ? surface.accent : 'accent';
  const [open, close] = marks[type.language];
  const left = 120;
  const w = body.w - left - 56;
  const text = ([large, normal]: [number, number]): ParagraphSpec[] => [
    { ...sheet.heading(`${open}${found.words}${close}`, large, surface.text), leading: 1.3 },
    ...authorOf(found.author, normal, surface.accent),
    ...sheet.paragraphs(found.text, normal, surface.quiet, surface.accent),
  ];
  const fit = fitTogether(type, sizes, [{ w, h: body.h - 72, text }]);
  if (!fit.fits) return false;
  const h = Math.min(body.h, Math.max(fit.measured[0]!.height + 96, body.h * 0.8));
  const top = body.y + (body.h - h) * 0.4;
  canvas.group('Quotation', () => {
    sheet.panel(box(body.x, top, body.w, h), ground);
    if (ground === 'deep') canvas.rect(box(body.x + left, top, 96, 6), tone(accent), { name: 'Bar' });
    canvas.text(
      box(body.x + 24, top + 20, left - 32, 130),
      { text: '“', font: 'heading', size: 130, bold: true, tone: tone(accent), leading: 1 },
      { name: 'Quotation mark', part: 'ornament' },
    );
    sheet.text(text(fit.size), box(body.x + left, top + 36, w, h - 72), 'Quotation', 'middle');
  });
  return true;
}
