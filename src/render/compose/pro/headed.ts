/** Points as panels with their headings on color; two opposites face each other with an exchange symbol. */
import { box, tone } from '../../canvas/canvas';
import type { Role } from '../../deck/deck';
import { fitTogether } from '../../text/fit';
import { drawIcon } from '../icons';
import { gap, type Item, largeSizes, type Sheet } from '../sheet';
import { haveNumbers, standOut } from '../signs';
import { surfaceOn } from './mark';

const radius = 30;
const iconSize = 32;
const headingSizes = [28, 26, 24, 22, 20, 18, 17] as const;
/** Share of the height that panels have at least. */
const least = 0.52;

/** Two to four panels of the same weight. Returns whether the points fit. */
export function headed(sheet: Sheet, items: Item[]): boolean {
  const strong = standOut(items);
  if (items.length < 2 || items.length > 4 || haveNumbers(items)) return false;
  return panels(
    sheet,
    items,
    strong.map((each) => (each ? 'accent' : 'deep')),
    gap,
  );
}

/** Two panels in two colors with arrowheads between them. Returns whether the points fit. */
export function compare(sheet: Sheet, items: Item[]): boolean {
  if (items.length !== 2) return false;
  return panels(sheet, items, ['deep', 'accent'], 36, true);
}

function panels(sheet: Sheet, items: Item[], fills: readonly Role[], between: number, facing = false): boolean {
  const { body, canvas, surface, type } = sheet;
  if (items.some((item) => !item.heading || item.text.length === 0)) return false;
  const count = items.length;
  const w = (body.w - between * (count - 1)) / count;
  const padding = count > 2 ? 22 : 30;
  const inner = w - 2 * padding;
  const reserved = facing ? radius : 0;
  const icon = items.some((item) => item.icon) ? iconSize + 12 : 0;
  const heads = fitTogether(
    type,
    count > 2 ? headingSizes.slice(2) : headingSizes,
    items.map((item) => ({
      w: inner - reserved - icon,
      h: body.h * 0.3,
      text: (size: number) => [sheet.heading(item.heading, size, 'ink')],
    })),
  );
  const headHeight = Math.max(facing ? 84 : 68, ...heads.measured.map((each) => each.height + 36));
  const textHeight = body.h - headHeight - 48;
  const texts = fitTogether(
    type,
    count > 2 ? largeSizes.slice(2) : largeSizes,
    items.map((item) => ({
      w: inner,
      h: textHeight,
      text: (size: number) => sheet.paragraphs(item.text, size, 'ink', 'accent'),
    })),
  );
  const torn = [...heads.measured, ...texts.measured].some((each) => each.torn);
  if (!heads.fits || !texts.fits || torn) return false;
  // Short texts get lower panels than the page would allow.
  const tallest = Math.max(...texts.measured.map((each) => each.height));
  const h = Math.min(body.h, Math.max(headHeight + tallest + (facing ? 96 : 60), body.h * least));
  const top = body.y + (body.h - h) * 0.4;
  sheet.each(items, (item, index) => {
    const fill = fills[index]!;
    const x = body.x + index * (w + between);
    const on = surfaceOn(sheet, fill);
    canvas.rect(box(x, top, w, h), tone('pale'), { name: 'Panel' });
    canvas.rect(box(x, top, w, headHeight), tone(fill), { name: 'Head' });
    canvas.rect(box(x, top + h - 6, w, 6), tone(fill), { name: 'Foot' });
    const left = x + padding + (index === 0 ? 0 : reserved);
    if (item.icon) {
      const where = box(left - 2, top + (headHeight - iconSize) / 2, iconSize, iconSize);
      drawIcon(sheet, item.icon, where, on.accent);
    }
    const head = box(left + icon, top + 12, inner - reserved - icon, headHeight - 24);
    sheet.text([sheet.heading(item.heading, heads.size, on.text)], head, 'Heading', 'middle');
    const specs = sheet.paragraphs(item.text, texts.size, surface.text, surface.accent);
    sheet.text(specs, box(x + padding, top + headHeight + 24, inner, h - headHeight - 48), 'Text');
  });
  if (facing) exchange(sheet, body.x + body.w / 2, top + headHeight / 2);
  return true;
}

/** A disc with an arrowhead on each side. */
function exchange(sheet: Sheet, x: number, y: number): void {
  const { canvas } = sheet;
  canvas.circle(x, y, radius, tone('paper'), { name: 'Disc', stroke: { tone: tone('second'), width: 3 } });
  for (const side of [-1, 1]) {
    canvas.polygon(
      [
        [x + side * 5, y - 10],
        [x + side * 18, y],
        [x + side * 5, y + 10],
      ],
      tone('accent'),
      { name: 'Arrowhead' },
    );
  }
}
