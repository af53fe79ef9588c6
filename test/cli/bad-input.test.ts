import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deck, folderWith } from './deck';

describe('what cannot be meant is refused with one sentence before anything is started', () => {
  const folder = folderWith();

  test.each<[string, string[], string]>([
    ['no title', ['start'], 'The title is missing'],
    ['no title for a run', ['run', '--yes'], 'The title is missing'],
    ['empty title', ['start', ''], 'The title is empty.'],
    ['blank title', ['run', '  '], 'The title is empty.'],
    ['over-long title', ['run', 'x'.repeat(201)], 'The title is longer than 200 characters.'],
    ['control character', ['start', 'a\u0007b'], 'The title contains control characters or line breaks.'],
    ['line break', ['run', 'a\nb'], 'The title contains control characters or line breaks.'],
    ['two titles', ['start', 'one', 'two'], 'Too many arguments'],
    ['unknown option', ['start', 'Tea', '--fast'], "Unknown option '--fast'"],
    ['unknown verb', ['strat', 'Tea'], "Unknown command 'strat'"],
    ['uid with a slash', ['start', 'Tea', '--uid', 'a/b'], 'The uid may hold letters, digits and . _ @ + = - only.'],
    ['empty request', ['start', 'Tea', '--request', ''], 'The request is empty'],
    ['unknown format', ['start', 'Tea', '--format', 'ppt,doc'], '"doc" is not a format'],
    ['a format twice', ['start', 'Tea', '--format', 'ppt,pptx'], 'names a format twice'],
    [
      'template without type',
      ['start', 'Tea', '--template', '7'],
      '--template and --template-type are needed together.',
    ],
    ['template type 3', ['start', 'Tea', '--template', '7', '--template-type', '3'], 'template.type'],
    ['unknown content', ['start', 'Tea', '--content', 'magic'], "Option '--content <way>' argument 'magic' is invalid"],
    ['unknown setting', ['start', 'Tea', '--set', 'reviw.mode=off'], 'reviw'],
    ['setting without value', ['start', 'Tea', '--set', 'review'], '--set takes key=value'],
    ['polling too often', ['start', 'Tea', '--set', 'polling.floor=20ms'], 'may only be stricter'],
    ['unknown ID', ['status', 'tea'], '"tea" is not the ID of a deck'],
    ['two decisions', ['review', 'u/r', '--approve', '--reject'], 'Say one of --approve, --reject and --regenerate.'],
    ['edit file that is not there', ['review', 'u/r', '--edit', 'none.md'], 'The file none.md does not exist.'],
    ['revision zero', ['review', 'u/r', '--approve', '--revision', '0'], '--revision takes the number'],
    ['no resolution', ['resolve', 'u/r'], 'Say one of --retry, --skip, --abandon'],
    ['task id of words', ['resolve', 'u/r', '--task-id', 'seven'], '--task-id takes a positive whole number'],
    ['unknown stage', ['list', '--stage', 'reviews'], 'there is no stage "reviews"'],
    ['limit of nothing', ['list', '--limit', '0'], '--limit takes a number'],
    ['port of words', ['service', '--port', 'http'], '--port takes a number'],
    ['settings file that is not there', ['config', '--config', 'none.yaml'], 'none.yaml'],
  ])('%s', async (_name, args, sentence) => {
    const { code, stdout, stderr } = await deck(args, { cwd: folder });
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  test('an edit without a chapter', async () => {
    const { code, stderr } = await deck(['review', 'u/r', '--edit', '-'], { cwd: folder, input: '# Tea\n' });
    expect(stderr).toBe('The text on stdin has no chapter: a line must begin with "## ".\n');
    expect(code).toBe(2);
  });

  test('nothing was made in the data directory', () => {
    expect(existsSync(join(folder, '.deck'))).toBe(false);
  });
});
