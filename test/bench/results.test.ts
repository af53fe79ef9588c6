import { type Paired, pairedOf } from '../../bench/pairs';
import { lineOf, mergedResults } from '../../bench/results';

const quiet = { date: '2026-01-31', host: 'A quiet host, 2 cores; Node v20' };
const other = { date: '2026-02-01', host: 'Another one, 8 cores; Node v22' };
const known = ['steps', 'worker-memory', 'exports'];

function ratio(name: string, ours: number[], against: number[]): Paired {
  const measured = ours.map((value, index) => ({ ours: value, other: against[index]! }));
  return pairedOf({ name, target: '≤ 1', unit: 'ms' }, measured, [0.1, 0.24]);
}

const rowsOf = (text: string) => text.split('\n').filter((line) => / \d+ \|$/.test(line));

describe('the table of results', () => {
  test('a row has median and spread, load, date and host', () => {
    const measured = new Map([['worker-memory', [ratio('ours / theirs', [1, 3, 2], [2, 2, 2])]]]);
    const text = mergedResults('', measured, quiet, known);
    expect(text).toContain(`1. ${quiet.host}\n`);
    expect(rowsOf(text)).toEqual([
      '| worker-memory | ours / theirs | ≤ 1 | **1.00 (0.50 – 1.50)** | 2.0 (1.0 – 3.0) ms | 2.0 (2.0 – 2.0) ms | 3 | 0.1 → 0.2 | 2026-01-31, on 1 |',
    ]);
  });

  test('a benchmark that runs again replaces only its own rows; the others keep date and host', () => {
    const first = mergedResults(
      '',
      new Map([
        ['exports', [ratio('time', [1], [1]), ratio('size', [2], [1])]],
        ['steps', [ratio('a step', [5], [1])]],
      ]),
      quiet,
      known,
    );
    const second = mergedResults(first, new Map([['steps', [ratio('a step', [7], [1])]]]), other, known);
    expect(second).toContain(`1. ${other.host}\n2. ${quiet.host}\n`);
    const cells = rowsOf(second).map((row) => row.split(' | '));
    expect(cells.map((row) => [row[0], /\*\*(\S+)/.exec(row[3]!)![1], row.at(-1)])).toEqual([
      ['| steps', '7.00', '2026-02-01, on 1 |'],
      ['| exports', '1.00', '2026-01-31, on 2 |'],
      ['| exports', '2.00', '2026-01-31, on 2 |'],
    ]);
  });

  test('a host without rows is removed', () => {
    const first = mergedResults('', new Map([['steps', [ratio('a step', [5], [1])]]]), quiet, known);
    const again = new Map([['steps', [ratio('a step', [6], [1])]]]);
    expect(mergedResults(first, again, other, known)).not.toContain(quiet.host);
  });

  test('merged with nothing new it stays as it is', () => {
    const text = mergedResults('', new Map([['steps', [ratio('a step', [5], [1])]]]), quiet, known);
    expect(mergedResults(text, new Map(), other, known)).toBe(text);
  });

  test('rows of a benchmark that no longer exists are removed', () => {
    const text = mergedResults('', new Map([['steps', [ratio('a step', [5], [1])]]]), quiet, known);
    expect(rowsOf(mergedResults(text, new Map(), other, ['exports']))).toEqual([]);
  });
});

test('a run prints target and measurement of each ratio', () => {
  expect(lineOf('steps', ratio('ours / theirs', [1, 3, 2], [2, 2, 2]))).toBe(
    'steps: ours / theirs\n  Target: ≤ 1. Measured: 1.00 (0.50 – 1.50); deck 2.0 (1.0 – 3.0) ms, other 2.0 (2.0 – 2.0) ms',
  );
});
