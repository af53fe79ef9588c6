/** A single point on the deep color next to the template's motif, with large marks around quotations. */
import { box, inset, tone } from '../../canvas/canvas';
import type { Box } from '../../deck/deck';
import { fitTogether } from '../../text/fit';
import type { ParagraphSpec } from '../../text/measure';
import { asFigure } from '../figures';
import type { Item, Sheet } from '../sheet';
import { fewWords, fewWordsIn } from '../statement';

const sizes: [number, number][] = [
  [44, 24],
  [40, 22],
  [36, 20],
  [32, 18],
  [28, 17],
  [26, 16],
  [24, 15],
  [22, 14],
  [20, 14],
];
const opening = { size: 150, width: 100 };
const closing = { size: 84, height: 84 };

/** Returns whether the point fits. */
export function claim(sheet: Sheet, items: Item[]): boolean {
  const [item] = items;
  const { body, template, type } = sheet;
  if (!item || items.length > 1) return false;
  const area = besideMotif(body);
  const quoted = /^["“「『]/.test(item.heading || (item.text[0] ?? ''));
  const { onDeep } = template;
  const words = fewWords(sheet, item);
  const text = ([large, normal]: [number, number]): ParagraphSpec[] => [
    ...(words === undefined ? [] : [fewWordsIn(words, large, onDeep.text)]),
    ...(item.heading ? [sheet.heading(item.heading, large, onDeep.text)] : []),
    ...sheet
      .paragraphs(
        words === undefined ? item.text : [],
        normal,
        item.heading ? onDeep.quiet : onDeep.text,
        onDeep.accent,
      )
      .map((spec, index) => (index === 0 ? { ...spec, before: normal } : spec)),
  ];
  const left = quoted ? opening.width + 24 : 44;
  const where = box(area.x + left, area.y + 36, area.w - left - 44, area.h - 36 - (quoted ? closing.height : 36));
  const fit = fitTogether(type, sizes, [{ w: where.w, h: where.h, text }]);
  if (!fit.fits) return false;
  scene(sheet, area);
  if (quoted) {
    const head = box(area.x + 24, area.y + 8, opening.width, opening.size);
    quotation(sheet, '“', head, opening.size, 'left');
    const foot = box(where.x + where.w - 60, where.y + where.h, 60, closing.height);
    quotation(sheet, '”', foot, closing.size, 'right');
  }
  sheet.text(text(fit.size), where, 'Statement', 'middle');
  return true;
}

/** A single number, as large as possible, with its text below. */
export function headline(sheet: Sheet, items: Item[]): boolean {
  const figure = items.length === 1 ? asFigure(items[0]!) : undefined;
  const { body, template, type } = sheet;
  if (!figure) return false;
  const area = besideMotif(body);
  const { onDeep } = template;
  const where = inset(area, 44, 32);
  const value = (size: number): ParagraphSpec => ({
    text: figure.value,
    font: 'figure',
    size,
    bold: true,
    tone: tone(onDeep.accent),
    leading: 1.1,
  });
  const text = ([large, normal]: [number, number]): ParagraphSpec[] => [
    value(large * 3),
    { ...sheet.heading(figure.label, large, onDeep.text), before: 8 },
    ...sheet
      .paragraphs(figure.text, normal, onDeep.text, onDeep.accent)
      .map((spec, index) => (index === 0 ? { ...spec, before: normal } : spec)),
  ];
  const fitting = sizes.filter(([large]) => type.measure([value(large * 3)], where.w * 0.92).lineCount === 1);
  if (fitting.length === 0) return false;
  const fit = fitTogether(type, fitting, [{ w: where.w, h: where.h, text }]);
  if (!fit.fits) return false;
  scene(sheet, area);
  sheet.text(text(fit.size), where, 'Figure', 'middle');
  return true;
}

const motifShare = 0.26;
const besideMotif = (body: Box): Box => ({ ...body, w: body.w - Math.round(body.w * motifShare) });

function scene({ canvas, body, template }: Sheet, area: Box): void {
  canvas.rect(body, tone('deep'), { name: 'Panel' });
  template.motif(canvas, box(area.x + area.w, body.y, body.w - area.w, body.h));
  canvas.rect(box(area.x + area.w - 6, body.y, 6, body.h), tone(template.onDeep.accent), { name: 'Bar' });
}

function quotation(sheet: Sheet, text: string, where: Box, size: number, align: 'left' | 'right'): void {
  sheet.canvas.text(
    where,
    {
      text,
      font: 'heading',
      size,
      bold: true,
      tone: tone(sheet.template.onDeep.accent),
      align,
      leading: 1,
    },
    { name: 'Quotation mark', part: 'ornament' },
  );
}
