/** Points of one text each as a list with bullets on a panel, all of it one text. */
import { box, inset, tone } from '../canvas/canvas';
import { fitTogether } from '../text/fit';
import type { ParagraphSpec } from '../text/measure';
import { haveOneText } from './pillars';
import type { Item, Sheet } from './sheet';
import { haveSigns, standOut } from './signs';

const sizes = [32, 30, 28, 26, 24, 22, 20] as const;
const mostPoints = 5;
/** Share of the height that the panel has at least. */
const least = 0.7;

/** Returns whether the points fit. */
export function listPanel(sheet: Sheet, items: Item[]): boolean {
  if (items.length < 2 || items.length > mostPoints || !haveOneText(items) || haveSigns(items)) return false;
  const { body, canvas, surface, type } = sheet;
  const strong = standOut(items);
  const text = (size: number): ParagraphSpec[] =>
    items.map(({ heading, text: [only] }, index) => ({
      text: heading || only!,
      font: 'body',
      size,
      bold: strong[index]!,
      tone: tone(surface.text),
      bullet: tone(surface.accent),
      balanced: true,
      before: index === 0 ? 0 : size * 0.8,
    }));
  const inner = inset(body, 52, 34);
  const { fits, measured, size } = fitTogether(type, sizes, [{ w: inner.w, h: inner.h, text }]);
  if (!fits) return false;
  const h = Math.min(body.h, Math.max(measured[0]!.height + 92, body.h * least));
  const top = body.y + (body.h - h) * 0.4;
  sheet.panel(box(body.x, top, body.w, h), 'pale');
  if (sheet.radius === 0) canvas.rect(box(body.x, top, body.w, 6), tone('accent'), { name: 'Bar' });
  sheet.text(text(size), box(inner.x, top + 24, inner.w, h - 42), 'List', 'middle');
  return true;
}
