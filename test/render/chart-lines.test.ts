import { parseOutline } from '../../src/outline/outline-markdown';
import { composeDeck } from '../../src/slides/render/compose';
import { niceScale } from '../../src/slides/render/compose/chart-lines';
import type { ChartShape, Deck } from '../../src/slides/render/deck/deck';
import { writePptx } from '../../src/slides/render/pptx/package';
import { systemTemplates } from '../../src/slides/render/templates';
import { openPackage } from './open-package';
import { texts, wording } from './shapes';

const markdown = (header: string, rows: string[]): string =>
  `# Energy\n\n## Production\n\n### Over time\n\n| ${header} |\n|${'---|'.repeat(header.split('|').length)}\n${rows.map((row) => `| ${row} |`).join('\n')}\n`;

const years = markdown(
  'Year | Wind | Coal',
  Array.from({ length: 12 }, (_, at) => `${2013 + at} | ${3 + at / 2} TWh | ${9 - at / 4} TWh`),
);
const days = markdown(
  'Date | Visits',
  Array.from({ length: 31 }, (_, at) => `2026-01-${String(at + 1).padStart(2, '0')} | ${1200 + ((at * 317) % 500)}`),
);

const compose = (text: string, template = systemTemplates[0]!): Deck => composeDeck(parseOutline(text), template);
const chartIn = (deck: Deck): ChartShape =>
  deck.slides.flatMap(({ shapes }) => shapes).find((shape) => shape.kind === 'chart') as ChartShape;
const named = (chart: ChartShape, name: string): string[] =>
  texts(chart.drawn)
    .filter((text) => text.name === name)
    .map(wording);

it.each<[number, number, { min: number; max: number; step: number }]>([
  [3.1, 7.9, { min: 0, max: 8, step: 2 }],
  [1200, 1690, { min: 1200, max: 1800, step: 200 }],
  [-3, 4, { min: -4, max: 4, step: 2 }],
  [5, 5, { min: 4, max: 6, step: 2 }],
])('the axis of %d to %d has few round numbers', (low, high, scale) => {
  expect(niceScale(low, high)).toEqual(scale);
});

it.each(systemTemplates.map((template) => [template.english, template] as const))(
  '%s: lines of two series and of a month fit, with an axis and the last numbers',
  (_, template) => {
    for (const text of [years, days]) {
      const deck = compose(text, template);
      expect(deck.overflow).toEqual([]);
      const chart = chartIn(deck);
      expect(chart.data.kind).toBe('line');
      expect(named(chart, 'Tick').length).toBeGreaterThanOrEqual(3);
      expect(named(chart, 'Value')).toEqual(text === years ? ['8.5 TWh', '6.25 TWh'] : ['1210']);
    }
  },
);

it('labels are left out where they would touch', () => {
  const labels = named(chartIn(compose(days)), 'Label');
  expect(labels.length).toBeGreaterThan(4);
  expect(labels.length).toBeLessThan(16);
  expect(labels[0]).toBe('2026-01-01');
});

it('two lines that end at the same height have one number', () => {
  const same = markdown(
    'Year | A | B',
    Array.from({ length: 9 }, (_, at) => `${2015 + at} | ${at + 1} | 9`),
  );
  expect(named(chartIn(compose(same)), 'Value')).toEqual(['9']);
});

it('a series near zero stays in a table', () => {
  const flat = markdown(
    'Year | A | B',
    Array.from({ length: 9 }, (_, at) => `${2015 + at} | ${at + 1} | 9000`),
  );
  expect(chartIn(compose(flat))).toBeUndefined();
});

it('the PPTX has the same axis, labels and numbers', () => {
  const chart = openPackage(writePptx(compose(days))).get('ppt/charts/chart1.xml')!;
  expect(chart).toContain('<c:majorUnit val="200"/>');
  expect(chart).toMatch(/<c:tickLblSkip val="[3-9]"\/>/);
  expect(chart).toContain('<c:max val="1800"/><c:min val="1200"/></c:scaling><c:delete val="0"/>');
  expect(chart.match(/<c:showVal val="1"\/>/g)).toHaveLength(1);
});
