import { chosenFrom } from '../../bench/command-line';

const known = ['P1', 'P2', 'P10'];

describe('the command line of the benchmarks', () => {
  test('names none: all of them, as many pairs as each takes', () => {
    expect(chosenFrom([], known)).toEqual({ ids: known, pairs: undefined });
  });

  test('names some: these, in the order of the results, each once', () => {
    expect(chosenFrom(['p10', 'P1', 'P10'], known).ids).toEqual(['P1', 'P10']);
  });

  test('takes the number of pairs', () => {
    expect(chosenFrom(['--pairs', '3', 'P2'], known)).toEqual({ ids: ['P2'], pairs: 3 });
  });

  test.each(['0', '-1', '2.5', 'many'])('refuses %s pairs', (pairs) => {
    expect(() => chosenFrom([`--pairs=${pairs}`], known)).toThrow('--pairs takes a whole number from 1');
  });

  test('lists the ids when one is not known', () => {
    expect(() => chosenFrom(['P1', 'P99'], known)).toThrow('There is no benchmark P99; there are P1, P2, P10.');
  });
});
