import { chartOf, chartOfPoints, isTime } from '../../src/slides/render/compose/chart-data';

const table = (header: string[], ...rows: string[][]) => ({ header, rows });

it.each([
  ['names and numbers of one unit', 'bar', table(['Plant', 'Rate'], ['A', '97.4%'], ['B', '91%'], ['C', '88.5%'])],
  ['a few years', 'column', table(['Year', 'Sales'], ['2023', '€1.2m'], ['2024', '€1.4m'], ['2025', '€1.9m'])],
  ['many months', 'line', table(['月份', '数量'], ...Array.from({ length: 9 }, (_, i) => [`${i + 1}月`, `${i + 5}`]))],
  ['shares of a whole', 'doughnut', table(['Part', 'Share'], ['A', '50%'], ['B', '30%'], ['C', '20%'])],
  ['negative numbers', 'column', table(['A', 'B'], ['x', '-5%'], ['y', '7%'], ['z', '−8%'])],
  ['decimal commas', 'bar', table(['A', 'B'], ['x', '1,5'], ['y', '2,25'], ['z', '3,0'])],
  [
    'two series by quarter',
    'column',
    table(['季度', '新签', '续约'], ['一季度', '20家', '40家'], ['二季度', '25家', '42家']),
  ],
  [
    'names, side by side for two years',
    'column',
    table(['Product', '2023', '2024'], ['A', '1.234,5', '980,0'], ['B', '-7,5', '8,2'], ['C', '9,1', '3,0']),
  ],
  [
    'four series by year',
    'column',
    table(['Year', 'N (t)', 'W (t)', 'E (t)', 'S (t)'], ['2023', '1', '2', '3', '4'], ['2024', '2', '3', '4', '5']),
  ],
  [
    'several series over many times',
    'line',
    table(['Month', 'A', 'B'], ...Array.from({ length: 12 }, (_, i) => [`2025-${i + 1}`, `${i + 5}`, `${20 - i}`])),
  ],
  [
    'sixty days',
    'line',
    table(['Date', 'Visits'], ...Array.from({ length: 60 }, (_, i) => [`Day ${i + 1}`, `${100 + ((i * 7) % 31)}`])),
  ],
])('%s become a chart: %s', (_, kind, data) => {
  expect(chartOf(data)).toMatchObject({ kind });
});

it.each([
  ['different units', table(['A', 'B'], ['x', '5 kg'], ['y', '7 h'], ['z', '8 h'])],
  ['words among the numbers', table(['A', 'B'], ['x', '5'], ['y', 'about 7'], ['z', '8'])],
  ['commas and points that contradict each other', table(['A', 'B'], ['x', '1,5'], ['y', '2.25'], ['z', '3,0'])],
  [
    'many names with negative numbers',
    table(['A', 'B'], ...Array.from({ length: 7 }, (_, i) => [`n${i}`, `${i - 3}`])),
  ],
  ['nothing but zeros', table(['A', 'B'], ['x', '0'], ['y', '0'], ['z', '0'])],
  ['too many names', table(['A', 'B'], ...Array.from({ length: 9 }, (_, i) => [`n${i}`, '5']))],
  ['an empty name', table(['A', 'B'], ['', '5'], ['y', '7'], ['z', '8'])],
  ['a share too small to be labelled', table(['A', 'Share'], ['x', '96%'], ['y', '4%'])],
  [
    'columns of different units',
    table(['Year', 'Cost (€)', 'Time (h)'], ['2022', '5', '6'], ['2023', '7', '8'], ['2024', '8', '9']),
  ],
  [
    'a rating next to thousands',
    table(['Month', 'Tickets', 'Rating'], ['July', '1,480', '4.3'], ['August', '1,555', '4.4']),
  ],
  ['several columns that are not times', table(['A', 'B', 'C'], ['x', '5', '6'], ['y', '7', '8'], ['z', '8', '9'])],
])('%s stay a table', (_, data) => {
  expect(chartOf(data)).toBeUndefined();
});

it('reads thousands, currencies and units', () => {
  const data = chartOf(table(['Year', 'Sales'], ['2023', '¥1,240.5万'], ['2024', '¥980万'], ['2025', '¥0.25万']));
  expect(data?.form).toEqual({ prefix: '¥', unit: '万', decimals: 2 });
  expect(data?.series[0]?.values).toEqual([1240.5, 980, 0.25]);
});

it.each([
  ['1.234,5 €', '980,0 €', [1234.5, 980]],
  ['1,234.5', '980.0', [1234.5, 980]],
  ['1,240', '980', [1240, 980]],
  ['1.234.567', '980', [1234567, 980]],
  ["1'240.5", '980', [1240.5, 980]],
  ['−€5', '€-7', [-5, -7]],
  ['+5 pp', '–7 pp', [5, -7]],
])('reads %s and %s', (one, other, values) => {
  const data = chartOf(table(['Year', 'Sales'], ['2023', one], ['2024', other], ['2025', other]));
  expect(data?.series[0]?.values.slice(0, 2)).toEqual(values);
});

it('finds a chart in points that are names and numbers, not in others', () => {
  const points = (...headings: string[]) => headings.map((heading) => ({ heading, text: [] }));
  expect(chartOfPoints(points('Europe: 48%', 'Asia: 32%', 'Americas: 20%'))).toMatchObject({ kind: 'doughnut' });
  expect(chartOfPoints([1, 2, 3].map((n) => ({ heading: `202${n}年`, text: [`${n}亿元`] })))).toMatchObject({
    kind: 'column',
  });
  expect(chartOfPoints(points('Europe: 48%', 'Asia: 32%'))).toBeUndefined();
  expect(chartOfPoints(points('Europe grows', 'Asia: 32%', 'Americas: 20%'))).toBeUndefined();
});

it.each([
  '2024',
  'FY 2025',
  '2024年',
  'Q3 2025',
  '2025 Q1',
  '一季度',
  '3月',
  '2024-11',
  'March 2024',
  'Sept',
  'Week 3',
])('%s is a time', (text) => expect(isTime(text)).toBe(true));
it.each(['Aarhus', '12', 'Marching', 'Mayor', '20245'])('%s is not a time', (text) => expect(isTime(text)).toBe(false));
