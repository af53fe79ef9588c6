/** Two to four points of one text each, in large type next to each other, each behind a rule. */
import { box, tone } from '../canvas/canvas';
import { fitTogether } from '../text/fit';
import type { ParagraphSpec } from '../text/measure';
import type { Item, Sheet } from './sheet';
import { haveSigns, sign, standOut } from './signs';

const sizes = [30, 28, 26, 24, 22, 20, 18] as const;
const between = 36;
const ruleWidth = 4;
const left = 22;
const signSize = 40;
const mostLines = 4;
/** Share of the height that the rules have at least. */
const least = 0.62;

/** All points are only a heading, or all are only a text. */
export const haveOneText = (items: readonly Item[]): boolean =>
  items.every(({ text }) => text.length === 0) || items.every(({ heading, text }) => !heading && text.length === 1);

/** Returns whether the points fit. */
export function pillars(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas, surface } = sheet;
  const count = items.length;
  if (count < 2 || count > 4 || !haveOneText(items)) return false;
  const w = (body.w - between * (count - 1)) / count;
  const hasSigns = haveSigns(items);
  const above = hasSigns ? signSize + 16 : 0;
  const width = w - left - 4;
  const spec = (item: Item, size: number): ParagraphSpec =>
    item.heading
      ? sheet.heading(item.heading, size, surface.text)
      : { text: item.text[0]!, font: 'body', size, tone: tone(surface.text), balanced: true };
  const fit = fitTogether(
    sheet.type,
    sizes,
    items.map((item) => ({ w: width, h: body.h * 0.8 - above, text: (size: number) => [spec(item, size)] })),
  );
  if (!fit.fits || fit.measured.some((each) => each.lineCount > mostLines)) return false;
  const tallest = Math.max(...fit.measured.map((each) => each.height)) + above;
  const h = Math.min(body.h, Math.max(tallest + 48, body.h * least));
  const top = body.y + (body.h - h) * 0.4;
  const strong = standOut(items);
  sheet.each(items, (item, index) => {
    const x = body.x + index * (w + between);
    const role = strong.includes(true) && !strong[index] ? surface.line : surface.accent;
    canvas.rect(box(x, top, ruleWidth, h), tone(role), { name: 'Rule' });
    const y = top + (h - tallest) / 2;
    if (hasSigns) sign(sheet, item, x + left, y, signSize, surface);
    sheet.text(
      [spec(item, fit.size)],
      box(x + left, y + above, width, tallest - above),
      item.heading ? 'Heading' : 'Text',
      hasSigns ? 'top' : 'middle',
    );
  });
  return true;
}
