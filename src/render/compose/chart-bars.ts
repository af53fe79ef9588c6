/** Names with bars next to them; the longest bar is highlighted. */
import { box, tone } from '../canvas/canvas';
import { fitTogether } from '../text/fit';
import { type ParagraphSpec, widestLine } from '../text/measure';
import type { ChartPainter } from './chart';

const valueSize = 18;
const thickest = 52;
const distance = 14;

export const bars: ChartPainter = (sheet, canvas, data, where) => {
  const { surface, type } = sheet;
  const values = data.series[0]!.values;
  const written = data.written[0]!;
  const slot = Math.min(where.h / values.length, 104);
  const label = (text: string, size: number): ParagraphSpec => ({
    text,
    font: 'body',
    size,
    bold: true,
    tone: tone(surface.text),
    align: 'right',
    leading: 1.2,
  });
  const widest = where.w * 0.32;
  const fit = fitTogether(
    type,
    [20, 18, 17, 16, 15, 14],
    data.categories.map((text) => ({ w: widest, h: slot - 8, text: (size: number) => [label(text, size)] })),
  );
  if (!fit.fits) return undefined;
  const labelWidth = Math.min(widest, Math.max(...fit.measured.map(widestLine)) * 1.06 + 2);
  const h = slot * values.length;
  const plot = box(where.x + labelWidth + distance, where.y + (where.h - h) * 0.4, where.w - labelWidth - distance, h);
  const number = (text: string): ParagraphSpec => ({
    text,
    font: 'body',
    size: valueSize,
    bold: true,
    tone: tone('ink'),
  });
  const valueWidth = Math.max(...written.map((text) => type.lineWidth(text, number(text)))) * 1.1 + 4;
  const highest = Math.max(...values);
  // The axis extends beyond the longest bar, so that its number fits inside the chart area.
  const max = (highest * plot.w) / (plot.w - valueWidth - distance);
  const thickness = Math.min(slot * 0.58, thickest);
  const best = values.indexOf(highest);
  data.categories.forEach((text, index) => {
    const y = plot.y + index * slot;
    const room = box(where.x, y, labelWidth, slot);
    canvas.text(room, label(text, fit.size), { name: 'Label', anchor: 'middle' });
    const length = Math.max(1, (plot.w * values[index]!) / max);
    const fill = tone(index === best ? 'accent' : 'line');
    canvas.rect(box(plot.x, y + (slot - thickness) / 2, length, thickness), fill, { name: 'Bar' });
    const ink = tone(index === best ? surface.accent : surface.text);
    canvas.text(
      box(plot.x + length + 8, y, valueWidth + distance - 8, slot),
      { ...number(written[index]!), tone: ink },
      { name: 'Value', anchor: 'middle' },
    );
  });
  return {
    plot,
    min: 0,
    max,
    gap: Math.round((slot / thickness - 1) * 100),
    colours: [{ fill: 'line', text: surface.text }],
    highlight: best,
    text: surface.text,
    accent: surface.accent,
    line: surface.line,
    labelSize: fit.size,
    valueSize,
  };
};
