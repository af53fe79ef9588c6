import { Typesetter } from '../../../src/slides/render/text/measure';
import { keptUnits, startsWithUnit, wholeUnits } from '../../../src/slides/render/text/units';

const type = new Typesetter({ heading: 'arimo', body: 'arimo', figure: 'arimo' }, 'en');
const measured = (text: string, width: number) => {
  const [paragraph] = type.measure([{ text, font: 'body', size: 20, tone: { role: 'ink' } }], width).paragraphs;
  return { lines: paragraph!.lines.map((line) => line.text), text: paragraph!.text };
};

it.each([
  ['it is 167', '°C at noon', true],
  ['it is 93', '% of all', true],
  ['it is 12', 'km away', true],
  ['it is 12', 'million people', true],
  ['it is 12', 'metres away', false],
  ['in 2012', 'the', false],
  ['it is', 'km', false],
])('%s | %s', (before, line, expected) => {
  expect(startsWithUnit(before, line)).toBe(expected);
});

it('a number and its unit are one piece', () => {
  expect(wholeUnits(['It ', 'is ', '167 ', '°C ', 'in ', '12 ', 'towns'])).toEqual([
    'It ',
    'is ',
    '167 °C ',
    'in ',
    '12 ',
    'towns',
  ]);
  expect(keptUnits('It is 167 °C in 12 towns.')).toBe('It is 167\u00a0°C in 12 towns.');
});

it('no line starts with the unit of the number before it, and the file says so', () => {
  for (let width = 120; width < 400; width += 10) {
    const { lines, text } = measured('Mean temperature 464 °C, the highest of all.', width);
    expect([width, lines.some((line) => line.startsWith('°'))]).toEqual([width, false]);
    expect(text.replace('\u00a0', ' ')).toBe('Mean temperature 464 °C, the highest of all.');
  }
});

it('a text whose lines are right keeps its spaces', () => {
  expect(measured('464 °C is hot.', 400)).toEqual({ lines: ['464 °C is hot.'], text: '464 °C is hot.' });
});
