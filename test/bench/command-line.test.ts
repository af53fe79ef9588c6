import { chosenFrom } from '../../bench/command-line';

const known = ['steps', 'polling', 'exports'];

describe('the command line of the benchmarks', () => {
  test('without a name runs all, with the pairs of each', () => {
    expect(chosenFrom([], known)).toEqual({ names: known, pairs: undefined });
  });

  test('with names runs these, in the order of the results, each once', () => {
    expect(chosenFrom(['Exports', 'steps', 'exports'], known).names).toEqual(['steps', 'exports']);
  });

  test('accepts the number of pairs', () => {
    expect(chosenFrom(['--pairs', '3', 'polling'], known)).toEqual({ names: ['polling'], pairs: 3 });
  });

  test.each(['0', '-1', '2.5', 'many'])('rejects %s pairs', (pairs) => {
    expect(() => chosenFrom([`--pairs=${pairs}`], known)).toThrow('--pairs must be an integer of 1 or more');
  });

  test('lists the benchmarks if one is unknown', () => {
    expect(() => chosenFrom(['steps', 'P99'], known)).toThrow(
      'Unknown benchmark p99. Choose from steps, polling, exports.',
    );
  });
});
