import { examples } from '../../src/cli/examples';
import { currentNames } from '../../src/cli/former-names';
import { deck, folderWith } from './deck';
import { commandsOf } from './reference';

const current = (line: string) => currentNames(line.split(' ')).args.join(' ');

describe('former names of 0.1', () => {
  it.each([
    ['again me/tea-1 --wait', 'start --again me/tea-1 --wait'],
    ['export me/tea-1 --format pdf', 'start --export me/tea-1 --format pdf'],
    ['--config a.yaml --no-color usage me you', '--config a.yaml --no-color service usage me you'],
    ['designs rename --uid me 7 Tea', 'service design rename --uid me 7 Tea'],
    ['batch report decks --json', 'batch status --report decks --json'],
    ['batch window decks 5', 'batch concurrency decks 5'],
    ['dashboard --open exporting', 'list --views --open exporting'],
    ['notify test', 'doctor --notify'],
    ['schema input', 'config --schema input'],
    ['help again', 'help start'],
  ])('deck %s is deck %s', (former, line) => {
    expect(current(former)).toBe(line);
  });

  it.each([
    ['start Tea --request r1 --colour blue', 'start Tea --key r1 --template-color blue'],
    ['run Tea --request=r=1', 'run Tea --key=r=1'],
    ['again me/tea-1 --request tea-2', 'start --again me/tea-1 --key tea-2'],
    ['templates --colour=blue', 'service list templates --template-color=blue'],
    ['list --attention --uid me', 'list --parked --uid me'],
    ['batch start tea.csv --window 5', 'batch start tea.csv --concurrency 5'],
    ['--data d batch resume tea --window 5', '--data d batch resume tea --concurrency 5'],
    ['resolve me/tea-1 --retry --by Ann', 'resolve me/tea-1 --retry --reviewer Ann'],
    ['open me/tea-1 --viewer --for Ann', 'open me/tea-1 --view-only --reviewer Ann'],
  ])('the options of deck %s are those of deck %s', (former, line) => {
    expect(current(former)).toBe(line);
  });

  it.each([
    'list',
    'batch status tea',
    'start again',
    'service list options',
    '--data token list',
    'status me/tea-1 --request',
    'start -- --request',
    'start Tea --requested',
  ])('deck %s is not changed', (line) => {
    expect(currentNames(line.split(' '))).toEqual({ args: line.split(' '), notices: [] });
  });

  it('still work, with a deprecation notice on stderr', async () => {
    const { code, stdout, stderr } = await deck(['notify', 'test', '--json'], { cwd: folderWith() });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '[]\n' });
    expect(stderr).toBe(
      'deck notify test is deprecated and will be removed in the next release; use deck doctor --notify.\n',
    );
    const { code: failed, stderr: message } = await deck(['again', 'tea', '--request', 'r2'], { cwd: folderWith() });
    expect(failed).toBe(2);
    expect(message).toMatch(
      /^deck again is deprecated .*; use deck start --like ID\.\n--request is deprecated .*; use --key\.\n"tea" is not /,
    );
  });

  it('are not in any help; there are at most 42 commands', () => {
    const commands = commandsOf();
    const paths = commands.map(({ path }) => path);
    expect(paths.length).toBeLessThanOrEqual(42);
    expect(Object.keys(examples)).not.toEqual(expect.arrayContaining(['again']));
    for (const former of ['again', 'export', 'dashboard', 'designs', 'templates', 'usage', 'token', 'notify'])
      expect(paths).not.toContain(former);
    const help = commands.map(({ command }) => command.helpInformation()).join('\n');
    for (const former of ['--request', '--colour', '--attention', '--window', '--by', '--for', '--viewer'])
      expect(help).not.toMatch(new RegExp(`${former}(?![\\w-])`));
  });

  it('include the option value ppt, which --format accepts for pptx', async () => {
    const { stderr } = await deck(['start', 'Tea', '--format', 'ppt,doc'], { cwd: folderWith() });
    expect(stderr).toBe('--format: unknown format "doc". Available: pptx, pdf, png, jpeg.\n');
  });
});
