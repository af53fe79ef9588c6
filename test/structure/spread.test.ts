import { spread } from '../setup/spread';

const numbers = [1, 2, 3, 4];
const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
const table = numbers.flatMap((number) => letters.map((letter) => ({ number, letter })));
const timesOf = (cells: readonly (typeof table)[number][], factor: 'number' | 'letter') =>
  [...new Set(table.map((cell) => cell[factor]))].map((value) => cells.filter((cell) => cell[factor] === value).length);

describe('the cells that a run of CI works through', () => {
  it('meet every value of every factor, with no more cells than that takes', () => {
    const cells = spread(table, ['number', 'letter'], false);
    expect(timesOf(cells, 'number')).toHaveLength(numbers.length);
    expect(timesOf(cells, 'letter')).toEqual(letters.map(() => 1));
    expect(Math.min(...timesOf(cells, 'number'))).toBeGreaterThanOrEqual(1);
    expect(spread(table, ['number', 'letter'], false)).toEqual(cells);
  });

  it('are all of them in a deep run, and where there are too few', () => {
    expect(spread(table, ['number', 'letter'], true)).toEqual(table);
    expect(
      spread(
        numbers.map((number) => ({ number })),
        ['number'],
        false,
      ),
    ).toHaveLength(numbers.length);
  });
});
