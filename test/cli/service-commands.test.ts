import { deck as deckIn, devIn, folderWith } from './deck';

const cwd = folderWith();
const deck = (args: string[]) => deckIn(args, { cwd });
const json = async (args: string[]) => JSON.parse((await deck([...args, '--json'])).stdout);

devIn(cwd);

beforeAll(async () => {
  const made = ['start', 'Tea', '--uid', 'u1', '--key', 'r1', '--review', 'off', '--wait'];
  expect((await deck(made)).code).toBe(0);
});

test('deck doctor says whether the key pair is taken', async () => {
  const found = async (env = {}) => {
    const { stdout } = await deckIn(['doctor', '--json'], { cwd, env });
    const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; message: string }[] };
    return checks.find(({ name }) => name === 'generation service');
  };
  expect(await found()).toMatchObject({ state: 'ok', message: expect.stringContaining('grants tokens') });
  const wrong = { DECK_API_KEY: 'demo-access-key', DECK_SECRET_KEY: 'wrong' };
  expect(await found(wrong)).toMatchObject({ state: 'missing', message: expect.stringContaining('grants no token') });
});

describe('deck service probe', () => {
  test('finds a service that the profile knows, and creates nothing', async () => {
    const { ok, profile, findings } = await json(['service', 'probe', '--uid', 'probe']);
    expect([ok, profile]).toEqual([true, {}]);
    expect(findings).toContainEqual({ name: 'designs', state: 'ok', message: '0 designs; too few to see their order' });
    expect(await json(['service', 'list', 'designs', '--uid', 'probe'])).toEqual([]);
  });

  test('makes one deck if it may', async () => {
    const { code, stdout } = await deck(['service', 'probe', '--uid', 'probe', '--spend', '1']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/✔ file +\d+ bytes.*\n· design .*\n.*design delete \d+$/m),
    ]);
    expect(await json(['service', 'list', 'designs', '--uid', 'probe'])).toHaveLength(1);
  });

  test.each([
    ['a wrong secret key', ['service', 'probe'], { DECK_SECRET_KEY: 'wrong' }, 1, 'service.secretKey and the clock'],
    ['an address without a service', ['service', 'probe', '--url', 'http://127.0.0.1:9'], {}, 1, 'service.baseUrl'],
    ['an address without a host', ['service', 'probe', '--url', 'slides'], {}, 2, '--url takes an http or https URL'],
    ['two decks', ['service', 'probe', '--spend', '2'], {}, 2, '--spend takes 0 or 1'],
  ])('says what is wrong with %s', async (_name, args, env, exit, text) => {
    const { code, stdout, stderr } = await deckIn(args, {
      cwd,
      env: { DECK_API_KEY: 'demo-access-key', DECK_SECRET_KEY: 'demo-secret-key', ...env },
    });
    expect([code, stdout + stderr]).toEqual([exit, expect.stringContaining(text)]);
  });
});

