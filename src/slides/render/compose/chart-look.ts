/** What charts of all kinds share: sizes, colors, the legend, and where a value is. */
import { box, type Canvas, tone } from '../canvas/canvas';
import type { Box, ChartShape, PathStep, Role } from '../deck/deck';
import { sum } from '../deck/layout';
import type { Surface } from '../templates/template';
import type { ChartData } from './chart-data';
import { plain, type Sheet } from './sheet';

export type ChartLook = ChartShape['look'];

/** Draws a kind of chart; returns its layout, or undefined if it does not fit. */
export type ChartPainter = (sheet: Sheet, canvas: Canvas, data: ChartData, where: Box) => ChartLook | undefined;

export const chartSizes = [20, 18, 17, 16, 15, 14] as const;
export const seriesFills: Role[] = ['accent', 'second', 'third', 'muted'];

export const inksOf = ({ text, accent, line }: Surface): Pick<ChartLook, 'text' | 'accent' | 'line'> => ({
  text,
  accent,
  line,
});

/** The height of a value on the slide; zero is on the axis. */
export const levelOf = ({ plot, min, max }: ChartLook, value: number): number =>
  plot.y + (plot.h * (max - value)) / (max - min);

/** A line through the values of a series, each in the middle of its category. */
export function lineThrough(canvas: Canvas, look: ChartLook, values: readonly number[], role: Role): void {
  const slot = look.plot.w / values.length;
  const steps = values.map((value, at): PathStep => {
    return { go: at === 0 ? 'M' : 'L', x: look.plot.x + (at + 0.5) * slot, y: levelOf(look, value) };
  });
  canvas.path(steps, undefined, { name: 'Line', stroke: { tone: tone(role), width: 3 } });
}

/** A centered one-line legend above the chart; returns whether it fits. */
export function legend(sheet: Sheet, canvas: Canvas, data: ChartData, look: ChartLook): boolean {
  const { surface, type } = sheet;
  const { box: where, size } = look.legend!;
  const widths = data.series.map(({ name }) => type.lineWidth(name, { font: 'body', size }) * 1.06 + 22);
  const total = sum(widths) + 28 * (widths.length - 1);
  if (total > where.w || data.series.some((each) => !each.name)) return false;
  let x = where.x + (where.w - total) / 2;
  data.series.forEach(({ name }, index) => {
    canvas.rect(box(x, where.y + where.h / 2 - 6, 12, 12), tone(look.colours[index]!.fill), { name: 'Key' });
    const room = box(x + 20, where.y, widths[index]! - 20, where.h);
    canvas.text(room, plain(name, size, surface.text), { name: 'Legend', anchor: 'middle' });
    x += widths[index]! + 28;
  });
  return true;
}
