/** Strengths, weaknesses, opportunities and threats as the four quarters of a square. */
import { box, tone } from '../canvas/canvas';
import { fitTogether } from '../text/fit';
import type { ParagraphSpec } from '../text/measure';
import { surfaceOn } from './pro/mark';
import { bodySizes, type Item, type Sheet } from './sheet';

const quarters = [
  { letters: { en: 'S', zh: '优' }, name: /^(?:the )?(?:our )?strengths?\b|^(?:优势|长处)/iu },
  { letters: { en: 'W', zh: '劣' }, name: /^(?:the )?(?:our )?weakness(?:es)?\b|^(?:劣势|弱势|短板)/iu },
  { letters: { en: 'O', zh: '机' }, name: /^(?:the )?(?:our )?opportunit(?:y|ies)\b|^(?:机会|机遇)/iu },
  { letters: { en: 'T', zh: '威' }, name: /^(?:the )?(?:our )?threats?\b|^(?:威胁|挑战)/iu },
] as const;

const seam = 12;
const tab = 64;

/** Whether the four points are named so, in any order. */
export const isSwot = (items: readonly Item[]): boolean =>
  items.length === 4 && quarters.every(({ name }) => items.filter(({ heading }) => name.test(heading)).length === 1);

/** Returns whether the points fit. */
export function swot(sheet: Sheet, items: Item[]): boolean {
  if (!isSwot(items)) return false;
  const { body, canvas, surface, type } = sheet;
  const w = (body.w - seam) / 2;
  const h = (body.h - seam) / 2;
  const inner = w - tab - 36;
  const text = (item: Item, size: number): ParagraphSpec[] => [
    sheet.heading(item.heading, Math.round(size * 1.22), surface.text),
    ...sheet.paragraphs(item.text, size, surface.quiet, surface.accent),
  ];
  const fit = fitTogether(
    type,
    [22, ...bodySizes],
    items.map((item) => ({ w: inner, h: h - 28, text: (size: number) => text(item, size) })),
  );
  if (!fit.fits) return false;
  sheet.each(items, (item, index) => {
    const at = quarters.findIndex(({ name }) => name.test(item.heading));
    // What helps has one color, what harms the other.
    const fill = at % 2 === 0 ? 'accent' : 'deep';
    const x = body.x + (index % 2) * (w + seam);
    const y = body.y + Math.floor(index / 2) * (h + seam);
    canvas.rect(box(x, y, w, h), tone('pale'), { name: 'Panel' });
    canvas.rect(box(x, y, tab, h), tone(fill), { name: 'Tab' });
    canvas.text(
      box(x, y, tab, h),
      {
        text: quarters[at]!.letters[type.language],
        font: 'figure',
        size: 36,
        bold: true,
        tone: tone(surfaceOn(sheet, fill).text),
        align: 'center',
        leading: 1.1,
      },
      { name: 'Letter', part: 'ornament', anchor: 'middle' },
    );
    sheet.text(text(item, fit.size), box(x + tab + 18, y + 14, inner, h - 28), 'Point', 'middle');
  });
  return true;
}
