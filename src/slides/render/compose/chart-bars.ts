/** Names with bars next to them; the longest bar is highlighted. */
import { box, tone } from '../canvas/canvas';
import type { Role } from '../deck/deck';
import { band } from '../deck/layout';
import { type ParagraphSpec, widestLine } from '../text/measure';
import { type ChartPainter, chartSizes, inksOf } from './chart-look';
import { plain } from './sheet';

const valueSize = 18;
const thickest = 52;
const distance = 14;

export const bars: ChartPainter = (sheet, canvas, data, where) => {
  const { surface, type } = sheet;
  const values = data.series[0]!.values;
  const written = data.written[0]!;
  const slot = Math.min(where.h / values.length, 104);
  const label = (text: string, size: number): ParagraphSpec =>
    plain(text, size, surface.text, { bold: true, align: 'right', leading: 1.2 });
  const widest = where.w * 0.32;
  const room = { w: widest, h: slot - 8 };
  const fit = sheet.fit(data.categories, chartSizes, room, (text, size) => [label(text, size)]);
  if (!fit) return undefined;
  const labelWidth = Math.min(widest, Math.max(...fit.measured.map(widestLine)) * 1.06 + 2);
  const h = slot * values.length;
  const left = labelWidth + distance;
  const plot = { ...band(where, h), x: where.x + left, w: where.w - left };
  const number = (text: string, role: Role = 'ink') => plain(text, valueSize, role, { bold: true });
  const valueWidth = Math.max(...written.map((text) => type.lineWidth(text, number(text)))) * 1.1 + 4;
  const highest = Math.max(...values);
  // The axis extends beyond the longest bar, so that its number fits inside the chart area.
  const max = (highest * plot.w) / (plot.w - valueWidth - distance);
  const thickness = Math.min(slot * 0.58, thickest);
  const best = values.indexOf(highest);
  data.categories.forEach((text, index) => {
    const y = plot.y + index * slot;
    canvas.text(box(where.x, y, labelWidth, slot), label(text, fit.size), { name: 'Label', anchor: 'middle' });
    const length = Math.max(1, (plot.w * values[index]!) / max);
    const fill = tone(index === best ? 'accent' : 'line');
    canvas.rect(box(plot.x, y + (slot - thickness) / 2, length, thickness), fill, { name: 'Bar' });
    const value = number(written[index]!, index === best ? surface.accent : surface.text);
    const beyond = box(plot.x + length + 8, y, valueWidth + distance - 8, slot);
    canvas.text(beyond, value, { name: 'Value', anchor: 'middle' });
  });
  return {
    plot,
    min: 0,
    max,
    gap: Math.round((slot / thickness - 1) * 100),
    colours: [{ fill: 'line', text: surface.text }],
    highlight: best,
    ...inksOf(surface),
    labelSize: fit.size,
    valueSize,
  };
};
