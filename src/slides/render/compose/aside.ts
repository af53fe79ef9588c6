/** A single point: its heading on the left of a rule, its text on the right, both in large type. */
import { box, tone } from '../canvas/canvas';
import { band, pairs } from '../deck/layout';
import { fitTogether } from '../text/fit';
import type { Item, Sheet } from './sheet';

const sizes = pairs([36, 34, 32, 30, 28, 26, 24, 22, 20], [24, 24, 22, 20, 20, 18, 17, 16, 15]);
const between = 36;
/** Share of the height that the rule has at least. */
const least = 0.62;

/** Returns whether the point has both and they fit. */
export function aside(sheet: Sheet, items: Item[]): boolean {
  const [item] = items;
  if (!item?.heading || item.text.length === 0 || items.length > 1) return false;
  const { body, canvas, surface } = sheet;
  const headingWidth = Math.round(body.w * 0.38) - between;
  const textWidth = body.w - headingWidth - 2 * between;
  const heading = ([size]: [number, number]) => [sheet.heading(item.heading, size, surface.text)];
  const text = ([, size]: [number, number]) => sheet.paragraphs(item.text, size, surface.text, surface.accent);
  const h = body.h - 48;
  const fit = fitTogether(sheet.type, sizes, [
    { w: headingWidth, h, text: heading },
    { w: textWidth, h, text },
  ]);
  if (!fit.fits) return false;
  const tallest = Math.max(...fit.measured.map((each) => each.height));
  const { y, h: height } = band(body, tallest + 48, { least });
  sheet.text(heading(fit.size), box(body.x, y, headingWidth, height), 'Heading', 'middle');
  canvas.rect(box(body.x + headingWidth + between - 2, y, 4, height), tone(surface.accent), { name: 'Rule' });
  sheet.text(text(fit.size), box(body.x + body.w - textWidth, y, textWidth, height), 'Text', 'middle');
  return true;
}
