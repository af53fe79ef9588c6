import { textWidth } from '../../src/cli/terminal/text-width';
import { deck as deckIn, devIn, folderWith } from './deck';
import { COLOR, deckInTerminal, plain, type TerminalOptions } from './pseudo-terminal';

const cwd = folderWith();
const deck = (...args: string[]) => deckIn(args, { cwd });
const json = async (...args: string[]) => JSON.parse((await deck(...args, '--json')).stdout);
const ids = async (...args: string[]): Promise<string[]> =>
  (await json('list', ...args)).map(({ workflowId }: { workflowId: string }) => workflowId.split('/')[2]).sort();
const inTerminal = (args: string[], options: Partial<TerminalOptions> = {}) =>
  deckInTerminal(args, { cwd, ...options });
const start = (request: string, title: string, ...more: string[]) =>
  deck('start', title, '--uid', request.startsWith('z') ? 'u2' : 'u1', '--key', request, ...more);

/** Long enough for a host that is ten times slower. */
const LISTED_WITHIN_MS = 5 * 60_000;
const LONG = '珊瑚礁：海洋中的城市，以及它们为什么正在消失，我们还能做些什么来保护它们';

devIn(cwd);

beforeAll(async () => {
  await start('done', 'Tea', '--review', 'off', '--wait');
  // Awaits review, so that it cannot complete before it is cancelled.
  await start('gone', 'Milk');
  await deck('cancel', 'u1/gone');
  await start('waits', 'Coral reefs');
  await start('zh', LONG);
  await start('stuck', 'Stuck', '--template', '999999', '--template-type', '1', '--review', 'off');
  await start('markdown', 'Soup', '--review', 'auto-approve', '--set', 'review.autoApproveAfter=2h');
  // The server's list is eventually consistent.
  for (const end = Date.now() + LISTED_WITHIN_MS; ; await new Promise((done) => setTimeout(done, 500))) {
    const [inReview, delivered] = [await ids('--stage', 'review'), await ids('--status', 'delivered')];
    if (inReview.length >= 3 && delivered.length >= 1) break;
    if (Date.now() > end) throw new Error(`not listed in time; in review: ${inReview}; delivered: ${delivered}`);
  }
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

  it('by start time', async () => {
    const all = await ids();
    expect(await ids('--since', '1h')).toEqual(all);
    expect(await ids('--until', '1h')).toEqual([]);
    expect(await ids('--since', '2020-01-31', '--until', '2020-02-01T08:00Z')).toEqual([]);
  });

  it.each([
    [['--since', 'yesterday'], '--since takes a duration such as 2d, or a date'],
    [['--until', '2026-13-01'], '--until takes'],
    [['--since', '1h', '--until', '2h'], '--since must be earlier'],
    [['--status', "running' OR '1'='1"], '--status'],
    [['--source', 'web'], '--source'],
    [['--uid', "u1' OR WorkflowType != 'x"], 'is not a valid uid'],
    [['--stage', "review' OR '1'='1"], 'unknown stage'],
    [['--search', ' '], '--search requires a text'],
    [['--watch'], '--watch requires a terminal'],
  ])('and rejects %j', async (args, sentence) => {
    const { code, stderr, stdout } = await deck('list', ...args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
  });
});

describe('the table of deck list', () => {
  it('is not shortened without a terminal, and is followed by counts', async () => {
    const { stdout, stderr } = await deck('list');
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^STAGE +DECK +TITLE +USER +AGE +WAITING FOR$/);
    expect(rows.find((row) => row.includes('u2/zh'))).toContain(LONG);
    expect(rows.find((row) => row.includes('u1/waits'))).toMatch(/^review +u1\/waits +Coral reefs +u1 .* review$/);
    expect(rows.find((row) => row.includes('u1/markdown'))).toMatch(/review, closes in 1 h \d\d min$/);
    expect(rows.find((row) => row.includes('u1/gone'))).toMatch(/^cancelled /);
    expect(stderr).toMatch(/^6 decks: 3 review, /);
  });

  it.each([120, 80, 50])('fits %d columns, with wide characters counted as two', async (columns) => {
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

  it('is refreshed in place until Ctrl-C', async () => {
    const watched = inTerminal(['list', '--watch', '--stage', 'review'], { columns: 100 });
    await watched.shows('3 decks: 3 review');
    await start('later', 'Later');
    await watched.shows('4 decks: 4 review');
    watched.press('\x03');
    const { code, output } = await watched.finished;
    expect(code).toBe(130);
    // The cursor moves up over the previous list and clears it.
    expect(output).toMatch(/\x1b\[5A\r\x1b\[J/);
    await deck('cancel', 'u1/later');
  });
});

describe('colors', () => {
  const colors = async (env: NodeJS.ProcessEnv, ...args: string[]) =>
    COLOR.test((await inTerminal(['list', ...args], { env }).finished).output);
  const elsewhere = async (env: NodeJS.ProcessEnv) => COLOR.test((await deckIn(['list'], { cwd, env })).stdout);

  it('are shown in a terminal, unless disabled', async () => {
    expect(await colors({})).toBe(true);
    expect(await colors({}, '--no-color')).toBe(false);
    expect(await colors({ NO_COLOR: '1' })).toBe(false);
    expect(await colors({ NO_COLOR: '' })).toBe(true);
    expect(await colors({ TERM: 'dumb' })).toBe(false);
    expect(await colors({ FORCE_COLOR: '0' })).toBe(false);
  });

  it('are not shown elsewhere, unless forced', async () => {
    expect(await elsewhere({})).toBe(false);
    expect(await elsewhere({ FORCE_COLOR: '1' })).toBe(true);
    expect(await elsewhere({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(true);
    expect(COLOR.test((await deckIn(['list', '--no-color'], { cwd, env: { FORCE_COLOR: '1' } })).stdout)).toBe(false);
    expect(COLOR.test((await deckIn(['--no-color', 'list'], { cwd, env: { FORCE_COLOR: '1' } })).stdout)).toBe(false);
  });
});

describe('deck watch', () => {
  it('shows stages and pending reviews in a terminal; Ctrl-C does not affect the decks', async () => {
    const watched = inTerminal(['watch', 'u1/waits', 'u2/zh'], { columns: 100 });
    await watched.shows('Review the outline: deck review presentation/u2/zh');
    watched.press('\x03');
    const { code, output } = await watched.finished;
    expect(code).toBe(130);
    const text = plain(output);
    expect(text).toContain('✔ outline  ▸ review  · content  · design  · export  · download');
    expect(text).toContain('The decks continue. To follow again: deck watch presentation/u1/waits presentation/u2/zh');
    expect(await ids('--stage', 'review')).toEqual(expect.arrayContaining(['waits', 'zh']));
  });

  it('writes lines on a dumb terminal', async () => {
    const watched = inTerminal(['watch', 'u1/waits'], { env: { TERM: 'dumb' } });
    await watched.shows('Review the outline');
    watched.press('\x03');
    const { output } = await watched.finished;
    expect(output).not.toContain('\x1b[');
    expect(output).toContain('The deck continues. To follow again: deck watch presentation/u1/waits');
  });

  it('otherwise writes a line per change and deck; the most severe outcome is the exit code', async () => {
    const { code, stdout, stderr } = await deck('watch', 'u1/done', 'u1/gone', 'u1/none', 'u1/done');
    expect(stdout.trimEnd().split('\n')).toEqual([expect.stringContaining('Tea (frame).pptx')]);
    expect(stderr).toContain('presentation/u1/gone: The deck was not delivered: it was cancelled.');
    expect(stderr).toContain('presentation/u1/none: There is no deck presentation/u1/none');
    expect(code).toBe(5);
    expect((await deck('watch', 'u1/done', '--json')).code).toBe(0);
  });
});

describe('deck review', () => {
  it('offers --regenerate for a topic with generated content, but not as-is', async () => {
    const [topic] = await json('service', 'list', 'topics', '--limit', '1');
    const of = (request: string, ...more: string[]) =>
      deck('start', '--topic', String(topic.id), '--uid', 'u3', '--key', request, ...more);
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
