/** The sign of a point: its number in an ordered list, its icon, or a small motif; and which points are emphasized. */
import { box, inset, tone } from '../canvas/canvas';
import type { Box, Role } from '../deck/deck';
import type { Surface } from '../templates/template';
import { drawIcon } from './icons';
import { figure, type Item, type Sheet } from './sheet';

/** Whether any point has a number or an icon, for which all of them leave room. */
export const haveSigns = (items: readonly Item[]): boolean => haveNumbers(items) || items.some(({ icon }) => icon);

export const haveNumbers = (items: readonly Item[]): boolean => items.some(({ number }) => number !== undefined);

/** The points that their author emphasized. If that is all of them, none stands out. */
export function standOut(items: readonly Item[]): boolean[] {
  const all = items.every(({ marked }) => marked);
  return items.map(({ marked }) => !all && marked === true);
}

export const twoDigits = (number: number | string): string => String(number).padStart(2, '0');

/** A number as a badge, or an icon, of the height `size`. */
export function sign(sheet: Sheet, { number, icon }: Item, x: number, y: number, size: number, surface: Surface): void {
  if (number !== undefined) sheet.badge(twoDigits(number), x, y, size, surface);
  else if (icon) drawIcon(sheet, icon, box(x, y, size, size), surface.accent);
}

export const largeSign = { size: 52, height: 64 };

/** The same as large type or a large icon at the top of its place. */
export function drawLargeSign(sheet: Sheet, { number, icon }: Item, where: Box, role: Role): void {
  const { size, height } = largeSign;
  if (icon) drawIcon(sheet, icon, box(where.x - 4, where.y, size, size), role);
  if (number === undefined) return;
  sheet.ornament({ ...where, h: height }, figure(twoDigits(number), size, role, { leading: 1 }), 'Number', 'top');
}

/** Height of a short rule above a point, with the space below it. */
export const ruleHeight = 20;

/** A short rule above a point without a sign. Cards with a bar at their top have one already. */
export function rule(sheet: Sheet, x: number, y: number, role: Role): void {
  const { kind } = sheet.template.cards;
  if (kind === 'topbar' || kind === 'rule') return;
  sheet.canvas.rect(box(x, y + 2, 36, 4), tone(role), { name: 'Bar' });
}

/** A bullet in the shape of the template's badges, around its center. */
export function bullet(sheet: Sheet, x: number, y: number, role: Role): void {
  const radius = 4;
  if (sheet.template.badge === 'circle' || sheet.template.badge === 'ring') {
    sheet.canvas.circle(x, y, radius, tone(role), { name: 'Bullet' });
  } else sheet.canvas.rect(box(x - radius, y - radius, 2 * radius, 2 * radius), tone(role), { name: 'Bullet' });
}

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
