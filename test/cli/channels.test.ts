import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { connectAssistant } from '../mcp/assistant';
import { deck as deckIn, devIn, folderWith } from './deck';

const cwd = folderWith();
const deck = (...args: string[]) => deckIn(args, { cwd });
const json = async (...args: string[]) => JSON.parse((await deck(...args, '--json')).stdout);
const start = (...more: string[]) => deck('start', 'Tea', '--uid', 'u1', '--key', 'r1', '--review', 'off', ...more);

devIn(cwd);

const ids = async (...args: string[]): Promise<string[]> =>
  (await json('list', ...args)).map(({ workflowId }: { workflowId: string }) => workflowId).sort();
const [none, app, web] = ['presentation/u1/r1', 'presentation/u1~app/r1', 'presentation/u1~my%20shop/r1'] as const;

it('one key in three channels is three decks with three directories, each found by its ID', async () => {
  const ended = [
    await start('--wait'),
    await start('--channel', 'app', '--wait'),
    await start('--channel', 'my shop', '--wait'),
  ];
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect((await start('--channel', 'app')).stderr).toContain('already exists');

  const records = await Promise.all([none, app, web].map((id) => json('status', id)));
  expect(records.map(({ workflowId, channel }) => [workflowId, channel])).toEqual([
    [none, undefined],
    [app, 'app'],
    [web, 'my shop'],
  ]);
  const folders = records.map(({ files }) => dirname(files[0].path));
  expect(folders.map((folder) => folder.split(`${sep}out${sep}`)[1])).toEqual([
    'u1/tea-r1',
    'u1~app/tea-r1',
    'u1~my%20shop/tea-r1',
  ]);
  for (const folder of folders) expect(existsSync(join(folder, 'Tea (frame).pptx'))).toBe(true);
  expect((await deck('status', 'u1~app/r1')).stdout).toMatch(/^ {2}channel {4}app$/m);
});

it('lists distinguish them', async () => {
  while ((await ids('--uid', 'u1', '--status', 'delivered')).length < 3);
  expect(await ids('--uid', 'u1')).toEqual([none, app, web].sort());
  expect(await ids('--uid', 'u1', '--channel', 'app')).toEqual([app]);
  expect(await ids('--uid', 'u1', '--channel', '')).toEqual([none]);
  expect(await ids('--uid', 'u1', '--channel', "x' OR WorkflowType != 'x")).toEqual([]);
  expect((await deck('list', '--uid', 'u1', '--channel', 'app')).stdout).toContain('u1~app');
  expect((await deck('list', '--channel', 'app')).stderr).toContain('--channel requires --uid');
});

it('an additional export stays in the channel of its deck', async () => {
  const exported = await deck('start', '--from-deck', 'u1~app/r1', '--format', 'pdf', '--key', 'pdf', '--wait');
  expect(exported.code).toBe(0);
  const { channel, files } = await json('status', 'u1~app/pdf');
  expect({ channel, format: files[0].format }).toEqual({ channel: 'app', format: 'pdf' });
  expect(files[0].path).toContain(`${sep}u1~app${sep}tea-pdf${sep}`);
});

it.each<[string[], string[], string[]]>([
  [['--uid', 'u1'], [none], [app, web]],
  [['--uid', 'u1', '--channel', 'app'], [app], [none, web]],
])('an assistant with %j reaches the decks of that channel alone', async (args, own, others) => {
  const { call, close } = await connectAssistant(cwd, { args });
  try {
    for (const id of own) expect((await call('deck_status', { id })).data).toMatchObject({ id });
    for (const id of others) {
      expect(await call('deck_status', { id })).toMatchObject({ isError: true, text: expect.stringContaining('only') });
    }
    const listed = (await call('list_decks', { status: 'delivered' })).data.decks as { id: string }[];
    const pdf = own.includes(app) ? ['presentation/u1~app/pdf'] : [];
    expect(listed.map(({ id }) => id).sort()).toEqual([...own, ...pdf].sort());
    const started = await call('start_deck', { request: 'r1', title: 'Tea' });
    expect(started.data).toEqual({ id: own[0], existing: true });
  } finally {
    await close();
  }
});
