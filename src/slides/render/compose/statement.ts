/** A single point: a statement with its explanation on a panel, a few words on color, or heading and text side by side. */
import { box, inset, tone } from '../canvas/canvas';
import type { Role } from '../deck/deck';
import { band, pairs } from '../deck/layout';
import type { Surface } from '../templates/template';
import { fitTogether } from '../text/fit';
import type { ParagraphSpec } from '../text/measure';
import { type Item, plain, type Sheet } from './sheet';

const sizes = pairs([44, 40, 36, 34, 30, 28, 26, 24, 22, 20], [26, 24, 22, 22, 20, 18, 17, 16, 15, 14]);

const mostLetters = { en: 170, zh: 64 } as const;

/** The text of a point that is a single short paragraph: the message of its slide. */
export function fewWords({ type }: Sheet, { heading, text }: Item): string | undefined {
  const [only] = text;
  return !heading && text.length === 1 && only!.length <= mostLetters[type.language] ? only : undefined;
}

/** Such a text, a little smaller than a heading would be. */
export const fewWordsIn = (text: string, large: number, role: Role): ParagraphSpec =>
  plain(text, Math.round(large * 0.8), role, { leading: 1.35, balanced: true });

/** A point as a statement: its few words or its heading in large type, the rest in a normal size. */
export function statementText(
  sheet: Sheet,
  item: Item,
  [large, normal]: readonly [number, number],
  surface: Surface,
): ParagraphSpec[] {
  const words = fewWords(sheet, item);
  if (words !== undefined) return [fewWordsIn(words, large, surface.text)];
  const heading = item.heading ? [sheet.heading(item.heading, large, surface.text)] : [];
  const role = item.heading ? surface.quiet : surface.text;
  return [...heading, ...apart(sheet.paragraphs(item.text, normal, role, surface.accent), normal)];
}

/** Paragraphs with a distance to what is above them. */
export const apart = ([first, ...rest]: ParagraphSpec[], before: number): ParagraphSpec[] =>
  first ? [{ ...first, before }, ...rest] : [];

/** Whether a point begins with a quotation mark. */
export const isQuoted = ({ heading, text }: Item): boolean => /^["“「『]/.test(heading || (text[0] ?? ''));

/** Returns whether the point fits. */
export function statement(sheet: Sheet, items: Item[]): boolean {
  const [item] = items;
  if (!item) return false;
  const { body, canvas, surface } = sheet;
  const w = body.w - 128;
  const text = (_: Item, size: readonly [number, number]) => statementText(sheet, item, size, surface);
  const fit = sheet.fit([item], sizes, { w, h: body.h - 64 }, text);
  if (!fit) return false;
  const panel = band(body, fit.tallest + 72, { least: 0.7 });
  const { x, y, h } = panel;
  sheet.panel(panel, 'pale');
  if (sheet.radius === 0) canvas.rect({ ...panel, w: 8 }, tone('accent'), { name: 'Bar' });
  if (isQuoted(item)) sheet.quotationMark('“', box(x + 20, y + 14, 44, 76), 76, 'accent');
  sheet.text(text(item, fit.size), box(x + 64, y + 30, w, h - 60), 'Statement', 'middle');
  return true;
}

const bannerSizes = [54, 48, 44, 40, 36, 34, 32, 30, 28] as const;
const mostBannerLines = 4;
const bar = { w: 72, h: 6, below: 26 };

/** A few words in large type on the deep color. Returns whether the point has so few. */
export function banner(sheet: Sheet, items: Item[]): boolean {
  const [item] = items;
  if (!item || items.length > 1) return false;
  const { body, canvas, template } = sheet;
  const words = fewWords(sheet, item);
  if (words === undefined && (!item.heading || item.text.length > 0)) return false;
  const { onDeep } = template;
  const text = (size: number): ParagraphSpec[] => [
    words === undefined ? sheet.heading(item.heading, size, onDeep.text) : fewWordsIn(words, size, onDeep.text),
  ];
  const inner = inset(body, 56, 40);
  const room = { w: inner.w, h: inner.h - bar.h - bar.below };
  const fit = sheet.fit([item], bannerSizes, room, (_, size) => text(size));
  if (!fit || fit.measured[0]!.lineCount > mostBannerLines) return false;
  const needed = bar.h + bar.below + fit.tallest;
  const panel = band(body, needed + 96, { least: 0.72 });
  sheet.panel(panel, 'deep');
  const y = panel.y + (panel.h - needed) / 2;
  canvas.rect(box(inner.x, y, bar.w, bar.h), tone(onDeep.accent), { name: 'Mark' });
  sheet.text(text(fit.size), box(inner.x, y + bar.h + bar.below, inner.w, fit.tallest + 2), 'Statement');
  return true;
}

const asideSizes = pairs([36, 34, 32, 30, 28, 26, 24, 22, 20], [24, 24, 22, 20, 20, 18, 17, 16, 15]);
const between = 36;

/** A heading on the left of a rule, its text on the right, both in large type. Returns whether the point has both and they fit. */
export function aside(sheet: Sheet, items: Item[]): boolean {
  const [item] = items;
  if (!item?.heading || item.text.length === 0 || items.length > 1) return false;
  const { body, canvas, surface } = sheet;
  const headingWidth = Math.round(body.w * 0.38) - between;
  const textWidth = body.w - headingWidth - 2 * between;
  const heading = ([size]: [number, number]) => [sheet.heading(item.heading, size, surface.text)];
  const text = ([, size]: [number, number]) => sheet.paragraphs(item.text, size, surface.text, surface.accent);
  const h = body.h - 48;
  const fit = fitTogether(sheet.type, asideSizes, [
    { w: headingWidth, h, text: heading },
    { w: textWidth, h, text },
  ]);
  if (!fit.fits) return false;
  const tallest = Math.max(...fit.measured.map((each) => each.height));
  const { y, h: height } = band(body, tallest + 48, { least: 0.62 });
  sheet.text(heading(fit.size), box(body.x, y, headingWidth, height), 'Heading', 'middle');
  canvas.rect(box(body.x + headingWidth + between - 2, y, 4, height), tone(surface.accent), { name: 'Rule' });
  sheet.text(text(fit.size), box(body.x + body.w - textWidth, y, textWidth, height), 'Text', 'middle');
  return true;
}
