import { defineCommands, programName, withProgramName } from '../../src/cli/terminal/program-name';

const cwd = '/home/me/decks';
const nameOf = (script: string, env: NodeJS.ProcessEnv = {}) => programName({ script, env, cwd });

describe('the name by which the program was called', () => {
  it.each([
    ['the compiled entry', '/opt/deck/dist/src/cli/main.js', {}, 'deck'],
    ['an installed command on PATH', '/usr/local/bin/deck', { PATH: '/usr/bin:/usr/local/bin' }, 'deck'],
    [
      'a command that is not on PATH',
      '/home/me/decks/node_modules/.bin/deck',
      { PATH: '/usr/bin' },
      'node_modules/.bin/deck',
    ],
    ['a command in the working directory', '/home/me/decks/deck', { PATH: '/usr/bin' }, './deck'],
    ['npx', '/home/me/decks/node_modules/.bin/deck', { PATH: '/x', npm_command: 'exec' }, 'npx --no-install deck'],
    ['an npm script', '/home/me/decks/bin/deck.js', { npm_command: 'run-script' }, 'npx --no-install deck'],
    ['node in the package', '/home/me/decks/bin/deck.js', {}, 'node bin/deck.js'],
    ['node elsewhere', '/opt/deck.js', {}, 'node /opt/deck.js'],
    ['a path with a space', '/home/me/decks/my bin/deck.js', {}, "node 'my bin/deck.js'"],
  ])('%s', (_how, script, env, name) => {
    expect(nameOf(script, env)).toBe(name);
  });
});

describe('commands in messages', () => {
  const named = (text: string) => withProgramName(text, 'node X');

  beforeAll(() => defineCommands(['status', 'start', 'dev', 'service', 'resolve', 'worker']));

  it.each([
    ['Started. To check its status: deck status u1/r1', 'Started. To check its status: node X status u1/r1'],
    ['    deck resolve u1/r1 --retry', '    node X resolve u1/r1 --retry'],
    ['start it with deck dev, deck service or npm start', 'start it with node X dev, node X service or npm start'],
    ['start one with `deck worker`.', 'start one with `node X worker`.'],
    ['Start one with "deck dev".', 'Start one with "node X dev".'],
    ['Start one with `deck dev`, or', 'Start one with `node X dev`, or'],
    ['Usage: deck [options] [command]', 'Usage: node X [options] [command]'],
    ['  $ deck start "Coral reefs"', '  $ node X start "Coral reefs"'],
  ])('%j gets the name', (text, shown) => {
    expect(named(text)).toBe(shown);
  });

  it.each([
    '“A deck” is parked',
    'a deck worker',
    'the deck status of today',
    '/tmp/my deck start/file.pptx',
    'The deck is parked: deck of cards',
  ])('%j is not a command', (text) => {
    expect(named(text)).toBe(text);
  });

  it('are not changed under the name deck', () => {
    expect(withProgramName('run deck status', 'deck')).toBe('run deck status');
  });
});
