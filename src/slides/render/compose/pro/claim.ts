/** A single point on the deep color next to the template's motif, with large marks around quotations. */
import { box, inset, tone } from '../../canvas/canvas';
import type { Box } from '../../deck/deck';
import { pairs } from '../../deck/layout';
import type { ParagraphSpec } from '../../text/measure';
import { asFigure } from '../figures';
import { figure, type Item, type Sheet } from '../sheet';
import { apart, isQuoted, statementText } from '../statement';

const sizes = pairs([44, 40, 36, 32, 28, 26, 24, 22, 20], [24, 22, 20, 18, 17, 16, 15, 14, 14]);
const opening = { size: 150, width: 100 };
const closing = { size: 84, height: 84 };

/** Returns whether the point fits. */
export function claim(sheet: Sheet, items: Item[]): boolean {
  const [item] = items;
  if (!item || items.length > 1) return false;
  const { onDeep } = sheet.template;
  const area = besideMotif(sheet.body);
  const quoted = isQuoted(item);
  const text = (_: Item, size: readonly [number, number]) => statementText(sheet, item, size, onDeep);
  const left = quoted ? opening.width + 24 : 44;
  const where = box(area.x + left, area.y + 36, area.w - left - 44, area.h - 36 - (quoted ? closing.height : 36));
  const fit = sheet.fit([item], sizes, where, text);
  if (!fit) return false;
  scene(sheet, area);
  if (quoted) {
    const head = box(area.x + 24, area.y + 8, opening.width, opening.size);
    sheet.quotationMark('“', head, opening.size, onDeep.accent);
    const foot = box(where.x + where.w - 60, where.y + where.h, 60, closing.height);
    sheet.quotationMark('”', foot, closing.size, onDeep.accent, 'right');
  }
  sheet.text(text(item, fit.size), where, 'Statement', 'middle');
  return true;
}

/** A single number, as large as possible, with its text below. */
export function headline(sheet: Sheet, items: Item[]): boolean {
  const found = items.length === 1 ? asFigure(items[0]!) : undefined;
  if (!found) return false;
  const { onDeep } = sheet.template;
  const area = besideMotif(sheet.body);
  const where = inset(area, 44, 32);
  const value = (text: string, large: number) => figure(text, large * 3, onDeep.accent);
  const text = (_: unknown, [large, normal]: [number, number]): ParagraphSpec[] => [
    value(found.value, large),
    { ...sheet.heading(found.label, large, onDeep.text), before: 8 },
    ...apart(sheet.paragraphs(found.text, normal, onDeep.text, onDeep.accent), normal),
  ];
  const fitting = sizes.filter(([large]) => sheet.lineSize([found.value], [large], where.w * 0.92, value));
  const fit = fitting.length > 0 && sheet.fit([found], fitting, where, text);
  if (!fit) return false;
  scene(sheet, area);
  sheet.text(text(found, fit.size), where, 'Figure', 'middle');
  return true;
}

const motifShare = 0.26;
const besideMotif = (body: Box): Box => ({ ...body, w: body.w - Math.round(body.w * motifShare) });

function scene({ canvas, body, template }: Sheet, area: Box): void {
  canvas.rect(body, tone('deep'), { name: 'Panel' });
  template.motif(canvas, box(area.x + area.w, body.y, body.w - area.w, body.h));
  canvas.rect(box(area.x + area.w - 6, body.y, 6, body.h), tone(template.onDeep.accent), { name: 'Bar' });
}
