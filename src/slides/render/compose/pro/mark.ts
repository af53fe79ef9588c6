/** Numbers and icons on filled marks. */
import { box, inset, tone } from '../../canvas/canvas';
import type { Role } from '../../deck/deck';
import { drawIcon } from '../icons';
import { figure, type Item, type Sheet } from '../sheet';
import { twoDigits } from '../signs';

/** A mark around a center, in the shape of the template's badges, with the number or the icon of a point. */
export function mark(sheet: Sheet, x: number, y: number, radius: number, item: Item, fill: Role = 'accent'): void {
  const { canvas, template } = sheet;
  const where = box(x - radius, y - radius, 2 * radius, 2 * radius);
  const ring = template.badge === 'ring';
  if (template.badge === 'square') canvas.rect(where, tone(fill), { name: 'Mark' });
  else if (ring) canvas.ellipse(where, tone('paper'), { name: 'Mark', stroke: { tone: tone(fill), width: 2.5 } });
  else canvas.ellipse(where, tone(fill), { name: 'Mark' });
  const role = ring ? fill : sheet.on(fill).text;
  const { number, icon } = item;
  if (icon) drawIcon(sheet, icon, inset(where, radius * 0.4), role);
  if (number === undefined) return;
  sheet.ornament(where, figure(twoDigits(number), Math.round(radius * 0.85), role, { align: 'center' }));
}
