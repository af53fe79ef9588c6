import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deck, folderWith } from './deck';

describe('invalid input is rejected with one line before anything is started', () => {
  const folder = folderWith({ server: { limits: { upload: '2 KB' } } });
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
    ['empty title', ['start', ''], 'The title is empty.'],
    ['blank title', ['run', '  '], 'The title is empty.'],
    ['over-long title', ['run', 'x'.repeat(201)], 'The title is longer than 200 characters.'],
    ['control character', ['start', 'a\u0007b'], 'The title contains control characters or line breaks.'],
    ['line break', ['run', 'a\nb'], 'The title contains control characters or line breaks.'],
    ['two titles', ['start', 'one', 'two'], 'Too many arguments'],
    ['unknown option', ['start', 'Tea', '--fast'], "Unknown option '--fast'"],
    ['unknown verb', ['strat', 'Tea'], "Unknown command 'strat'"],
    ['uid with a slash', ['start', 'Tea', '--uid', 'a/b'], '--uid must only contain letters, digits and . _ @ + = -.'],
    ['empty key', ['start', 'Tea', '--key', ''], '--key is empty'],
    ['unknown format', ['start', 'Tea', '--format', 'ppt,doc'], 'unknown format "doc". Available: pptx, pdf'],
    ['a format twice', ['start', 'Tea', '--format', 'ppt,pptx'], 'contains a format twice'],
    [
      'template without type',
      ['start', 'Tea', '--template', '7'],
      '--template and --template-type must be used together.',
    ],
    ['template type 3', ['start', 'Tea', '--template', '7', '--template-type', '3'], '--template-type must be 1'],
    [
      'unknown content',
      ['start', 'Tea', '--content', 'magic'],
      "Option '--content <mode>' argument 'magic' is invalid",
    ],
    ['unknown setting', ['start', 'Tea', '--set', 'reviw.mode=off'], 'reviw'],
    ['setting without value', ['start', 'Tea', '--set', 'review'], '--set takes key=value'],
    ['polling too often', ['start', 'Tea', '--set', 'polling.floor=20ms'], '--set polling.floor must not be lower'],
    ['unknown ID', ['status', 'tea'], '"tea" is not a deck ID'],
    ['a task without a title', ['start', '--from-task', '7'], '--from-task requires one'],
    ['two sources', ['start', '--topic', '7', '--markdown', 'tea.md'], '--markdown: a deck has one source'],
    ['missing document', ['run', '--document', 'none.docx'], 'The document none.docx does not exist.'],
    ['document that is a directory', ['run', '--document', '.'], 'The document . is not a file.'],
    [
      'document of another kind',
      ['start', '--document', 'notes.pdf'],
      'The document notes.pdf is not a .docx, .md or .txt file. Save it',
    ],
    [
      'document only by its name',
      ['start', '--document', 'fake.docx'],
      'is not a .docx file: its content is of another type',
    ],
    ['document too large', ['start', '--document', 'large.docx'], 'The maximum is 2048 (server.limits.upload)'],
    ['document by ftp', ['start', '--document', 'ftp://host/a.docx'], 'an https URL, not ftp://'],
    ['treatment without a document', ['start', 'Tea', '--treatment', 'polish'], '--treatment requires --document.'],
    [
      'treatment of a text',
      ['start', '--document', 'tea.md', '--treatment', 'polish'],
      '--treatment requires --document with a .docx file.',
    ],
    ['unknown treatment', ['start', '--document', 'a.docx', '--treatment', 'shred'], "argument 'shred' is invalid"],
    [
      'content of a document',
      ['start', '--document', 'real.docx', '--content', 'stream'],
      'cannot be combined with a document',
    ],
    ['as-is of a title', ['start', 'Tea', '--content', 'as-is'], '--content: as-is requires a topic or markdown'],
    ['topic that is not a number', ['start', '--topic', 'tea'], '--topic takes a positive integer, not "tea"'],
    ['missing Markdown', ['start', '--markdown', 'none.md'], 'The file none.md does not exist.'],
    ['empty Markdown', ['start', '--markdown', '-'], 'The text on stdin is empty'],
    [
      'alternative provider for a topic',
      ['start', '--topic', '7', '--provider', 'alternative'],
      '--provider: the alternative provider supports titles only',
    ],
    ['unknown option name', ['start', 'Tea', '--option', 'mood=glad'], 'unknown option "mood". Available: page, group'],
    ['option without value', ['start', 'Tea', '--option', 'tone'], '--option takes key=value'],
    ['option twice', ['start', 'Tea', '--option', 'group=11', '--option', 'audience=12'], '--option sets group twice'],
    [
      'template by ID and color',
      ['start', 'Tea', '--template', '7', '--template-type', '1', '--template-color', 'blue'],
      '--template cannot be combined with --template-color',
    ],
    [
      'enterprise by color',
      ['start', 'Tea', '--enterprise', '--template-color', 'blue'],
      '--enterprise cannot be combined with --template-color',
    ],
    ['rank zero', ['start', 'Tea', '--rank', '0'], '--rank takes a positive integer, not "0"'],
    ['ticket without task', ['start', 'Tea', '--ticket', 'abc'], '--ticket requires --from-task'],
    [
      'design and provider',
      ['start', '--from-design', '7', '--provider', 'default'],
      '--provider: cannot be combined with --from-design',
    ],
    [
      'task and source',
      ['start', 'Tea', '--from-task', '7', '--topic', '1'],
      'cannot be combined with topic, which creates a new task',
    ],
    ['export without format', ['start', '--from-deck', 'u/r'], '--from-deck requires --format'],
    [
      'input of an earlier deck and a title',
      ['start', 'Tea', '--like', 'u/r'],
      '--like cannot be combined with a title',
    ],
    [
      'input of an earlier deck, changed',
      ['start', '--like', 'u/r', '--pro-layout'],
      '--like cannot be combined with --pro-layout',
    ],
    [
      'topics by color',
      ['service', 'list', 'topics', '--template-color', 'blue'],
      '--template-color can only be used with deck service list templates.',
    ],
    ['a name for delete', ['service', 'design', 'delete', '7', 'x'], 'Delete takes only a design ID'],
    ['export to Word', ['start', '--from-deck', 'u/r', '--format', 'doc'], 'unknown format "doc"'],
    ['export of an invalid ID', ['start', '--from-deck', 'tea', '--format', 'pdf'], '"tea" is not a deck ID'],
    [
      'restore with edit',
      ['review', 'u/r', '--restore', '1', '--edit', 'a.md'],
      '--edit and --restore cannot be combined.',
    ],
    [
      'restore with reject',
      ['review', 'u/r', '--restore', '1', '--reject'],
      '--restore can only be combined with --approve.',
    ],
    ['restore of something else', ['review', 'u/r', '--restore', 'first'], '--restore takes a revision number'],
    [
      'diff with a decision',
      ['review', 'u/r', '--diff', '--approve'],
      '--diff and --revisions cannot be combined with a decision',
    ],
    [
      'export key with a space',
      ['resolve', 'u/r', '--task-key', 'a b'],
      '--task-key must be the text that the generation service returned',
    ],
    [
      'retry with a ticket',
      ['resolve', 'u/r', '--retry', '--ticket', 'a'],
      'Specify one of --retry, --skip, --abandon',
    ],
    ['design that is not a number', ['service', 'design', 'delete', 'tea'], '"tea" is not a design ID'],
    ['design without a name', ['service', 'design', 'rename', '7', ' '], 'The name is empty.'],
    ['design of a user with a slash', ['service', 'list', 'designs', '--uid', 'a/b'], '"a/b" is not a valid uid'],
    [
      'clear without confirmation',
      ['service', 'design', 'clear', '7'],
      'Design 7 will be permanently deleted. Pass --yes to confirm.',
    ],
    [
      'enterprise templates by color',
      ['service', 'list', 'templates', '--enterprise', '--template-color', 'blue'],
      '--enterprise cannot be combined with --template-color',
    ],
    ['usage without a uid', ['service', 'usage', ''], '"" is not a valid uid'],
    [
      'two decisions',
      ['review', 'u/r', '--approve', '--reject'],
      'Specify only one of --approve, --regenerate, --request-changes, --comment-on, --reply, --resolve-thread, --delegate-to and --reject.',
    ],
    [
      'two decisions that keep the gate open',
      ['review', 'u/r', '--request-changes', 'x', '--delegate-to', 'Bo'],
      'Specify only one of --approve, --regenerate, --request-changes, --comment-on, --reply, --resolve-thread, --delegate-to and --reject.',
    ],
    [
      'edit with a delegation',
      ['review', 'u/r', '--edit', '-', '--delegate-to', 'Bo'],
      'only be combined with --approve',
    ],
    [
      'two comments',
      ['review', 'u/r', '--request-changes', 'x', '--comment', 'y'],
      '--request-changes and --comment cannot be combined.',
    ],
    ['comment without text', ['review', 'u/r', '--comment-on', '2.1'], '--comment-on takes ITEM=TEXT'],
    ['thread zero', ['review', 'u/r', '--resolve-thread', '0'], 'takes the number of a thread'],
    ['a reply to no thread', ['review', 'u/r', '--reply', 'x'], '--reply takes N=TEXT, such as 3="Done"'],
    ['a reply to a heading', ['review', 'u/r', '--reply', 'Tea=x'], '--reply takes the number of a thread'],
    ['an objection without text', ['review', 'u/r', '--request-changes'], 'takes a text, or comes with --comment-on'],
    ['a reason without approval', ['review', 'u/r', '--despite', 'x'], '--despite comes with --approve'],
    ['a comment and an approval', ['review', 'u/r', '--approve', '--comment-on', '1=x'], 'Specify only one of'],
    ['two texts', ['review', 'u/r', '--accept', '1', '--restore', '1'], '--restore and --accept cannot be combined'],
    ['missing edit file', ['review', 'u/r', '--edit', 'none.md'], 'The file none.md does not exist.'],
    ['revision zero', ['review', 'u/r', '--approve', '--revision', '0'], '--revision takes a revision number'],
    ['a deck and all', ['resolve', 'u/r', '--all', '--retry'], 'not both'],
    ['neither a deck nor all', ['resolve', '--retry'], 'Specify a deck ID, or --all for every parked deck.'],
    ['a type of one deck', ['resolve', 'u/r', '--retry', '--type', 'NotFound'], 'require --all'],
    ['an invalid type', ['resolve', '--all', '--retry', '--type', "x' OR '1'='1"], '--type takes a failure type'],
    ['IDs for all', ['resolve', '--all', '--task-id', '7'], '--all requires --retry, --skip or --abandon'],
    ['a limit without retry', ['resolve', 'u/r', '--abandon', '--paid-calls', '9'], '--paid-calls requires --retry'],
    [
      'a limit of zero',
      ['resolve', 'u/r', '--retry', '--paid-calls', '0'],
      '--paid-calls must be a whole number from 1',
    ],
    ['no resolution', ['resolve', 'u/r'], 'Specify one of --retry, --skip, --abandon'],
    [
      'task ID that is not a number',
      ['resolve', 'u/r', '--task-id', 'seven'],
      '--task-id must be a positive whole number',
    ],
    ['unknown stage', ['list', '--stage', 'reviews'], 'unknown stage "reviews"'],
    ['limit zero', ['list', '--limit', '0'], '--limit takes a number'],
    ['port that is not a number', ['service', '--port', 'http'], '--port takes a number'],
    ['missing settings file', ['config', '--config', 'none.yaml'], 'none.yaml'],
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

  test('the data directory was not created', () => {
    expect(existsSync(join(folder, '.deck'))).toBe(false);
  });
});
