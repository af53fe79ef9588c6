/** Two points facing each other: colored heads, texts below, an exchange symbol between them. */
import { box, tone } from '../../canvas/canvas';
import { fitTogether } from '../../text/fit';
import { type Item, largeSizes, type Sheet } from '../sheet';
import { surfaceOn } from './mark';

const between = 36;
const radius = 30;
const headingSizes = [28, 26, 24, 22, 20, 18, 17] as const;

/** Returns whether the points fit. */
export function compare(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas, surface, type } = sheet;
  if (items.length !== 2 || items.some((item) => !item.heading || item.text.length === 0)) return false;
  const w = (body.w - between) / 2;
  const inner = w - 2 * 30;
  const heads = fitTogether(
    type,
    headingSizes,
    items.map((item) => ({
      w: inner - radius,
      h: body.h * 0.3,
      text: (size: number) => [sheet.heading(item.heading, size, 'ink')],
    })),
  );
  const headHeight = Math.max(84, ...heads.measured.map((each) => each.height + 36));
  const textHeight = body.h - headHeight - 48;
  const texts = fitTogether(
    type,
    largeSizes,
    items.map((item) => ({
      w: inner,
      h: textHeight,
      text: (size: number) => sheet.paragraphs(item.text, size, 'ink', 'accent'),
    })),
  );
  if (!heads.fits || !texts.fits) return false;
  // Short texts get lower panels than the page would allow.
  const tallest = Math.max(...texts.measured.map((each) => each.height));
  const h = Math.min(body.h, Math.max(headHeight + tallest + 96, body.h * 0.68));
  const top = body.y + (body.h - h) * 0.4;
  sheet.each(items, (item, index) => {
    const fill = index === 0 ? 'deep' : 'accent';
    const x = body.x + index * (w + between);
    const on = surfaceOn(sheet, fill);
    canvas.rect(box(x, top, w, h), tone('pale'), { name: 'Panel' });
    canvas.rect(box(x, top, w, headHeight), tone(fill), { name: 'Head' });
    canvas.rect(box(x, top + h - 6, w, 6), tone(fill), { name: 'Foot' });
    const left = x + 30 + (index === 0 ? 0 : radius);
    const head = box(left, top + 12, inner - radius, headHeight - 24);
    sheet.text([sheet.heading(item.heading, heads.size, on.text)], head, 'Heading', 'middle');
    const specs = sheet.paragraphs(item.text, texts.size, surface.text, surface.accent);
    sheet.text(specs, box(x + 30, top + headHeight + 24, inner, h - headHeight - 48), 'Text');
  });
  exchange(sheet, body.x + body.w / 2, top + headHeight / 2);
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
