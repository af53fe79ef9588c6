import { deck as deckIn, devIn, folderWith } from './deck';
import { deckInTerminal, plain } from './pseudo-terminal';

const cwd = folderWith();
const deck = (...args: string[]) => deckIn(args, { cwd });
const start = (uid: string, key: string, title: string, ...more: string[]) =>
  deck('start', title, '--uid', uid, '--key', key, ...more);
const inbox = async (...args: string[]) => JSON.parse((await deck('inbox', ...args, '--json')).stdout);
const keys = async (...args: string[]): Promise<string[]> =>
  (await inbox(...args)).items.map(({ workflowId }: { workflowId: string }) => workflowId.split('/')[2]);

devIn(cwd);

it('says that it is empty', async () => {
  expect(await inbox()).toEqual({ items: [], total: 0 });
  const { code, stdout, stderr } = await deck('inbox');
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: 'No deck is waiting for a person.\n' });
});

describe('with decks that wait', () => {
  beforeAll(async () => {
    await start('u1', 'done', 'Tea', '--review', 'off', '--wait');
    await start('u1', 'parked', 'Stuck', '--set', 'paidCalls=1', '--review', 'off');
    await start('u1', 'open', 'Coral reefs', '--set', 'review.onDeadline=hold');
    await start('u2', 'late', 'Soup', '--review', 'auto-approve', '--set', 'review.autoApproveAfter=3h');
    await start('u2', 'soon', 'Salad', '--review', 'auto-approve', '--set', 'review.autoApproveAfter=2h');
    while ((await keys()).length < 4);
  });

  it('lists reviews by deadline, then the longest waiting, with the time since a person is needed', async () => {
    const { items, total } = await inbox();
    expect(total).toBe(4);
    expect(items.slice(0, 2)).toMatchObject([
      { workflowId: 'presentation/u2/soon', title: 'Salad', uid: 'u2', gate: 'outline', due: expect.any(String) },
      { workflowId: 'presentation/u2/late', title: 'Soup', gate: 'outline', due: expect.any(String) },
    ]);
    const rest = items.slice(2) as { workflowId: string; since: string; due?: string; attention?: string }[];
    expect(rest.map(({ workflowId }) => workflowId).sort()).toEqual(['presentation/u1/open', 'presentation/u1/parked']);
    expect(rest.map(({ since }) => since)).toEqual(rest.map(({ since }) => since).sort());
    expect(rest.every(({ due }) => due === undefined)).toBe(true);
    const parked = rest.find(({ workflowId }) => workflowId.endsWith('parked'))!;
    expect(parked.attention).toBe('PaidCallsExhausted');
    const { attention } = JSON.parse((await deck('status', 'u1/parked', '--json')).stdout);
    expect(parked.since).toBe(attention.at);
  });

  it('filters by user, and says how many decks are not listed', async () => {
    expect(await keys('--uid', 'u2')).toEqual(['soon', 'late']);
    expect(await keys('--uid', 'u2', '--channel', 'web')).toEqual([]);
    const { stdout, stderr } = await deck('inbox', '--limit', '1');
    const [head, row, ...more] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^DECK +TITLE +TO DO +USER +WAITING +DUE$/);
    expect(row).toMatch(/^u2\/soon +Salad +review the outline +u2 +\d.* closes in 1 h \d\d min$/);
    expect(more).toEqual([]);
    expect(stderr).toBe('4 decks waiting for a person; 3 not listed, raise --limit to list more\n');
  });

  it.each([
    [['--channel', 'web'], '--channel requires --uid'],
    [['--uid', "u1' OR WorkflowType != 'x"], 'is not a valid uid'],
    [['--limit', '0'], '--limit takes a number from 1'],
  ])('rejects %j', async (args, sentence) => {
    const { code, stderr, stdout } = await deck('inbox', ...args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
  });

  it('in a terminal, approves one deck and leaves another one parked', async () => {
    const terminal = deckInTerminal(['inbox', '--uid', 'u1'], { cwd, columns: 120 });
    await terminal.shows('2 decks wait for a person');
    // The parked deck may be above or below the other one.
    if ((await keys('--uid', 'u1'))[0] === 'parked') terminal.press('\x1b[B');
    await terminal.shows(/●[^○]*Coral reefs: review the outline/);
    terminal.press('\r');
    await terminal.shows('Your decision on this outline');
    terminal.press('\r');
    await terminal.shows('1 deck waits for a person');
    terminal.press('\r');
    await terminal.shows('How do you want to resolve this?');
    terminal.press('\x1b[B');
    await terminal.shows(/●[^○]*Leave it parked/);
    terminal.press('\r');
    await terminal.shows(/Leave it parked\x1b\[22m\r\n[^◇]*1 deck waits for a person/);
    terminal.press('\x03');
    const { code, output } = await terminal.finished;
    expect(code).toBe(130);
    expect(plain(output)).toContain('The deck is parked at stage');
    expect(await keys('--uid', 'u1')).not.toContain('open');
    expect(await keys('--uid', 'u1')).toContain('parked');
  });
});