describe('deck service design', () => {
  const designId = async () => (await json(['status', 'u1/r1'])).designId as number;

  test('list shows the designs of the user, without signed URLs', async () => {
    const listed = await json(['service', 'list', 'designs', '--uid', 'u1']);
    expect(listed).toEqual([
      {
        id: await designId(),
        name: 'Tea',
        size: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect((await deck(['service', 'list', 'designs', '--uid', 'u1'])).stdout).toMatch(/^ *\d+ {2}Tea {2}/);
    expect(await json(['service', 'list', 'designs', '--uid', 'u2'])).toEqual([]);
  });

  test('rename, delete, restore and clear', async () => {
    const id = await designId();
    const own = ['--uid', 'u1'];
    expect(await json(['service', 'design', 'rename', `${id}`, 'Green tea', ...own])).toEqual({
      id,
      name: 'Green tea',
    });
    const deleted = await deck(['service', 'design', 'delete', `${id}`, ...own]);
    expect(deleted.stdout).toContain(`To restore it: deck service design restore ${id}`);
    expect(await json(['service', 'list', 'designs', ...own])).toEqual([]);
    expect(await json(['service', 'list', 'designs', '--deleted', ...own])).toEqual([
      expect.objectContaining({ id, name: 'Green tea', deletedAt: expect.any(String), daysLeft: 30 }),
    ]);
    expect(await json(['service', 'design', 'restore', `${id}`, ...own])).toEqual({ id, restored: true });

    const early = await deck(['service', 'design', 'clear', `${id}`, '--yes', ...own]);
    expect(early.stderr).toContain(
      `No design ${id} in the trash of user u1. To list designs:\n  deck service list designs --deleted --uid u1\n`,
    );
    expect(early.code).toBe(5);
    await deck(['service', 'design', 'delete', `${id}`, ...own]);
    const unsaid = await deck(['service', 'design', 'clear', `${id}`, ...own]);
    expect(unsaid).toEqual({
      code: 2,
      stdout: '',
      stderr: `Design ${id} will be permanently deleted. Pass --yes to confirm.\n`,
    });
    expect(await json(['service', 'list', 'designs', '--deleted', ...own])).toHaveLength(1);
    expect(await json(['service', 'design', 'clear', `${id}`, '--yes', ...own])).toEqual({ id, cleared: true });
    expect(await json(['service', 'list', 'designs', '--deleted', ...own])).toEqual([]);
  });

  test('designs of another user are not found', async () => {
    const made = ['start', 'Milk', '--uid', 'u1', '--key', 'r2', '--review', 'off', '--wait'];
    expect((await deck(made)).code).toBe(0);
    const { designId: id } = await json(['status', 'u1/r2']);
    for (const args of [
      ['rename', `${id}`, 'Mine'],
      ['delete', `${id}`],
      ['restore', `${id}`],
      ['clear', `${id}`, '--yes'],
    ]) {
      const { code, stdout, stderr } = await deck(['service', 'design', ...args, '--uid', 'u2']);
      expect(stderr).toContain(`No design ${id} `);
      expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    }
    expect(await json(['service', 'list', 'designs', '--uid', 'u1'])).toEqual([
      expect.objectContaining({ id, name: 'Milk' }),
    ]);
  });
});

describe('options, topics and templates', () => {
  test('options by group, each with its ID, name and aliases', async () => {
    const groups = await json(['service', 'list', 'options']);
    expect(groups.map(({ key }: { key: string }) => key)).toEqual(['page', 'group', 'scene', 'tone', 'language']);
    expect(groups[3].options).toContainEqual({
      id: 41,
      name: '正式',
      also: expect.arrayContaining(['professional']),
      default: false,
    });
    expect((await deck(['service', 'list', 'options'])).stdout).toMatch(/^tone .*\n +40 .*natural, default$/m);
  });

  test('topics, up to the limit, with the number of remaining ones', async () => {
    expect(await json(['service', 'list', 'topics', '--limit', '2'])).toEqual([
      { id: expect.any(Number), title: expect.any(String) },
      { id: expect.any(Number), title: expect.any(String) },
    ]);
    const all = await json(['service', 'list', 'topics', '--limit', '9999']);
    const { stdout, stderr } = await deck(['service', 'list', 'topics', '--limit', '2']);
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(stderr).toBe(`${all.length - 2} more; raise --limit to list them.\n`);
  });

  test('templates in the order of --rank, by filters under any of their names', async () => {
    const { templates, total, filters } = await json(['service', 'list', 'templates']);
    expect(templates).toHaveLength(total);
    expect(templates[0]).toEqual({ rank: 1, id: expect.any(Number), type: 1, cover: expect.stringMatching(/^http:/) });
    expect(Object.keys(filters)).toEqual(['color', 'style', 'scene']);
    const [blue, named, numbered] = await Promise.all(
      ['Blue', '蓝色', '1'].map((colour) => json(['service', 'list', 'templates', '--template-color', colour])),
    );
    expect(blue.total).toBeGreaterThan(0);
    expect(blue.total).toBeLessThan(total);
    expect([named.templates, numbered.templates]).toEqual([blue.templates, blue.templates]);
    const wrong = await deck(['service', 'list', 'templates', '--style', 'baroque']);
    expect(wrong.stderr).toMatch(/^--style: unknown value "baroque"\. Available: 商务 business \(1\), /);
    expect(wrong.code).toBe(2);
    const off = await deck(['service', 'list', 'templates', '--enterprise']);
    expect(off).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('no enterprise templates') });
  });
});

test('usage counts the outlines of users; an unknown user has none', async () => {
  expect(await json(['service', 'usage', 'u1', 'nobody', 'u1'])).toEqual([
    { uid: 'u1', count: 2 },
    { uid: 'nobody', count: 0 },
  ]);
  const many = Array.from({ length: 45 }, (_, at) => `user${at}`);
  expect(await json(['service', 'usage', ...many])).toHaveLength(45);
});

test('rejected account keys are reported', async () => {
  const env = { DECK_API_KEY: 'somebody', DECK_SECRET_KEY: 'wrong-secret' };
  const { code, stdout, stderr } = await deckIn(['service', 'usage', 'u1'], { cwd, env });
  expect(stderr).toMatch(/^The generation service at http:\/\/127\.0\.0\.1:\d+ rejected the keys of this account: /);
  expect(stderr).not.toContain('wrong-secret');
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
});
