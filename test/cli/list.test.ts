import { textWidth } from '../../src/cli/terminal/text-width';
import { deck as deckIn, folderWith, launch, processesOf, type RunningDeck } from './deck';
import { COLOUR, deckInTerminal, plain, type TerminalOptions } from './pseudo-terminal';

const cwd = folderWith();
const deck = (...args: string[]) => deckIn(args, { cwd });
const json = async (...args: string[]) => JSON.parse((await deck(...args, '--json')).stdout);
const ids = async (...args: string[]): Promise<string[]> =>
  (await json('list', ...args)).map(({ workflowId }: { workflowId: string }) => workflowId.split('/')[2]).sort();
const inTerminal = (args: string[], options: Partial<TerminalOptions> = {}) =>
  deckInTerminal(args, { cwd, ...options });
const order = (request: string, title: string, ...more: string[]) =>
  deck('start', title, '--uid', request.startsWith('z') ? 'u2' : 'u1', '--request', request, ...more);
let dev: RunningDeck;

const LONG = '珊瑚礁：海洋中的城市，以及它们为什么正在消失，我们还能做些什么来保护它们';

beforeAll(async () => {
  dev = launch(['dev'], { cwd });
  await dev.says('Ready.');
  await order('done', 'Tea', '--review', 'off', '--wait');
  // It waits for its review: a deck that goes on could have arrived before it is cancelled.
  await order('gone', 'Milk');
  await deck('cancel', 'u1/gone');
  await order('waits', 'Coral reefs');
  await order('zh', LONG);
  await order('stuck', 'Stuck', '--template', '999999', '--template-type', '1', '--review', 'off');
  await order('markdown', 'Soup', '--review', 'auto-approve', '--set', 'review.autoApproveAfter=2h');
  // The server's list may be a moment behind.
  while ((await ids('--stage', 'review')).length < 3 || (await ids('--status', 'delivered')).length < 1);
});

afterAll(async () => {
  dev.child.kill('SIGINT');
  expect((await dev.finished).code).toBe(0);
  expect(processesOf(cwd)).toEqual([]);
});

