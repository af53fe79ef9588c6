/** Two to four points of one text each, in large type next to each other, each behind a rule. */
import { box, tone } from '../canvas/canvas';
import { cells, grid } from '../deck/layout';
import type { ParagraphSpec } from '../text/measure';
import { type Item, plain, type Sheet } from './sheet';
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
  const { w } = grid(body, count, count, between)[0]!;
  const hasSigns = haveSigns(items);
  const above = hasSigns ? signSize + 16 : 0;
  const width = w - left - 4;
  const spec = (item: Item, size: number): ParagraphSpec[] => [
    item.heading
      ? sheet.heading(item.heading, size, surface.text)
      : plain(item.text[0]!, size, surface.text, { balanced: true }),
  ];
  const fit = sheet.fit(items, sizes, { w: width, h: body.h * 0.8 - above }, spec);
  if (!fit || fit.measured.some((each) => each.lineCount > mostLines)) return false;
  const tallest = fit.tallest + above;
  const places = cells(body, count, tallest + 48, { between, least: body.h * least });
  const strong = standOut(items);
  sheet.each(items, (item, index) => {
    const { x, y, h } = places[index]!;
    const role = strong.includes(true) && !strong[index] ? surface.line : surface.accent;
    canvas.rect(box(x, y, ruleWidth, h), tone(role), { name: 'Rule' });
    const top = y + (h - tallest) / 2;
    if (hasSigns) sign(sheet, item, x + left, top, signSize, surface);
    const where = box(x + left, top + above, width, fit.tallest);
    sheet.text(spec(item, fit.size), where, item.heading ? 'Heading' : 'Text', hasSigns ? 'top' : 'middle');
  });
  return true;
}
