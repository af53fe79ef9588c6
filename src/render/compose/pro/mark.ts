/** Numbers on filled marks, and fills with readable text colors. */
import { box, tone } from '../../canvas/canvas';
import type { Role } from '../../deck/deck';
import type { Surface } from '../../templates/template';
import { readableOn } from '../chart-ring';
import type { Sheet } from '../sheet';

/** A mark around a center, in the shape of the template's badges. */
export function mark(sheet: Sheet, x: number, y: number, radius: number, label: string, fill: Role = 'accent'): void {
  const { canvas, template } = sheet;
  const where = box(x - radius, y - radius, 2 * radius, 2 * radius);
  const ring = template.badge === 'ring';
  if (template.badge === 'square') canvas.rect(where, tone(fill), { name: 'Mark' });
  else if (ring) canvas.ellipse(where, tone('paper'), { name: 'Mark', stroke: { tone: tone(fill), width: 2.5 } });
  else canvas.ellipse(where, tone(fill), { name: 'Mark' });
  canvas.text(
    where,
    {
      text: label,
      font: 'figure',
      size: Math.round(radius * 0.85),
      bold: true,
      tone: tone(ring ? fill : surfaceOn(sheet, fill).text),
      align: 'center',
      leading: 1.1,
    },
    { name: 'Number', part: 'ornament', anchor: 'middle' },
  );
}

export function surfaceOn(sheet: Sheet, fill: Role): Surface {
  const { template, surface } = sheet;
  if (fill === 'deep') return template.onDeep;
  if (fill === 'pale' || fill === 'paper' || fill === 'mist') return surface;
  const role = fill === 'accent' ? template.onAccent : readableOn(sheet, fill);
  return { text: role, quiet: role, accent: role, line: role };
}
