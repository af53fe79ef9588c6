import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deck as deckIn, devIn, folderWith } from './deck';

const points = Array.from({ length: 12 }, (_, at) => `#### The moon pulls the water, and the water follows it ${at}\n`);
/** Longer than what stays inline. */
const TEXT = `# Tides\n\n${Array.from({ length: 8 }, (_, at) => `## Chapter ${at}\n\n### Page ${at}\n\n${points.join('\n')}`).join('\n')}`;

describe('deck data', () => {
  const cwd = folderWith();
  const deck = (...args: string[]) => deckIn(args, { cwd });
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await deck('data', ...args, '--json');
    if (code !== 0) throw new Error(`${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  devIn(cwd);

  beforeAll(async () => {
    for (const uid of ['u1', 'u2']) writeFileSync(join(cwd, `${uid}.md`), `${TEXT}\n#### Only ${uid} knows this\n`);
    const start = (uid: string, key: string, ...more: string[]) =>
      deck('start', '--markdown', `${uid}.md`, '--uid', uid, '--key', key, ...more);
    expect((await start('u1', 'done', '--review', 'off', '--wait')).code).toBe(0);
    expect((await start('u1', 'open', '--channel', 'web')).code).toBe(0);
    expect((await start('u2', 'done', '--review', 'off', '--wait')).code).toBe(0);
    expect(
      (await deck('schedule', 'create', 'weekly', '--title', 'Tea', '--uid', 'u1', '--every', '7 days')).code,
    ).toBe(0);
  });

  test('sizes and spend are by account and user', async () => {
    const { users, files } = await json('sizes');
    const u1 = users.find(({ uid, channel }: { uid: string; channel: string }) => uid === 'u1' && channel === '');
    expect(u1.kinds).toMatchObject({ designs: { rows: 1 }, exports: { rows: 1 }, tokens: { rows: 1 } });
    expect(files.output).toMatchObject({ u1: { rows: 2 }, u2: { rows: 2 } });
    const { stdout } = await deck('data', 'sizes');
    expect(stdout).toMatch(/u1~web/);
    expect(stdout).toMatch(/documents: \d+ files of \d+ users/);
    expect(await json('spend')).toEqual([]);
    expect((await deck('data', 'spend', '--since', 'today')).code).toBe(2);
  });

  test('revoked tokens end, of a user or of an account', async () => {
    expect(await json('revoke', '--uid', 'u2')).toEqual({ revoked: 1 });
    expect(await json('revoke', '--uid', 'u2')).toEqual({ revoked: 0 });
    expect((await deck('data', 'revoke')).code).toBe(2);
    expect(await json('revoke', '--account', 'demo-access-key')).toEqual({ revoked: expect.any(Number) });
  });

  test('an export has rows, files, texts and the list of decks, and no secret', async () => {
    const { files } = await json('export', 'u1-data', '--uid', 'u1');
    expect(files).toBeGreaterThan(20);
    const names = readdirSync(join(cwd, 'u1-data'), { recursive: true }).map(String);
    expect(names.filter((name) => name.endsWith('tides-done/tides-done.pptx') || name.endsWith('.pptx'))).not.toEqual(
      [],
    );
    const decks = JSON.parse(readFileSync(join(cwd, 'u1-data/decks.json'), 'utf8'));
    expect(decks.map(({ workflowId }: { workflowId: string }) => workflowId)).toEqual(
      expect.arrayContaining(['presentation/u1/done', 'presentation/u1~web/open']),
    );
    expect(names.some((name) => name.endsWith('designs.json'))).toBe(true);
    const again = await deck('data', 'export', 'u1-data', '--uid', 'u1');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('cannot be created')]);
  });

  test('erase needs a yes, removes a person everywhere, and says what is left; a repetition finds nothing', async () => {
    mkdirSync(join(cwd, 'out/u1/mine'), { recursive: true });
    const refused = await deck('data', 'erase', '--uid', 'u1');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    const erased = await json('erase', '--uid', 'u1', '--yes');
    expect(erased).toMatchObject({ ended: 1, schedules: ['weekly'], left: { histories: [], batchLists: 0 } });
    expect(erased.deleted).toBeGreaterThanOrEqual(2);
    expect(existsSync(join(cwd, 'out/u1/tides-done'))).toBe(false);
    const { users, files } = await json('sizes');
    expect(users.map(({ uid }: { uid: string }) => uid)).not.toContain('u1');
    expect(Object.keys(files.output)).toEqual(['u2']);
    const again = await json('erase', '--uid', 'u1', '--yes');
    expect(again).toMatchObject({ service: { rows: 0, files: 0 }, workerFiles: 0, schedules: [], ended: 0 });
    const audit = (await deck('audit', 'export')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const actions = audit.filter(({ object }) => object === 'u1').map(({ action }) => action);
    const twice = ['data.erase-began', 'data.erase-began', 'data.erased', 'data.erased'];
    expect(actions.sort()).toEqual([...twice, 'data.exported']);
    expect((await deck('status', 'u2/done')).code).toBe(0);
    const database = readdirSync(join(cwd, '.deck/service')).filter((name) => name.startsWith('service.db'));
    const bytes = database.map((name) => readFileSync(join(cwd, '.deck/service', name)));
    expect(['Only u1', 'Only u2'].map((text) => bytes.some((each) => each.includes(text)))).toEqual([false, true]);
  });
});
