import { type Paired, pairedOf } from '../../bench/pairs';
import { mergedResults } from '../../bench/results';

const quiet = { date: '2026-01-31', machine: 'A quiet machine, 2 cores; Node v20' };
const other = { date: '2026-02-01', machine: 'Another one, 8 cores; Node v22' };

function ratio(id: string, ours: number[], against: number[]): Paired {
  const measured = ours.map((value, index) => ({ ours: value, other: against[index]! }));
  return pairedOf({ name: `${id} ours / theirs`, target: '≤ 1', unit: 'ms' }, measured, [0.1, 0.24]);
}

const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('| P'));

describe('the table of results', () => {
  test('a row says median and spread, load, date and machine', () => {
    const text = mergedResults('', new Map([['P3', [ratio('P3', [1, 3, 2], [2, 2, 2])]]]), quiet);
    expect(text).toContain(`1. ${quiet.machine}\n`);
    expect(rowsOf(text)).toEqual([
      '| P3 ours / theirs | ≤ 1 | **1.00 (0.50 – 1.50)** | 2.0 (1.0 – 3.0) ms | 2.0 (2.0 – 2.0) ms | 3 | 0.1 → 0.2 | 2026-01-31, on 1 |',
    ]);
  });

  test('measured again: its rows alone are replaced, the others keep date and machine', () => {
    const first = mergedResults(
      '',
      new Map([
        ['P10', [ratio('P10', [1], [1]), ratio('P10', [2], [1])]],
        ['P2', [ratio('P2', [5], [1])]],
      ]),
      quiet,
    );
    const second = mergedResults(first, new Map([['P2', [ratio('P2', [7], [1])]]]), other);
    expect(second).toContain(`1. ${other.machine}\n2. ${quiet.machine}\n`);
    expect(rowsOf(second).map((row) => [row.slice(2, 5).trim(), /\*\*(\S+)/.exec(row)![1], row.slice(-19)])).toEqual([
      ['P2', '7.00', '| 2026-02-01, on 1 |'.slice(-19)],
      ['P10', '1.00', '| 2026-01-31, on 2 |'.slice(-19)],
      ['P10', '2.00', '| 2026-01-31, on 2 |'.slice(-19)],
    ]);
  });

  test('a machine without rows is forgotten', () => {
    const first = mergedResults('', new Map([['P2', [ratio('P2', [5], [1])]]]), quiet);
    expect(mergedResults(first, new Map([['P2', [ratio('P2', [6], [1])]]]), other)).not.toContain(quiet.machine);
  });

  test('merged with nothing new it stays as it is', () => {
    const text = mergedResults('', new Map([['P2', [ratio('P2', [5], [1])]]]), quiet);
    expect(mergedResults(text, new Map(), other)).toBe(text);
  });
});
