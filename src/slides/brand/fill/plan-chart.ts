/** Charts: laid out by the charts of our own templates, in the colors and fonts of the file's theme. */
import { chart } from '../../render/compose/chart';
import type { ChartData } from '../../render/compose/chart-data';
import { Sheet } from '../../render/compose/sheet';
import type { Box } from '../../render/deck/deck';
import type { Template } from '../../render/templates/template';
import { Typesetter } from '../../render/text/measure';
import type { Placeholder } from '../placeholders';
import type { Ruler } from '../ruler';
import type { Caption, PlannedChart } from './planned-slide';

/** A lower chart is unreadable. */
const LEAST_HEIGHT = 150;

/** Undefined if the chart does not fit. */
export function planChart(
  ruler: Ruler,
  template: Template,
  holder: Placeholder,
  box: Box,
  data: ChartData,
  title: string,
): { graphic: PlannedChart; captions: Caption[] } | undefined {
  if (box.h < LEAST_HEIGHT) return undefined;
  const type = new Typesetter(template.fonts, ruler.language);
  const sheet = new Sheet(template, type, box, template.page.surface, title);
  if (!chart(sheet, data, title)) return undefined;
  const shape = sheet.canvas.shapes.find((each) => each.kind === 'chart');
  if (!shape) return undefined;
  const captions = sheet.canvas.shapes.flatMap((each) =>
    each.kind === 'text' ? [{ text: each.paragraphs.map((line) => line.text).join(' '), box: each.box }] : [],
  );
  return { graphic: { kind: 'chart', holder, shape }, captions };
}
