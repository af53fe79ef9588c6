import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deck, folderWith } from './deck';

describe('what cannot be meant is refused with one sentence before anything is started', () => {
  const folder = folderWith({ documents: { maxSize: '2 KB' } });
  for (const [name, bytes] of Object.entries({
    'notes.pdf': '%PDF-1.7',
    'fake.docx': 'Dear reader',
    'large.docx': 'x'.repeat(2050),
    'real.docx': 'PK\u0003\u0004',
    'tea.md': '# Tea\n\n## Leaves\n',
  })) {
    writeFileSync(join(folder, name), bytes);
  }

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
    [
      'uid with a slash',
      ['start', 'Tea', '--uid', 'a/b'],
      'The uid must only contain letters, digits and . _ @ + = -.',
    ],
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
    ['unknown ID', ['status', 'tea'], '"tea" is not a deck ID'],
    ['a task without a title', ['start', '--from-task', '7'], 'a deck from a task needs one'],
    ['two sources', ['start', '--topic', '7', '--markdown', 'tea.md'], '--markdown: a deck has one source'],
    ['document that is not there', ['run', '--document', 'none.docx'], 'The document none.docx does not exist.'],
    ['document that is a folder', ['run', '--document', '.'], 'The document . is no file.'],
    ['document of another kind', ['start', '--document', 'notes.pdf'], 'The document notes.pdf is no .docx'],
    ['document only by its name', ['start', '--document', 'fake.docx'], 'it does not begin like one'],
    ['document too large', ['start', '--document', 'large.docx'], 'at most 2048 are allowed (documents.maxSize)'],
    ['document by ftp', ['start', '--document', 'ftp://host/a.docx'], 'not one with ftp://'],
    ['treatment of nothing', ['start', 'Tea', '--treatment', 'polish'], '--treatment is said of a --document.'],
    ['unknown treatment', ['start', '--document', 'a.docx', '--treatment', 'shred'], "argument 'shred' is invalid"],
    ['content of a document', ['start', '--document', 'real.docx', '--content', 'stream'], 'comes with its import'],
    ['as-is of a title', ['start', 'Tea', '--content', 'as-is'], '--content: as-is needs a source'],
    ['topic of words', ['start', '--topic', 'tea'], '"tea" is not a positive whole number'],
    ['Markdown that is not there', ['start', '--markdown', 'none.md'], 'The file none.md does not exist.'],
    ['Markdown of nothing', ['start', '--markdown', '-'], 'The text on stdin is empty'],
    [
      'alternative provider for a topic',
      ['start', '--topic', '7', '--provider', 'alternative'],
      '--provider: the alternative provider takes titles only',
    ],
    [
      'unknown option name',
      ['start', 'Tea', '--option', 'mood=glad'],
      'there is no option "mood"; there are page, group',
    ],
    ['option without value', ['start', 'Tea', '--option', 'tone'], '--option takes key=value'],
    ['option twice', ['start', 'Tea', '--option', 'group=11', '--option', 'audience=12'], '--option names group twice'],
    [
      'template by id and colour',
      ['start', 'Tea', '--template', '7', '--template-type', '1', '--colour', 'blue'],
      '--template: a template by id takes no colour',
    ],
    ['enterprise by colour', ['start', 'Tea', '--enterprise', '--colour', 'blue'], 'cannot be searched by colour'],
    ['rank of nothing', ['start', 'Tea', '--rank', '0'], '"0" is not a positive whole number'],
    ['ticket without task', ['start', 'Tea', '--ticket', 'abc'], '--ticket is of a content job'],
    [
      'design and provider',
      ['start', '--from-design', '7', '--provider', 'default'],
      '--provider: the design exists already',
    ],
    [
      'task and source',
      ['start', 'Tea', '--from-task', '7', '--topic', '1'],
      'cannot be combined with topic, which creates a new task',
    ],
    ['export without format', ['start', '--from-deck', 'u/r'], '--from-deck needs --format'],
    ['input of an earlier deck and a title', ['start', 'Tea', '--like', 'u/r'], 'leave out a title'],
    ['input of an earlier deck, changed', ['start', '--like', 'u/r', '--pro-layout'], 'leave out --pro-layout'],
    ['topics by colour', ['service', 'list', 'topics', '--colour', 'blue'], 'option of: deck service list templates'],
    ['a name for what is deleted', ['service', 'design', 'delete', '7', 'x'], 'takes one argument, the id'],
    ['export to Word', ['start', '--from-deck', 'u/r', '--format', 'doc'], '"doc" is not a format'],
    ['export of no deck', ['start', '--from-deck', 'tea', '--format', 'pdf'], '"tea" is not a deck ID'],
    ['restore with edit', ['review', 'u/r', '--restore', '1', '--edit', 'a.md'], 'Say either --edit or --restore.'],
    ['restore with reject', ['review', 'u/r', '--restore', '1', '--reject'], '--restore goes with --approve or alone.'],
    ['restore of words', ['review', 'u/r', '--restore', 'first'], '--restore takes the number of a revision'],
    ['diff with a decision', ['review', 'u/r', '--diff', '--approve'], '--diff and --revisions only show'],
    ['export key of words', ['resolve', 'u/r', '--task-key', 'a b'], '--task-key takes the text that the service gave'],
    ['retry with a ticket', ['resolve', 'u/r', '--retry', '--ticket', 'a'], 'Say one of --retry, --skip, --abandon'],
    ['design of words', ['service', 'design', 'delete', 'tea'], '"tea" is not the id of a design'],
    ['design without a name', ['service', 'design', 'rename', '7', ' '], 'The name is empty.'],
    [
      'design of a user with a slash',
      ['service', 'list', 'designs', '--uid', 'a/b'],
      '"a/b" is not the name of a user',
    ],
    [
      'clearing unasked',
      ['service', 'design', 'clear', '7'],
      'Clearing design 7 cannot be undone; say --yes to do it.',
    ],
    [
      'enterprise templates by colour',
      ['service', 'list', 'templates', '--enterprise', '--colour', 'blue'],
      'cannot be searched',
    ],
    ['usage of nobody', ['service', 'usage', ''], '"" is not the name of a user'],
    ['two decisions', ['review', 'u/r', '--approve', '--reject'], 'Say one of --approve, --reject and --regenerate.'],
    ['edit file that is not there', ['review', 'u/r', '--edit', 'none.md'], 'The file none.md does not exist.'],
    ['revision zero', ['review', 'u/r', '--approve', '--revision', '0'], '--revision takes the number'],
    ['a deck and all', ['resolve', 'u/r', '--all', '--retry'], 'not both'],
    ['neither a deck nor all', ['resolve', '--retry'], 'say --all for every parked deck'],
    ['a type of one deck', ['resolve', 'u/r', '--retry', '--type', 'NotFound'], 'go with --all'],
    ['a type that is none', ['resolve', '--all', '--retry', '--type', "x' OR '1'='1"], '--type takes a name'],
    ['ids for all', ['resolve', '--all', '--task-id', '7'], 'Ids to go on with are of one deck'],
    ['a limit without retry', ['resolve', 'u/r', '--abandon', '--paid-calls', '9'], '--paid-calls goes with --retry'],
    ['a limit of nothing', ['resolve', 'u/r', '--retry', '--paid-calls', '0'], '--paid-calls takes a number'],
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
    expect(stderr).toBe('The text on stdin cannot be used: the outline has no chapters: add at least one.\n');
    expect(code).toBe(2);
  });

  test('nothing was made in the data directory', () => {
    expect(existsSync(join(folder, '.deck'))).toBe(false);
  });
});
