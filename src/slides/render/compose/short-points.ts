/** Points of one text each: a list with bullets on a panel, or columns of large type. */
import { box, inset, tone } from '../canvas/canvas';
import { band, cells, grid } from '../deck/layout';
import type { ParagraphSpec } from '../text/measure';
import { type Item, plain, type Sheet } from './sheet';
import { haveSigns, sign, standOut } from './signs';

/** All points are only a heading, or all are only a text. */
export const haveOneText = (items: readonly Item[]): boolean =>
  items.every(({ text }) => text.length === 0) || items.every(({ heading, text }) => !heading && text.length === 1);

const sizes = [32, 30, 28, 26, 24, 22, 20] as const;
const mostPoints = 5;
/** Share of the height that the panel has at least. */
const least = 0.7;

/** A list, all of it one text. Returns whether the points fit. */
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

const pillarSizes = [30, 28, 26, 24, 22, 20, 18] as const;
const between = 36;
const ruleWidth = 4;
const left = 22;
const signSize = 40;
const mostLines = 4;

/** Two to four points next to each other in large type, each behind a rule. Returns whether they fit. */
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
  const fit = sheet.fit(items, pillarSizes, { w: width, h: body.h * 0.8 - above }, spec);
  if (!fit || fit.measured.some((each) => each.lineCount > mostLines)) return false;
  const tallest = fit.tallest + above;
  const places = cells(body, count, tallest + 48, { between, least: body.h * 0.62 });
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
