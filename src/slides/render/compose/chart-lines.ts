/** Lines over many times, or several lines: a value axis with a grid, and the last number of each line. */
import { box, type Canvas, tone } from '../canvas/canvas';
import type { Role } from '../deck/deck';
import type { ChartData } from './chart-data';
import { type ChartLook, type ChartPainter, inksOf, legend, levelOf, lineThrough, seriesFills } from './chart-look';
import { plain, type Sheet } from './sheet';

const LABEL_HEIGHT = 34;
const LEGEND_HEIGHT = 34;
const LABEL_SIZE = 14;
const VALUE_SIZE = 15;
/** Points between two labels of the same axis. */
const APART = 14;
const GRID_LINES = 4;
/** A line that never reaches this share of the highest number would be flat on the axis. */
const LEAST_SHARE = 0.02;

export const lines: ChartPainter = (sheet, canvas, data, where) => {
  const { surface, type } = sheet;
  const several = data.series.length > 1;
  const all = data.series.flatMap((each) => each.values);
  const highest = Math.max(...all.map(Math.abs));
  const isFlat = data.series.some(({ values }) => Math.max(...values.map(Math.abs)) < highest * LEAST_SHARE);
  if (isFlat) return undefined;
  const scale = niceScale(Math.min(...all), Math.max(...all));
  const ticks = ticksOf(data, scale);
  const widthOf = (text: string, size: number, bold = false): number =>
    type.lineWidth(text, { font: 'body', size, bold });
  const left = Math.max(...ticks.map((each) => widthOf(each.text, LABEL_SIZE))) * 1.06 + 12;
  const right = Math.max(...data.written.map((each) => widthOf(each.at(-1)!, VALUE_SIZE, true))) * 1.06 + 14;
  const top = several ? LEGEND_HEIGHT : 0;
  const plot = box(where.x + left, where.y + top + 8, where.w - left - right, where.h - top - 8 - LABEL_HEIGHT);
  const slot = plot.w / data.categories.length;
  const widest = Math.max(...data.categories.map((each) => widthOf(each, LABEL_SIZE))) * 1.06;
  const every = Math.max(1, Math.ceil((widest + APART) / slot));
  if (plot.w < where.w / 2 || every * 2 > data.categories.length) return undefined;
  const look: ChartLook = {
    plot,
    min: scale.min,
    max: scale.max,
    gap: 0,
    colours: data.series.map((_, index) => ({ fill: several ? seriesFills[index]! : 'accent', text: surface.text })),
    ...(several ? { legend: { box: box(where.x, where.y, where.w, LEGEND_HEIGHT - 8), size: LABEL_SIZE } } : {}),
    grid: { step: scale.step, every, numbered: numberedOf(data, plot, scale) },
    ...inksOf(surface),
    labelSize: LABEL_SIZE,
    valueSize: VALUE_SIZE,
  };
  if (several && !legend(sheet, canvas, data, look)) return undefined;
  grid(sheet, canvas, look, ticks, left);
  data.categories.forEach((text, index) => {
    if (index % every !== 0) return;
    const x = plot.x + (index + 0.5) * slot;
    const half = (widest + APART) / 2;
    const room = box(Math.max(where.x, x - half), plot.y + plot.h + 10, half * 2, LABEL_HEIGHT - 10);
    const label = plain(text, LABEL_SIZE, surface.text, { align: 'center', leading: 1.3 });
    canvas.text(room, label, { name: 'Label' });
  });
  drawLines(sheet, canvas, data, look, slot, right);
  return look;
};

/** Two lines that end at the same height have room for one number. The notes of the slide have all numbers. */
function numberedOf({ series }: ChartData, { h }: { h: number }, { min, max }: Scale): boolean[] {
  const taken: number[] = [];
  return series.map(({ values }) => {
    const y = (h * values.at(-1)!) / (max - min);
    const isFree = taken.every((each) => Math.abs(each - y) >= VALUE_SIZE * 1.3);
    if (isFree) taken.push(y);
    return isFree;
  });
}

interface Scale {
  min: number;
  max: number;
  step: number;
}

/** Limits that are multiples of 1, 2, 2.5 or 5 times a power of ten. A line far from zero does not start there. */
export function niceScale(low: number, high: number): Scale {
  const from = low >= 0 && low <= high * 0.6 ? 0 : low;
  const spread = high - from || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(spread / GRID_LINES));
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * power * GRID_LINES >= spread)!;
  const step = Number((factor * power).toPrecision(12));
  const min = Math.floor(from / step) * step;
  const max = Math.ceil(high / step) * step;
  return { min, max: max > min ? max : min + step, step };
}

interface Tick {
  value: number;
  text: string;
}

function ticksOf({ form, written }: ChartData, { min, max, step }: Scale): Tick[] {
  const places = /\.(\d+)$/.exec(String(Number(step.toPrecision(6))))?.[1]?.length ?? 0;
  const comma = written.flat().some((each) => /\d,\d{1,2}(?:\D|$)/.test(each));
  const count = Math.round((max - min) / step);
  return Array.from({ length: count + 1 }, (_, at) => {
    const value = min + at * step;
    const number = Math.abs(value).toLocaleString(comma ? 'de-DE' : 'en-US', {
      minimumFractionDigits: places,
      maximumFractionDigits: places,
    });
    return { value, text: `${value < 0 ? '−' : ''}${form.prefix}${number}${form.unit}` };
  });
}

function grid(sheet: Sheet, canvas: Canvas, look: ChartLook, ticks: readonly Tick[], left: number): void {
  const { surface } = sheet;
  const { plot } = look;
  for (const { value, text } of ticks) {
    const y = levelOf(look, value);
    canvas.line(plot.x, y, plot.x + plot.w, y, tone(surface.line), 1, { name: 'Grid' });
    const tick = plain(text, LABEL_SIZE, surface.quiet, { align: 'right', leading: 1.3 });
    canvas.text(box(plot.x - left, y - 10, left - 8, 20), tick, { name: 'Tick', anchor: 'middle' });
  }
}

function drawLines(sheet: Sheet, canvas: Canvas, data: ChartData, look: ChartLook, slot: number, right: number): void {
  const { plot } = look;
  data.series.forEach(({ values }, index) => {
    const role: Role = look.colours[index]!.fill;
    lineThrough(canvas, look, values, role);
    const y = levelOf(look, values.at(-1)!);
    canvas.circle(plot.x + plot.w - slot / 2, y, 5, tone(role), { name: 'Point' });
    if (!look.grid!.numbered[index]) return;
    const room = box(plot.x + plot.w - slot / 2 + 8, y - 11, right + slot / 2 - 8, 22);
    const value = plain(data.written[index]!.at(-1)!, VALUE_SIZE, sheet.surface.text, { bold: true, leading: 1.3 });
    canvas.text(room, value, { name: 'Value', anchor: 'middle' });
  });
}
