/** Points of one text each as a list with bullets on a panel, all of it one text. */
import { box, inset, tone } from '../canvas/canvas';
import { band } from '../deck/layout';
import type { ParagraphSpec } from '../text/measure';
import { haveOneText } from './pillars';
import { type Item, plain, type Sheet } from './sheet';
import { haveSigns, standOut } from './signs';

const sizes = [32, 30, 28, 26, 24, 22, 20] as const;
const mostPoints = 5;
/** Share of the height that the panel has at least. */
const least = 0.7;

/** Returns whether the points fit. */
export function listPanel(sheet: Sheet, items: Item[]): boolean {
  if (items.length < 2 || items.length > mostPoints || !haveOneText(items) || haveSigns(items)) return false;
  const { body, canvas, surface } = sheet;
  const strong = standOut(items);
  const text = (size: number): ParagraphSpec[] =>
    items.map(({ heading, text: [only] }, index) =>
      plain(heading || only!, size, surface.text, {
        bold: strong[index]!,
        bullet: tone(surface.accent),
        balanced: true,
        before: index === 0 ? 0 : size * 0.8,
      }),
    );
  const inner = inset(body, 52, 34);
  const fit = sheet.fit([items], sizes, inner, (_, size) => text(size));
  if (!fit) return false;
  const panel = band(body, fit.tallest + 92, { least });
  sheet.panel(panel, 'pale');
  if (sheet.radius === 0) canvas.rect({ ...panel, h: 6 }, tone('accent'), { name: 'Bar' });
  sheet.text(text(fit.size), box(inner.x, panel.y + 24, inner.w, panel.h - 42), 'List', 'middle');
  return true;
}
