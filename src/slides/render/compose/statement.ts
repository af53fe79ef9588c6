/** A single point: a large statement with its explanation. */
import { box, tone } from '../canvas/canvas';
import type { Role } from '../deck/deck';
import { band, pairs } from '../deck/layout';
import type { Surface } from '../templates/template';
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
