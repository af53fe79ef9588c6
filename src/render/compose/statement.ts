/** A single point: a large statement with its explanation. */
import { box, tone } from '../canvas/canvas';
import type { Role } from '../deck/deck';
import { fitTogether } from '../text/fit';
import type { ParagraphSpec } from '../text/measure';
import type { Item, Sheet } from './sheet';

const sizes: [number, number][] = [
  [44, 26],
  [40, 24],
  [36, 22],
  [34, 22],
  [30, 20],
  [28, 18],
  [26, 17],
  [24, 16],
  [22, 15],
  [20, 14],
];

const mostLetters = { en: 170, zh: 64 } as const;

/** The text of a point that is a single short paragraph: the message of its slide. */
export function fewWords({ type }: Sheet, { heading, text }: Item): string | undefined {
  const [only] = text;
  return !heading && text.length === 1 && only!.length <= mostLetters[type.language] ? only : undefined;
}

/** Such a text, a little smaller than a heading would be. */
export const fewWordsIn = (text: string, large: number, role: Role): ParagraphSpec => ({
  text,
  font: 'body',
  size: Math.round(large * 0.8),
  tone: tone(role),
  leading: 1.35,
  balanced: true,
});

/** Returns whether the point fits. */
export function statement(sheet: Sheet, items: Item[]): boolean {
  const [item] = items;
  if (!item) return false;
  const { body, canvas, surface } = sheet;
  const x = body.x + 64;
  const w = body.w - 128;
  const words = fewWords(sheet, item);
  const text = ([large, normal]: [number, number]): ParagraphSpec[] => [
    ...(words === undefined ? [] : [fewWordsIn(words, large, surface.text)]),
    ...(item.heading ? [sheet.heading(item.heading, large, surface.text)] : []),
    ...sheet
      .paragraphs(
        words === undefined ? item.text : [],
        normal,
        item.heading ? surface.quiet : surface.text,
        surface.accent,
      )
      .map((spec, index) => ({
        ...spec,
        before: index === 0 ? normal : (spec.before ?? 0),
      })),
  ];
  const fit = fitTogether(sheet.type, sizes, [{ w, h: body.h - 64, text }]);
  if (!fit.fits) return false;
  const [measured] = fit.measured;
  const h = Math.min(body.h, Math.max(measured!.height + 72, body.h * 0.7));
  const top = body.y + (body.h - h) * 0.4;
  sheet.panel(box(body.x, top, body.w, h), 'pale');
  if (sheet.radius === 0) canvas.rect(box(body.x, top, 8, h), tone('accent'), { name: 'Bar' });
  if (/^["“「『]/.test(item.heading || (item.text[0] ?? ''))) {
    // A large quotation mark in the margin identifies a quotation.
    canvas.text(
      box(body.x + 20, top + 14, 44, 76),
      { text: '“', font: 'heading', size: 76, bold: true, tone: tone('accent'), leading: 1 },
      { name: 'Quotation mark', part: 'ornament' },
    );
  }
  sheet.text(text(fit.size), box(x, top + 30, w, h - 60), 'Statement', 'middle');
  return true;
}