describe('deck list finds decks', () => {
  it('by stage, user, status, source and text', async () => {
    expect(await ids('--stage', 'review')).toEqual(['markdown', 'waits', 'zh']);
    expect(await ids('--uid', 'u2')).toEqual(['zh']);
    expect(await ids('--status', 'delivered')).toEqual(['done']);
    expect(await ids('--status', 'cancelled')).toEqual(['gone']);
    expect(await ids('--status', 'rejected')).toEqual([]);
    expect(await ids('--status', 'running', '--search', 'CORAL')).toEqual(['waits']);
    expect(await ids('--search', '珊瑚')).toEqual(['zh']);
    expect(await ids('--search', 'u2/')).toEqual(['zh']);
    expect(await ids('--source', 'document')).toEqual([]);
    expect((await ids('--source', 'title')).length).toBeGreaterThan(3);
    expect(await ids('--overdue')).toEqual([]);
  });

  it('by when they were started', async () => {
    const all = await ids();
    expect(await ids('--since', '1h')).toEqual(all);
    expect(await ids('--until', '1h')).toEqual([]);
    expect(await ids('--since', '2020-01-31', '--until', '2020-02-01T08:00Z')).toEqual([]);
  });

  it.each([
    [['--since', 'yesterday'], '--since takes a duration such as 2d, or a date'],
    [['--until', '2026-13-01'], '--until takes'],
    [['--since', '1h', '--until', '2h'], '--since has to be earlier'],
    [['--status', "running' OR '1'='1"], '--status'],
    [['--source', 'web'], '--source'],
    [['--uid', "u1' OR WorkflowType != 'x"], 'is not the name of a user'],
    [['--stage', "review' OR '1'='1"], 'there is no stage'],
    [['--search', ' '], '--search needs a text'],
    [['--watch'], '--watch draws in a terminal'],
  ])('and refuses %j', async (args, sentence) => {
    const { code, stderr, stdout } = await deck('list', ...args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
  });
});

describe('the table of deck list', () => {
  it('has everything where no terminal cuts it, and its counts beside it', async () => {
    const { stdout, stderr } = await deck('list');
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^STAGE +DECK +TITLE +USER +AGE +WAITS$/);
    expect(rows.find((row) => row.includes('u2/zh'))).toContain(LONG);
    expect(rows.find((row) => row.includes('u1/waits'))).toMatch(
      /^review +presentation\/u1\/waits +Coral reefs +u1 .* a decision$/,
    );
    expect(rows.find((row) => row.includes('u1/markdown'))).toMatch(/a decision, ends in 1 h \d\d min$/);
    expect(rows.find((row) => row.includes('u1/gone'))).toMatch(/^cancelled /);
    expect(stderr).toMatch(/^6 decks: 3 review, /);
  });

  it.each([120, 80, 50])('fits %d columns, wide characters counted as two', async (columns) => {
    const { output, code } = await inTerminal(['list'], { columns }).finished;
    expect(code).toBe(0);
    const lines = plain(output).trimEnd().split('\n');
    expect(lines).toHaveLength(8);
    for (const line of lines.slice(0, -1)) expect(textWidth(line)).toBeLessThanOrEqual(columns);
    expect(lines.find((line) => line.includes('珊'))).toContain('…');
    // A column begins at one place in every row.
    const at = textWidth(lines[0]!.slice(0, lines[0]!.indexOf('TITLE')));
    const row = lines.find((line) => line.includes('珊'))!;
    expect(textWidth(row.slice(0, row.indexOf('珊')))).toBe(at);
  });

  it('is drawn again in place until Ctrl-C', async () => {
    const watched = inTerminal(['list', '--watch', '--stage', 'review'], { columns: 100 });
    await watched.shows('3 decks: 3 review');
    await order('later', 'Later');
    await watched.shows('4 decks: 4 review');
    watched.press('\x03');
    const { code, output } = await watched.finished;
    expect(code).toBe(130);
    // Up over what was drawn before, and cleared below.
    expect(output).toMatch(/\x1b\[5A\r\x1b\[J/);
    await deck('cancel', 'u1/later');
  });
});

describe('colours', () => {
  const colours = async (env: NodeJS.ProcessEnv, ...args: string[]) =>
    COLOUR.test((await inTerminal(['list', ...args], { env }).finished).output);
  const elsewhere = async (env: NodeJS.ProcessEnv) => COLOUR.test((await deckIn(['list'], { cwd, env })).stdout);

  it('are shown in a terminal, unless somebody switched them off', async () => {
    expect(await colours({})).toBe(true);
    expect(await colours({}, '--no-color')).toBe(false);
    expect(await colours({ NO_COLOR: '1' })).toBe(false);
    expect(await colours({ NO_COLOR: '' })).toBe(true);
    expect(await colours({ TERM: 'dumb' })).toBe(false);
    expect(await colours({ FORCE_COLOR: '0' })).toBe(false);
  });

  it('are not shown elsewhere, unless somebody insists', async () => {
    expect(await elsewhere({})).toBe(false);
    expect(await elsewhere({ FORCE_COLOR: '1' })).toBe(true);
    expect(await elsewhere({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(true);
    expect(COLOUR.test((await deckIn(['list', '--no-color'], { cwd, env: { FORCE_COLOR: '1' } })).stdout)).toBe(false);
    expect(COLOUR.test((await deckIn(['--no-color', 'list'], { cwd, env: { FORCE_COLOR: '1' } })).stdout)).toBe(false);
  });
});

describe('deck watch', () => {
  it('shows in a terminal what is done, what waits and for whom; Ctrl-C leaves the decks alone', async () => {
    const watched = inTerminal(['watch', 'u1/waits', 'u2/zh'], { columns: 100 });
    await watched.shows('Decide about the outline: deck review presentation/u2/zh');
    watched.press('\x03');
    const { code, output } = await watched.finished;
    expect(code).toBe(130);
    const text = plain(output);
    expect(text).toContain('✔ outline  ▸ review  · content  · design  · export  · download');
    expect(text).toContain('The decks go on; see them again: deck watch presentation/u1/waits presentation/u2/zh');
    expect(await ids('--stage', 'review')).toEqual(expect.arrayContaining(['waits', 'zh']));
  });

  it('on a dumb terminal writes lines', async () => {
    const watched = inTerminal(['watch', 'u1/waits'], { env: { TERM: 'dumb' } });
    await watched.shows('Decide about the outline');
    watched.press('\x03');
    const { output } = await watched.finished;
    expect(output).not.toContain('\x1b[');
    expect(output).toContain('The deck goes on; see it again: deck watch presentation/u1/waits');
  });

  it('elsewhere writes a line for every change, with the deck before it; the gravest end is the exit code', async () => {
    const { code, stdout, stderr } = await deck('watch', 'u1/done', 'u1/gone', 'u1/none', 'u1/done');
    expect(stdout.trimEnd().split('\n')).toEqual([expect.stringContaining('Tea.pptx')]);
    expect(stderr).toContain('presentation/u1/gone: The deck ended without a file: it was cancelled.');
    expect(stderr).toContain('presentation/u1/none: There is no deck presentation/u1/none');
    expect(code).toBe(5);
    expect((await deck('watch', 'u1/done', '--json')).code).toBe(0);
  });
});

describe('deck review', () => {
  it('offers another text for a topic that is generated further, and none for one in its own words', async () => {
    const [topic] = await json('topics', '--limit', '1');
    const of = (request: string, ...more: string[]) =>
      deck('start', '--topic', String(topic.id), '--uid', 'u3', '--request', request, ...more);
    await of('further', '--content', 'stream');
    await of('as-is');
    for (const [request, offered] of [
      ['further', true],
      ['as-is', false],
    ] as const) {
      while ((await json('status', `u3/${request}`)).review === undefined);
      const { stderr } = await deck('review', `u3/${request}`);
      expect({ request, offered: stderr.includes('--regenerate') }).toEqual({ request, offered });
    }
    expect((await deck('review', 'u3/further', '--regenerate')).code).toBe(0);
  });
});
