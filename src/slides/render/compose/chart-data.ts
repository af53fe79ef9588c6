/** Finds visually comparable numbers in a table or in points, and a suitable kind of chart. */

import { isBlank, isBlankFigure } from '../../../outline/prompts';
import type { ChartKind, ChartSeries, NumberForm } from '../deck/deck';
import type { Item } from './sheet';
import type { TableData } from './table';
import { monthName } from './timeline';

export interface ChartData {
  kind: ChartKind;
  axis: string;
  categories: string[];
  series: ChartSeries[];
  form: NumberForm;
  /** No one has written its numbers: it has axes and names, and values of 0 that are not drawn. */
  blank?: true;
  /** The numbers as the author wrote them, one list per series. */
  written: string[][];
}

interface Amount {
  prefix: string;
  value: number;
  decimals: number;
  unit: string;
}

const amount =
  /^([+\-−–]?)\s?([¥￥$€£]?)\s?([+\-−–]?)(\d[\d.,' \u00a0\u202f]*)(%|％|pp|[€£]|[a-zA-Z]{1,3}|[一-鿿]{1,2})?$/u;
const thousands = /^\d{1,3}(?:([.,' \u00a0\u202f])\d{3})(?:\1\d{3})*$/u;

/** The sign before the decimals of a table: "1,234.5" or "1.234,5". */
type Mark = '.' | ',';

/** The decimal sign that these numbers prove; undefined if they contradict each other. */
function markOf(numbers: readonly string[]): Mark | undefined {
  const proven = new Set<Mark>();
  for (const number of numbers) {
    const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
    if (last === -1) continue;
    const sign = number[last] as Mark;
    const other: Mark = sign === '.' ? ',' : '.';
    if (number.includes(other)) proven.add(sign);
    else if (number.indexOf(sign) !== last) proven.add(other);
    // A single comma before three digits separates thousands; a single point before them is read as decimals.
    else if (number.length - last !== 4) proven.add(sign);
  }
  return proven.size > 1 ? undefined : ([...proven][0] ?? '.');
}

function parse(text: string, mark: Mark): Amount | undefined {
  const match = amount.exec(text.trim());
  if (!match) return undefined;
  const [, before = '', prefix = '', after = '', digits = '', unit = ''] = match;
  const [whole = '', fraction = '', ...more] = digits.trim().split(mark);
  if (more.length > 0 || !/^\d*$/.test(fraction) || !(/^\d+$/.test(whole) || thousands.test(whole))) return undefined;
  const sign = /[-−–]/u.test(before + after) ? -1 : 1;
  const value = sign * Number(`${whole.replace(/\D/g, '')}.${fraction || '0'}`);
  const space = /\s$/u.test(digits) ? ' ' : '';
  return { prefix, value, decimals: fraction.length, unit: unit && space + unit };
}

const time = new RegExp(
  [
    '(?:fy\\s?)?(?:19|20)\\d\\d(?:\\s?年度?|e)?',
    '(?:(?:19|20)\\d\\d\\s?年?\\s?)?(?:第?[一二三四]季度?|q[1-4]|[上下]半年|h[12])(?:\\s?(?:19|20)\\d\\d)?',
    '(?:(?:19|20)\\d\\d\\s?年)?\\d{1,2}\\s?月份?',
    '(?:19|20)\\d\\d[-/.]\\d{1,2}(?:[-/.]\\d{1,2})?',
    `${monthName}(?:\\s(?:19|20)\\d\\d)?`,
    '(?:day|week|month|quarter|year)\\s\\d{1,2}',
    '第\\d{1,2}[天日周月年]',
  ]
    .map((each) => `^${each}$`)
    .join('|'),
  'iu',
);
export const isTime = (text: string): boolean => time.test(text.trim());

const most = { bar: 8, column: 6, grouped: 6, line: 60, doughnut: 6 } as const;
/** A smaller slice has no room for its number. */
const leastShare = 5;

/** Columns next to each other for one category or time. */
const mostSeries = 4;
/** How often the highest number of one column may be contained in that of another. */
const MOST_TIMES = 50;
const unitOfColumn = /[(（]([^()（）]{1,12})[)）]$/u;

/** Whether the headings of the numbers name at most one unit: "Cost (€)" and "Time (h)" cannot share an axis. */
function isOneMeasure([, ...names]: readonly string[]): boolean {
  return new Set(names.map((name) => unitOfColumn.exec(name.trim())?.[1])).size <= 1;
}

/** The chart of a table with names or times in the first column and numbers of one unit in all others. */
export function chartOf(table: TableData): ChartData | undefined {
  const width = table.header.length;
  if (width < 2 || width > mostSeries + 1 || table.rows.length < 2 || !isOneMeasure(table.header)) return undefined;
  const categories = table.rows.map((row) => row[0] ?? '');
  if (categories.some((each) => !each)) return undefined;
  const columns = Array.from({ length: width - 1 }, (_, index) => table.rows.map((row) => row[index + 1] ?? ''));
  if (columns.flat().every(isBlankFigure)) return blankChart(table.header, categories);
  const mark = markOf(columns.flat().map((cell) => amount.exec(cell.trim())?.[4]?.trim() ?? ''));
  if (mark === undefined) return undefined;
  const parsed = columns.map((column) => column.map((cell) => parse(cell, mark)));
  const flat = parsed.flat();
  if (!flat.every((each): each is Amount => each !== undefined)) return undefined;
  const [first] = flat;
  // Lengths are comparable only with a single unit.
  if (flat.some((each) => each.unit.trim() !== first!.unit.trim() || each.prefix !== first!.prefix)) return undefined;
  if (flat.every((each) => each.value === 0)) return undefined;
  const series = parsed.map((column, index) => ({
    name: table.header[index + 1] ?? '',
    values: column.map((each) => each!.value),
  }));
  // A rating next to thousands measures something else, and could not be seen.
  const tallest = series.map(({ values }) => Math.max(...values.map(Math.abs)));
  if (Math.min(...tallest) * MOST_TIMES < Math.max(...tallest)) return undefined;
  const decimals = Math.max(...flat.map((each) => each.decimals));
  const form = { prefix: first!.prefix, unit: first!.unit, decimals };
  const kind = kindOf(categories, series, form.unit + table.header.join(' '));
  return kind && { kind, axis: table.header[0] ?? '', categories, series, form, written: columns };
}

function blankChart([axis = '', ...names]: readonly string[], categories: string[]): ChartData | undefined {
  if (categories.length > most.grouped) return undefined;
  const series = names.map((name) => ({ name, values: categories.map(() => 0) }));
  const written = names.map(() => categories.map(() => ''));
  const form = { prefix: '', unit: '', decimals: 0 };
  return { kind: 'column', axis, categories, series, form, written, blank: true };
}

/** The table as it is drawn: cells that no one has filled are empty. */
export const withoutBlanks = ({ header, rows }: TableData): TableData => ({
  header,
  rows: rows.map((row) => row.map((cell) => (isBlank(cell) ? '' : cell))),
});

function kindOf(categories: string[], series: ChartSeries[], unit: string): ChartKind | undefined {
  const count = categories.length;
  const times = categories.every(isTime);
  // Names can be compared side by side if the columns are times; other columns may measure different things.
  const isComparable = times || series.every(({ name }) => isTime(name));
  if (series.length > 1 && isComparable && count <= most.grouped) return 'column';
  if (series.length > 1) return times && count <= most.line ? 'line' : undefined;
  const values = series[0]!.values;
  if (times && count >= 3) return count <= most.column ? 'column' : count <= most.line ? 'line' : undefined;
  // Bars start at the names, so values on both sides of zero are columns.
  const isSigned = values.some((each) => each < 0);
  if (isSigned) return count >= 3 && count <= most.column ? 'column' : undefined;
  const sum = values.reduce((total, each) => total + each, 0);
  const shares = /[%％]|占比|share/iu.test(unit) && Math.abs(sum - 100) < 0.6;
  if (shares && count <= most.doughnut && Math.min(...values) >= leastShare) return 'doughnut';
  return count >= 3 && count <= most.bar && values.every((each) => each > 0) ? 'bar' : undefined;
}

const pair = /^(.{1,24}?) ?[:：—–] ?(\S.{0,14})$/u;

/** The chart of points that consist of a name and a number: "Europe: 48 %", or the number as their only text. */
export function chartOfPoints(items: Item[]): ChartData | undefined {
  if (items.length < 3) return undefined;
  const rows: string[][] = [];
  for (const { heading, text } of items) {
    const match = text.length === 0 ? pair.exec(heading) : null;
    if (match) rows.push([match[1]!, match[2]!]);
    else if (text.length === 1 && heading && heading.length <= 24) rows.push([heading, text[0]!]);
    else return undefined;
  }
  return chartOf({ header: ['', ''], rows });
}
