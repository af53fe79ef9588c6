/** A quotation in large type, with the person who said it below. */
import { box, tone } from '../canvas/canvas';
import type { Role } from '../deck/deck';
import { band, pairs } from '../deck/layout';
import type { ParagraphSpec } from '../text/measure';
import { type Item, plain, type Sheet } from './sheet';

interface Quotation {
  words: string;
  author?: string;
  /** What the page says besides. */
  text: string[];
}

const opens = /^["“„«「『]/u;
/** Without marks in between, as in “this” or “that”. */
const closes = /^.[^"“”„«»「」『』]+["”“»」』][.。]?$/u;
const attribution = /^(?:[—–―]{1,2}|--?)\s*(\S.{1,99})$/u;
/** Behind the closing mark or a space: not a hyphen. */
const dashes = /(?<=[\s"”“»」』.。])[—–―-]{1,2}/gu;
const endMark = /["”“»」』]?[.。]?$/u;
/** Without marks, so that a dash within the quoted words is not one before an author. */
const name = /^[^"“”„«»「」『』]{2,80}$/u;
const shortestWords = 8;
const longestAuthor = 80;

/** The words between the marks of a text that opens with one, and the person whose name follows a dash. */
function partsOf(text: string) {
  for (const { index, 0: dash } of text.matchAll(dashes)) {
    const author = text.slice(index + dash.length).trim();
    if (index > shortestWords && name.test(author)) return { words: unquoted(text.slice(0, index)), author };
  }
  return { words: unquoted(text) };
}

const unquoted = (text: string) => text.slice(1).trimEnd().replace(endMark, '');

/** The quotation that a point consists of, with its author if it names one. */
export function quotationOf({ heading, text }: Item): Quotation | undefined {
  const [first = '', ...rest] = text;
  const [whole, more] = heading === '' ? [first, rest] : [heading, text];
  if (opens.test(whole)) {
    const { words, author: own } = partsOf(whole);
    if (words.length < shortestWords) return undefined;
    if (own !== undefined) return { words, author: own, text: more };
    const [next = '', ...others] = more;
    const author = attribution.exec(next)?.[1];
    if (author !== undefined) return { words, author, text: others };
    return closes.test(whole) ? { words, text: more } : undefined;
  }
  // "Anna Berg, head of sales: “We …”"
  if (!opens.test(first) || heading.length > longestAuthor) return undefined;
  const { words } = partsOf(first);
  return words.length < shortestWords ? undefined : { words, author: heading, text: rest };
}

const sizes = pairs([40, 36, 34, 30, 28, 26, 24, 22, 20], [20, 20, 18, 18, 17, 16, 16, 15, 14]);

const authorOf = (text: string | undefined, size: number, role: Role): ParagraphSpec[] =>
  text === undefined ? [] : [plain(text, size, role, { bold: true, before: size * 1.2 })];

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
  const fit = sheet.fit([found], sizes, { w, h: body.h - 72 }, (_, size) => text(size));
  if (!fit) return false;
  const panel = band(body, fit.tallest + 96, { least: 0.8 });
  const { x, y, h } = panel;
  canvas.group('Quotation', () => {
    sheet.panel(panel, ground);
    if (ground === 'deep') canvas.rect(box(x + left, y, 96, 6), tone(accent), { name: 'Bar' });
    sheet.quotationMark('“', box(x + 24, y + 20, left - 32, 130), 130, accent);
    sheet.text(text(fit.size), box(x + left, y + 36, w, h - 72), 'Quotation', 'middle');
  });
  return true;
}
