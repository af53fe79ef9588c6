/** Shares of a whole as a ring, with its legend on the right. */
import { box, type Canvas, tone } from '../canvas/canvas';
import { type PathStep, type Role, ringHole } from '../deck/deck';
import { band, sum } from '../deck/layout';
import { type ParagraphSpec, widestLine } from '../text/measure';
import { type ChartPainter, chartSizes, inksOf } from './chart-look';
import { plain } from './sheet';

const roles: Role[] = ['accent', 'second', 'third', 'muted', 'line', 'pale'];
const keySize = 14;

export const ring: ChartPainter = (sheet, canvas, data, where) => {
  const { surface } = sheet;
  const values = data.series[0]!.values;
  const size = Math.min(where.h, where.w * 0.5);
  const plot = box(where.x + where.w * 0.04, band(where, size).y, size, size);
  const x = plot.x + size + where.w * 0.08;
  const slot = Math.min(size / values.length, 64);
  const room = where.x + where.w - x;
  const label = (text: string, points: number): ParagraphSpec => plain(text, points, surface.text, { leading: 1.2 });
  const left = keySize + 12;
  const inner = { w: room - left, h: slot - 6 };
  const fit = sheet.fit(data.categories, chartSizes, inner, (text, points) => [label(text, points)]);
  if (!fit) return undefined;
  // No wider than its names: some viewers split a wide legend into two columns.
  const widest = Math.max(...fit.measured.map(widestLine)) * 1.1 + left;
  const h = slot * values.length;
  const legend = box(x, plot.y + (size - h) / 2, Math.min(room, widest), h);
  const total = sum(values);
  const valueSize = 16;
  let from = 0;
  const colours = roles.slice(0, values.length).map((fill) => ({ fill, text: sheet.on(fill).text }));
  values.forEach((each, index) => {
    const to = from + each / total;
    slice(canvas, plot.x + size / 2, plot.y + size / 2, size / 2, from, to, colours[index]!.fill);
    from = to;
  });
  from = 0;
  values.forEach((each, index) => {
    const middle = (from + each / total / 2) * 2 * Math.PI;
    from += each / total;
    const reach = (size / 2) * ((1 + ringHole) / 2);
    const [cx, cy] = [plot.x + size / 2 + reach * Math.sin(middle), plot.y + size / 2 - reach * Math.cos(middle)];
    const look = { bold: true, align: 'center', leading: 1.2 } as const;
    const number = plain(data.written[0]![index]!, valueSize, colours[index]!.text, look);
    canvas.text(box(cx - 36, cy - 11, 72, 22), number, { name: 'Value', anchor: 'middle' });
    const y = legend.y + index * slot;
    canvas.rect(box(legend.x, y + (slot - keySize) / 2, keySize, keySize), tone(colours[index]!.fill), { name: 'Key' });
    canvas.text(box(legend.x + left, y, room - left, slot), label(data.categories[index]!, fit.size), {
      name: 'Legend',
      anchor: 'middle',
    });
  });
  return {
    plot,
    legend: { box: legend, size: fit.size },
    min: 0,
    max: total,
    gap: 0,
    colours,
    ...inksOf(surface),
    labelSize: fit.size,
    valueSize,
  };
};

/** A slice of the ring, in fractions of a full turn, clockwise from the top. */
function slice(canvas: Canvas, x: number, y: number, radius: number, from: number, to: number, role: Role): void {
  const at = (turn: number, r: number): { x: number; y: number } => ({
    x: x + r * Math.sin(turn * 2 * Math.PI),
    y: y - r * Math.cos(turn * 2 * Math.PI),
  });
  const steps: PathStep[] = [{ go: 'M', ...at(from, radius) }];
  const arc = (start: number, end: number, r: number): void => {
    const parts = Math.max(1, Math.ceil(Math.abs(end - start) * 8));
    const step = (end - start) / parts;
    const pull = (4 / 3) * Math.tan((step * 2 * Math.PI) / 4) * r;
    for (let index = 0; index < parts; index += 1) {
      const [a, b] = [start + index * step, start + (index + 1) * step];
      const [p, q] = [at(a, r), at(b, r)];
      const [ta, tb] = [a * 2 * Math.PI, b * 2 * Math.PI];
      steps.push({
        go: 'C',
        x1: p.x + pull * Math.cos(ta),
        y1: p.y + pull * Math.sin(ta),
        x2: q.x - pull * Math.cos(tb),
        y2: q.y - pull * Math.sin(tb),
        ...q,
      });
    }
  };
  arc(from, to, radius);
  steps.push({ go: 'L', ...at(to, radius * ringHole) });
  arc(to, from, radius * ringHole);
  steps.push({ go: 'Z' });
  canvas.path(steps, tone(role), { name: 'Slice', stroke: { tone: tone('paper'), width: 2 } });
}
