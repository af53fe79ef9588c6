/** A chart on a sheet: caption, the chart itself, and its numbers as text. */
import { box, Canvas } from '../canvas/canvas';
import type { ChartKind } from '../deck/deck';
import { bars } from './chart-bars';
import { columns } from './chart-columns';
import type { ChartData } from './chart-data';
import { lines } from './chart-lines';
import type { ChartPainter } from './chart-look';
import { ring } from './chart-ring';
import { plain, type Sheet } from './sheet';

/** A line with a number at each point if they have room. */
const line: ChartPainter = (sheet, canvas, data, where) =>
  (data.series.length === 1 && data.categories.length <= FULLY_LABELED && columns(sheet, canvas, data, where)) ||
  lines(sheet, canvas, data, where);

const painters: Record<ChartKind, ChartPainter> = { bar: bars, column: columns, line, doughnut: ring };

const captionHeight = 32;
/** Points of a line that can each have their number. */
const FULLY_LABELED = 14;

/** Returns whether the chart fits. */
export function chart(sheet: Sheet, data: ChartData, title: string): boolean {
  const { body, canvas, surface } = sheet;
  const caption = [data.axis, ...(data.series.length === 1 ? [data.series[0]!.name] : [])].filter(Boolean).join(' · ');
  const top = caption ? captionHeight : 0;
  const where = box(body.x, body.y + top, body.w, body.h - top);
  // Drawn on a separate canvas first, so that nothing remains on the sheet if it does not fit.
  const apart = new Canvas(sheet.type, canvas.slide);
  const look = painters[data.kind](sheet, apart, data, where);
  if (!look || apart.overflow.length > 0) return false;
  if (caption) {
    const room = { ...body, h: captionHeight };
    canvas.text(room, plain(caption, 14, surface.quiet), { name: 'Caption' });
  }
  const { kind, axis, categories, form, blank } = data;
  const series = data.series.map((each) => ({ ...each, name: each.name || title }));
  canvas.shapes.push({
    kind: 'chart',
    name: 'Chart',
    alt: inWords(data, title, sheet.type.language),
    box: where,
    data: { kind, axis, categories, series, form, ...(blank ? { blank } : {}) },
    look,
    drawn: apart.shapes.filter((shape) => shape.kind !== 'table' && shape.kind !== 'chart' && shape.kind !== 'picture'),
  });
  return true;
}

const words = {
  en: {
    bar: 'Bar chart',
    column: 'Column chart',
    line: 'Line chart',
    doughnut: 'Ring chart',
    colon: ': ',
    comma: ', ',
  },
  zh: { bar: '条形图', column: '柱形图', line: '折线图', doughnut: '环形图', colon: '：', comma: '，' },
};

function inWords(data: ChartData, title: string, language: 'en' | 'zh'): string {
  const { colon, comma, ...kinds } = words[language];
  const lists = data.series.map(({ name }, index) => {
    const values = data.categories.map((category, at) => `${category} ${data.written[index]![at]}`.trim()).join(comma);
    return data.series.length > 1 && name ? `${name}${colon}${values}` : values;
  });
  return `${kinds[data.kind]}${colon}${title}${language === 'zh' ? '。' : '. '}${lists.join(language === 'zh' ? '；' : '; ')}`;
}
