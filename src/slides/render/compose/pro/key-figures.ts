/** A chart with its key numbers in large type next to it. */
import { box, tone } from '../../canvas/canvas';
import { gap } from '../../deck/layout';
import type { ParagraphSpec } from '../../text/measure';
import { chart } from '../chart';
import type { ChartData } from '../chart-data';
import { type FixedWords, fixedWords } from '../fixed-words';
import { figure, plain, Sheet } from '../sheet';

const stripHeight = 104;

interface KeyFigure {
  value: string;
  label: string;
}

/** Returns whether chart and numbers fit. */
export function chartWithFigures(sheet: Sheet, data: ChartData, title: string): boolean {
  const { body, canvas, template, type, surface } = sheet;
  const all = keyFigures(data, fixedWords(type.language, type.tag));
  // Next to the chart, or below it if the body is narrow.
  const below = body.w < 740;
  const panel = below
    ? box(body.x, body.y + body.h - stripHeight, body.w, stripHeight)
    : box(body.x + body.w * 0.73, body.y, body.w * 0.27, body.h);
  const rest = below ? { ...body, h: body.h - stripHeight - gap } : { ...body, w: body.w - panel.w - 2 * gap };
  const beside = new Sheet(template, type, rest, surface, title);
  if (!chart(beside, data, title)) return false;
  const [w, h] = below ? [panel.w / all.length, panel.h] : [panel.w, panel.h / all.length];
  const inner = w - 48;
  const { onDeep } = template;
  const value = (text: string, size: number): ParagraphSpec => figure(text, size, onDeep.accent);
  const values = all.map((each) => each.value);
  const size = sheet.lineSize(values, [52, 48, 44, 40, 36, 32, 28, 24], inner * 0.95, value);
  if (!size) return false;
  const specs = ({ value: text, label }: KeyFigure): ParagraphSpec[] => [
    value(text, size),
    plain(label, 15, onDeep.text, { before: 4 }),
  ];
  if (all.some((each) => type.measure(specs(each), inner).height > h - 20)) return false;
  canvas.shapes.push(...beside.canvas.shapes);
  sheet.panel(panel, 'deep');
  all.forEach((each, index) => {
    const [x, y] = below ? [panel.x + index * w, panel.y] : [panel.x, panel.y + index * h];
    if (index > 0) {
      const to: [number, number] = below ? [x, y + h - 20] : [x + w - 24, y];
      canvas.line(below ? x : x + 24, below ? y + 20 : y, ...to, tone(onDeep.line), 1);
    }
    sheet.text(specs(each), box(x + 24, y + 8, inner, h - 16), 'Key figure', 'middle');
  });
  return true;
}

/** Numbers of the chart as the author wrote them; nothing is calculated. */
function keyFigures({ kind, categories, series, written }: ChartData, words: FixedWords): KeyFigure[] {
  const { highest, lowest, latest, start } = words;
  const at = (line: number, index: number, word: string): KeyFigure => ({
    value: written[line]![index]!,
    label: `${word} · ${categories[index]!}`,
  });
  const last = categories.length - 1;
  if (series.length > 1) return series.map(({ name }, line) => at(line, last, name));
  const { values } = series[0]!;
  const most = values.indexOf(Math.max(...values));
  const least = values.indexOf(Math.min(...values));
  if (kind === 'bar' || kind === 'doughnut') return [at(0, most, highest), at(0, least, lowest)];
  return [at(0, last, latest), at(0, 0, start), ...(most === last || most === 0 ? [] : [at(0, most, highest)])];
}
