import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deck, devIn, folderWith, QUICK_POLLING } from './deck';

const cwd = folderWith({
  workflow: { polling: QUICK_POLLING, review: { mode: 'off' } },
});
const run = (...args: string[]) => deck(['schedule', ...args], { cwd });

test.each<[string[], string]>([
  [['create', 'a b', '--cron', '0 8 * * 1', '--title', 'Tea'], '"a b" is not a valid name'],
  [['create', 'tea', '--title', 'Tea'], 'Specify either --cron or --every.'],
  [['create', 'tea', '--cron', '0 8 * * 1'], 'Specify either --input or --title.'],
  [['create', 'tea', '--every', 'week', '--title', 'Tea'], '--every takes a duration'],
  [['create', 'tea', '--every', '1s', '--title', 'Tea'], 'at least 1 minute'],
  [['create', 'tea', '--every', '1h', '--timezone', 'Europe/Berlin', '--title', 'Tea'], '--timezone requires --cron'],
  [['create', 'tea', '--every', '1h', '--title', ''], 'title is empty'],
  [['create', 'tea', '--every', '1h', '--input', 'none.json'], 'none.json does not exist'],
])('%j is rejected before anything is created', async (args, sentence) => {
  const { code, stdout, stderr } = await run(...args);
  expect(stderr).toContain(sentence);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

describe('next to a running stack', () => {
  devIn(cwd);

  test('a schedule is created, triggered, paused, resumed and deleted', async () => {
    writeFileSync(join(cwd, 'weekly.json'), JSON.stringify({ uid: 'u1', title: 'Every week', formats: ['pdf'] }));
    const created = await run(
      'create',
      'weekly',
      '--cron',
      '0 8 * * 1',
      '--timezone',
      'Europe/Berlin',
      '--input',
      'weekly.json',
    );
    expect(created).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Scheduled: 0 8 * * 1 (Europe/Berlin).'),
    });
    const twice = await run('create', 'weekly', '--every', '1 day', '--title', 'Tea');
    expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('The schedule weekly already exists') });

    const listed = async (): Promise<{ paused: boolean }[]> => JSON.parse((await run('list', '--json')).stdout);
    // The server's list is eventually consistent.
    const shows = async (fits: (list: { paused: boolean }[]) => boolean) => {
      for (;;) {
        const list = await listed();
        if (fits(list)) return list;
      }
    };
    expect(await shows((list) => list.length === 1)).toEqual([
      {
        name: 'weekly',
        title: 'Every week',
        when: '0 8 * * 1 (Europe/Berlin)',
        paused: false,
        next: expect.any(String),
      },
    ]);

    expect((await run('trigger', 'weekly')).code).toBe(0);
    const list = async () =>
      JSON.parse((await deck(['list', '--uid', 'u1', '--json'], { cwd })).stdout) as {
        workflowId: string;
        title: string;
      }[];
    let decks = await list();
    while (decks.length === 0) decks = await list();
    expect(decks).toMatchObject([
      { workflowId: expect.stringMatching(/^presentation\/u1\/weekly-\d{8}T\d{6}Z$/), title: 'Every week' },
    ]);
    const watched = await deck(['watch', decks[0]!.workflowId], { cwd });
    expect(watched).toMatchObject({ code: 0, stdout: expect.stringContaining('Every week (frame).pdf') });

    expect((await run('pause', 'weekly')).stdout).toBe('Paused.\n');
    await shows(([one]) => one?.paused === true);
    expect((await run('resume', 'weekly')).stdout).toBe('Resumed.\n');
    await shows(([one]) => one?.paused === false);
    expect((await run('delete', 'weekly')).code).toBe(0);
    await shows((left) => left.length === 0);
    expect(await run('trigger', 'weekly')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('no schedule weekly'),
    });
  });

  test('a cron expression that the server rejects is bad input', async () => {
    const { code, stderr } = await run('create', 'odd', '--cron', 'every monday', '--title', 'Tea');
    expect(stderr).toContain('The schedule is invalid: ');
    expect(code).toBe(2);
  });

  test('an input with a request or an invalid field is rejected', async () => {
    writeFileSync(join(cwd, 'bad.json'), JSON.stringify({ title: 'Tea', request: 'r1' }));
    expect((await run('create', 'odd', '--every', '1h', '--input', 'bad.json')).stderr).toContain(
      'remove the field request',
    );
    writeFileSync(join(cwd, 'bad.json'), JSON.stringify({ title: 'Tea', formats: ['doc'] }));
    expect(await run('create', 'odd', '--every', '1h', '--input', 'bad.json')).toMatchObject({ code: 2 });
  });
});
