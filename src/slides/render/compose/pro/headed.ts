/** Points as panels with their headings on color; two opposites face each other with an exchange symbol. */
import { box, tone } from '../../canvas/canvas';
import type { Role } from '../../deck/deck';
import { cells, gap, grid } from '../../deck/layout';
import { drawIcon } from '../icons';
import { type Item, largeSizes, type Sheet } from '../sheet';
import { haveNumbers, standOut } from '../signs';

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
  const { body, canvas, surface } = sheet;
  if (items.some((item) => !item.heading || item.text.length === 0)) return false;
  const count = items.length;
  const { w } = grid(body, count, count, between)[0]!;
  const padding = count > 2 ? 22 : 30;
  const inner = w - 2 * padding;
  const reserved = facing ? radius : 0;
  const icon = items.some((item) => item.icon) ? iconSize + 12 : 0;
  const larger = count > 2 ? 2 : 0;
  const room = { w: inner - reserved - icon, h: body.h * 0.3 };
  const heads = sheet.fit(items, headingSizes.slice(larger), room, ({ heading }, size) => [
    sheet.heading(heading, size, 'ink'),
  ]);
  if (!heads) return false;
  const headHeight = Math.max(facing ? 84 : 68, heads.tallest + 36);
  const below = { w: inner, h: body.h - headHeight - 48 };
  const texts = sheet.fit(items, largeSizes.slice(larger), below, ({ text }, size) =>
    sheet.paragraphs(text, size, 'ink', 'accent'),
  );
  if (!texts) return false;
  // Short texts get lower panels than the page would allow.
  const needed = headHeight + texts.tallest + (facing ? 96 : 60);
  const places = cells(body, count, needed, { between, least: body.h * least });
  sheet.each(items, (item, index) => {
    const fill = fills[index]!;
    const place = places[index]!;
    const { x, y: top, h } = place;
    const on = sheet.on(fill);
    canvas.rect(place, tone('pale'), { name: 'Panel' });
    canvas.rect({ ...place, h: headHeight }, tone(fill), { name: 'Head' });
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
  if (facing) exchange(sheet, body.x + body.w / 2, places[0]!.y + headHeight / 2);
  return true;
}

/** A disc with an arrowhead on each side. */
function exchange(sheet: Sheet, x: number, y: number): void {
  const { canvas } = sheet;
  canvas.circle(x, y, radius, tone('paper'), { name: 'Disc', stroke: { tone: tone('second'), width: 3 } });
  for (const side of [-1, 1]) {
    canvas.polygon([x + side * 5, y - 10, x + side * 18, y, x + side * 5, y + 10], tone('accent'), {
      name: 'Arrowhead',
    });
  }
}
