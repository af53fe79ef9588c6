import { examples } from '../../src/cli/examples';
import { presentWords } from '../../src/cli/former-verbs';
import { deck, folderWith } from './deck';
import { commandsOf } from './reference';

const now = (line: string) => presentWords(line.split(' ')).args.join(' ');

describe('commands of 0.1', () => {
  it.each([
    ['again me/tea-1 --wait', 'start --again me/tea-1 --wait'],
    ['export me/tea-1 --format pdf', 'start --export me/tea-1 --format pdf'],
    ['--config a.yaml --no-color usage me you', '--config a.yaml --no-color service usage me you'],
    ['designs rename --uid me 7 Tea', 'service design rename --uid me 7 Tea'],
    ['batch report decks --json', 'batch status --report decks --json'],
    ['dashboard --open exporting', 'list --views --open exporting'],
    ['notify test', 'doctor --notify'],
    ['help again', 'help start'],
  ])('deck %s is deck %s', (former, present) => {
    expect(now(former)).toBe(present);
  });

  it.each(['list', 'batch status tea', 'start again', 'service list options', '--data token list'])(
    'deck %s is left as it is',
    (line) => {
      expect(presentWords(line.split(' '))).toEqual({ args: line.split(' ') });
    },
  );

  it('still do what they did, with a word on stderr about the new name', async () => {
    const { code, stdout, stderr } = await deck(['notify', 'test', '--json'], { cwd: folderWith() });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '[]\n' });
    expect(stderr).toBe('deck notify test is deck doctor --notify now; the old name goes with the next release.\n');
    const { code: wrong, stderr: said } = await deck(['again', 'tea'], { cwd: folderWith() });
    expect(wrong).toBe(2);
    expect(said).toMatch(/^deck again is deck start --like ID now;.*\n"tea" is not a deck ID/);
  });

  it('are in no help; there are at most 40 commands', () => {
    const paths = commandsOf().map(({ path }) => path);
    expect(paths.length).toBeLessThanOrEqual(40);
    expect(Object.keys(examples)).not.toEqual(expect.arrayContaining(['again']));
    for (const former of ['again', 'export', 'dashboard', 'designs', 'templates', 'usage', 'token', 'notify'])
      expect(paths).not.toContain(former);
  });
});
