/** Numbers over time: columns, grouped columns or a line. With a single series, the last number is highlighted; of names, the highest. */
import { box, type Canvas, tone } from '../canvas/canvas';
import type { Role } from '../deck/deck';
import type { ParagraphSpec } from '../text/measure';
import { type ChartData, isTime } from './chart-data';
import {
  type ChartLook,
  type ChartPainter,
  chartSizes,
  inksOf,
  legend,
  levelOf,
  lineThrough,
  seriesFills,
} from './chart-look';
import { plain, type Sheet } from './sheet';

const labelHeight = 34;
const legendHeight = 34;
/** Lines of a grid that show where the columns of a blank chart will be. */
const BLANK_LINES = 4;

export const columns: ChartPainter = (sheet, canvas, data, where) => {
  const { surface, type } = sheet;
  const count = data.categories.length;
  const grouped = data.series.length > 1;
  const top = grouped ? legendHeight : 0;
  const plot = box(where.x, where.y + top, where.w, where.h - labelHeight - top);
  const slot = plot.w / count;
  const bar = grouped ? (slot * 0.78) / data.series.length : Math.min(slot * 0.56, 92);
  const oneLine = (texts: string[], room: number, bold: boolean): number | undefined =>
    chartSizes.find((size) => texts.every((text) => type.lineWidth(text, { font: 'body', size, bold }) <= room * 0.94));
  const labelSize = oneLine(data.categories, slot - 6, false);
  const valueSize = oneLine(data.written.flat(), grouped ? bar : slot - 6, true);
  if (!labelSize || !valueSize) return undefined;
  const all = data.series.flatMap((each) => each.values);
  const [low, high] = data.blank ? [0, 1] : [Math.min(...all), Math.max(...all)];
  const head = valueSize * 1.3 + 12;
  const { min, max } = scaleOf(data.kind === 'line', low, high, head / plot.h);
  const look: ChartLook = {
    plot,
    min,
    max,
    gap: Math.round((slot / (bar * data.series.length) - 1) * 100),
    colours: data.series.map((_, index) => {
      const fill = grouped ? seriesFills[index]! : data.kind === 'line' ? 'accent' : 'line';
      return { fill, text: grouped ? surface.text : sheet.readableOn(fill) };
    }),
    ...(grouped
      ? { legend: { box: box(where.x, where.y, where.w, legendHeight - 8), size: 14 } }
      : data.blank
        ? {}
        : { highlight: data.categories.every(isTime) ? count - 1 : all.indexOf(high) }),
    ...inksOf(surface),
    labelSize,
    valueSize,
  };
  if (grouped && !legend(sheet, canvas, data, look)) return undefined;
  axis(sheet, canvas, data, look, slot);
  if (data.kind === 'line') line(sheet, canvas, data, look, slot);
  else if (!data.blank) data.series.forEach((_, index) => void series(sheet, canvas, data, look, { index, slot, bar }));
  return look;
};

/** The limits of the value axis. @param room for a number above or below a column, as a share of the height */
function scaleOf(isLine: boolean, low: number, high: number, room: number): { min: number; max: number } {
  // Columns always start at zero. A line far from zero shows its changes better with a higher minimum.
  if (isLine && low > high * 0.6) {
    const min = low - (high - low) * 0.8 - high * 0.01;
    return { min, max: min + (high - min) / (1 - room) };
  }
  const [bottom, top] = [Math.min(0, low), Math.max(0, high)];
  const below = low < 0 ? room : 0;
  const above = high > 0 ? room : 0;
  const height = (top - bottom) / (1 - below - above);
  return { min: bottom - below * height, max: top + above * height };
}

function axis({ surface }: Sheet, canvas: Canvas, data: ChartData, look: ChartLook, slot: number): void {
  const { plot, labelSize: size } = look;
  const floor = plot.y + plot.h;
  const zero = look.min < 0 ? levelOf(look, 0) : floor;
  canvas.line(plot.x, zero, plot.x + plot.w, zero, tone(surface.line), 1, { name: 'Axis' });
  const empty = data.blank ? BLANK_LINES : 0;
  for (let at = 1; at <= empty; at += 1) {
    const y = floor - (at / empty) * plot.h;
    canvas.line(plot.x, y, plot.x + plot.w, y, tone(surface.line), 1, { name: 'Grid' });
  }
  data.categories.forEach((text, index) => {
    const label = plain(text, size, surface.text, { align: 'center', leading: 1.3 });
    canvas.text(box(plot.x + index * slot, floor + 6, slot, labelHeight - 6), label, { name: 'Label' });
  });
}

const value = (text: string, size: number, role: Role): ParagraphSpec =>
  plain(text, size, role, { bold: true, align: 'center', leading: 1.2 });

function series(
  sheet: Sheet,
  canvas: Canvas,
  data: ChartData,
  look: ChartLook,
  place: { index: number; slot: number; bar: number },
): void {
  const { plot, valueSize, highlight } = look;
  const { index, slot, bar } = place;
  const grouped = data.series.length > 1;
  data.series[index]!.values.forEach((number, at) => {
    const zero = levelOf(look, 0);
    const end = levelOf(look, number);
    const h = Math.abs(zero - end);
    const x = plot.x + at * slot + (slot - bar * data.series.length) / 2 + index * bar;
    const y = Math.min(zero, end);
    const best = at === highlight;
    const role: Role = best ? 'accent' : look.colours[index]!.fill;
    if (h > 0) canvas.rect(box(x, y, bar, h), tone(role), { name: 'Column' });
    const room = grouped ? bar : slot - 6;
    const height = valueSize * 1.2 + 2;
    canvas.text(
      box(x + bar / 2 - room / 2, number < 0 ? y + h + 4 : y - height - 4, room, height),
      value(data.written[index]![at]!, valueSize, best ? sheet.surface.accent : sheet.surface.text),
      { name: 'Value', anchor: number < 0 ? 'top' : 'bottom' },
    );
  });
}

function line(sheet: Sheet, canvas: Canvas, data: ChartData, look: ChartLook, slot: number): void {
  const { plot, valueSize, highlight } = look;
  const { values } = data.series[0]!;
  lineThrough(canvas, look, values, 'accent');
  values.forEach((number, index) => {
    const [x, y] = [plot.x + (index + 0.5) * slot, levelOf(look, number)];
    const best = index === highlight;
    const fill = tone(best ? 'accent' : 'paper');
    canvas.circle(x, y, 5, fill, { name: 'Point', stroke: { tone: tone('accent'), width: 2 } });
    const height = valueSize * 1.2 + 2;
    canvas.text(
      box(x - slot / 2 + 3, y - height - 9, slot - 6, height),
      value(data.written[0]![index]!, valueSize, best ? sheet.surface.accent : sheet.surface.text),
      { name: 'Value', anchor: 'bottom' },
    );
  });
}
