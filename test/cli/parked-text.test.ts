import { parkedLines, remedyOf } from '../../src/cli/show/parked-text';
import type { Attention } from '../../src/core/progress';

const attention: Attention = {
  stage: 'content',
  type: 'QuotaExhausted',
  message: 'could not start the content job: no balance (40007, quota)',
  at: '2026-03-05T15:30:10.500Z',
  remedy: 'top up the account, then retry: deck resolve u1/r1 --retry --since 2026-03-05T15:30:10.500Z',
};
const parked = { workflowId: 'presentation/u1/r1', stage: 'content', attention } as const;

const terminal = (columns: number) => ({ isTTY: true, columns }) as NodeJS.WriteStream;

describe('a parked deck', () => {
  test('is one sentence, its remedy, and one command per line', () => {
    expect(parkedLines(parked, {} as NodeJS.WriteStream)).toEqual([
      '! The deck is parked at stage content: could not start the content job: no balance (40007, quota).',
      '  Remedy: top up the account, then retry:',
      '    deck resolve u1/r1 --retry --since 2026-03-05T15:30:10.500Z',
      '    deck resolve u1/r1 --abandon --since 2026-03-05T15:30:10.500Z',
    ]);
  });

  test('is wrapped to the terminal; commands stay whole', () => {
    process.env.NO_COLOR = '1';
    const lines = parkedLines(parked, terminal(30));
    delete process.env.NO_COLOR;
    expect(lines.join(' ').replace(/\s+/g, ' ')).toBe(
      parkedLines(parked, {} as NodeJS.WriteStream)
        .join(' ')
        .replace(/\s+/g, ' '),
    );
    const [text, commands] = [lines.slice(0, -2), lines.slice(-2)];
    for (const line of text) expect(line.length).toBeLessThanOrEqual(30);
    expect(commands).toEqual([
      '    deck resolve u1/r1 --retry --since 2026-03-05T15:30:10.500Z',
      '    deck resolve u1/r1 --abandon --since 2026-03-05T15:30:10.500Z',
    ]);
  });

  test.each([
    ['export', 'ServiceUnavailable', ['--retry', '--skip', '--abandon']],
    ['design', 'OutcomeUnknown', ['--retry', '--design-id ID', '--abandon']],
  ] as const)('at %s after %s offers what fits', (stage, type, options) => {
    const { commands } = remedyOf({ ...parked, stage, attention: { ...attention, stage, type } });
    expect(commands).toEqual(options.map((option) => `deck resolve u1/r1 ${option} --since ${attention.at}`));
  });

  test('a suggested command is not listed twice', () => {
    const remedy = 'abandon the deck: deck resolve u1/r1 --abandon --since 2026-03-05T15:30:10.500Z';
    expect(remedyOf({ ...parked, attention: { ...attention, remedy } })).toEqual({
      advice: 'abandon the deck',
      commands: ['deck resolve u1/r1 --abandon --since 2026-03-05T15:30:10.500Z'],
    });
  });
});
