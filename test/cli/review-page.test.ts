import type { DeckView } from '../../src/web/v1/schemas';
import { deckPath } from '../review/review';
import { deck as deckIn, devIn, folderWith, launch } from './deck';

describe('the review page on the command line', () => {
  const cwd = folderWith();
  const deck = (args: string[]) => deckIn(args, { cwd });
  const json = async (args: string[]) => JSON.parse((await deck([...args, '--json'])).stdout);

  const dev = devIn(cwd);

  beforeAll(async () => {
    await deck(['start', 'Tea', '--uid', 'u1', '--key', 'r1']);
  });

  const at = async (address: string): Promise<DeckView> => {
    const [base, link] = address.split('/review#');
    const response = await fetch(`${base}${deckPath(link!)}`, { headers: { authorization: `Bearer ${link}` } });
    expect(response.status).toBe(200);
    return (await response.json()) as DeckView;
  };

  test('deck dev serves it and prints its URL', async () => {
    await expect(dev.says(/Review page +http:\/\/127\.0\.0\.1:\d+\n/)).resolves.toBeUndefined();
  });

  test('deck inbox --page prints a link that logs in to the inbox, as deck dev does', async () => {
    await expect(dev.says(/Inbox +http:\/\/127\.0\.0\.1:\d+\/#\S+\n/)).resolves.toBeUndefined();
    const { code, stdout, stderr } = await deck(['inbox', '--page']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Valid until .* UTC\.\nOnly this/) });
    const [base, link] = stdout.trim().split('/#');
    const response = await fetch(`${base}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ link }),
    });
    expect(response.status).toBe(204);
    const cookie = response.headers.get('set-cookie')!.split(';')[0]!;
    const inbox = await fetch(`${base}/v1/inbox`, { headers: { cookie, 'x-deck': '1' } });
    expect(await inbox.json()).toEqual({ items: expect.any(Array), total: expect.any(Number) });
  });

  test('deck open prints a link for one gate, with an expiry', async () => {
    const { code, stdout, stderr } = await deck(['open', 'u1/r1']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Valid until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\nOnly this computer can open it\. .*\n$/);
    expect(await at(stdout.trim())).toMatchObject({
      workflowId: 'presentation/u1/r1',
      link: { gate: 'outline', role: 'reviewer' },
    });
    const { address, ...said } = await json([
      'open',
      'u1/r1',
      '--view-only',
      '--gate',
      'content',
      '--reviewer',
      'ada',
      '--expires',
      '2d',
    ]);
    expect(said).toEqual({
      workflowId: 'presentation/u1/r1',
      gate: 'content',
      role: 'viewer',
      expiresAt: expect.any(String),
    });
    expect((await at(address)).link).toEqual({
      gate: 'content',
      role: 'viewer',
      reviewer: 'ada',
      expiresAt: said.expiresAt,
    });
    expect(Date.parse(said.expiresAt) - Date.now()).toBeGreaterThan(47 * 3_600_000);
  });

  test('deck open --gate all prints a link for every gate', async () => {
    const { address, gate } = await json(['open', 'u1/r1', '--gate', 'all']);
    expect(gate).toBe('all');
    expect((await at(address)).link).toMatchObject({ gate: 'all', role: 'reviewer' });
  });

  test('deck open --ui prints the URL of the workflow', async () => {
    const { stdout } = await deck(['open', 'u1/r1', '--ui']);
    expect(stdout).toMatch(/\/namespaces\/default\/workflows\/presentation%2Fu1%2Fr1\n$/);
  });

  test('deck open rejects invalid options before connecting', async () => {
    for (const [args, sentence] of [
      [['--gate', 'both'], '--gate must be outline, content or all'],
      [['--expires', 'soon'], '--expires takes a duration'],
      [['--reviewer', ' '], '--reviewer takes a name'],
      [['--ui', '--view-only'], '--ui cannot be combined with --gate, --view-only'],
    ] as const) {
      const { code, stderr, stdout } = await deck(['open', 'u1/r1', ...args]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(sentence);
    }
    expect((await deck(['open', 'u1/nothing'])).code).toBe(5);
  });

  test('deck review-server serves it as well, with the same links', async () => {
    const server = launch(['review-server', '--port', '0'], { cwd });
    let said = '';
    server.child.stdout!.on('data', (text: string) => {
      said += text;
    });
    await server.says('review page ready');
    const { address } = await json(['open', 'u1/r1']);
    const [own] = address.split('/review#');
    const [, other] = /ready (\S+)/.exec(said)!;
    expect(other).not.toBe(own);
    expect(await at(address.replace(own, other))).toMatchObject({ workflowId: 'presentation/u1/r1' });
    server.child.kill('SIGTERM');
    expect((await server.finished).code).toBe(0);
  });

  test('deck review-server names the invalid option', async () => {
    const { code, stderr } = await deck(['review-server', '--port', 'x']);
    expect([code, stderr]).toEqual([2, '--port takes a number from 0 to 65535, not "x".\n']);
  });
});
