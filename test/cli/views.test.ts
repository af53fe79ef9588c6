import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { savedViewPage, savedViews } from '../../src/temporal/saved-views';
import { deck as deckIn, devIn, folderWith } from './deck';

describe('the saved views', () => {
  const now = new Date('2026-03-05T15:30:10.500Z');
  const views = savedViews({ overdueAfter: 2 * 86_400_000, now });
  const queryOf = (key: string) => views.find((view) => view.key === key)!.query;

  test('views about time contain the current time, in whole seconds', () => {
    expect(queryOf('review-overdue')).toContain("PresentationWaitingSince < '2026-03-03T15:30:10Z'");
    expect(queryOf('review-ends')).toContain("PresentationReviewDue < '2026-03-06T15:30:10Z'");
    const midnight = new Date(now);
    midnight.setHours(0, 0, 0, 0);
    expect(queryOf('failed-today')).toContain(`CloseTime >= '${midnight.toISOString().replace('.000', '')}'`);
  });

  test('with a user, every view is narrowed and named after the user, and one view has all their decks', () => {
    const own = savedViews({ overdueAfter: 1, now, uid: 'u1' });
    expect(own.map(({ key }) => key)).toEqual([...views.map(({ key }) => key), 'user']);
    for (const { name, query } of own) {
      expect(name).toMatch(/, u1$/);
      expect(query).toMatch(/ AND PresentationUid = 'u1'$/);
    }
  });

  test('the URL survives a shell and a terminal', () => {
    const url = savedViewPage('http://ui', 'a b', { key: 'k', name: "It's (mine)", query: "A = 'b' AND C IN ('d')" });
    expect(url).not.toMatch(/['()\s!*]/);
    const { pathname, searchParams } = new URL(url);
    expect(pathname).toBe('/namespaces/a%20b/workflows');
    expect(Object.fromEntries(searchParams)).toEqual({ query: "A = 'b' AND C IN ('d')", savedQuery: "It's (mine)" });
  });
});

describe('deck list --views', () => {
  const cwd = folderWith();
  const deck = (args: string[], env?: NodeJS.ProcessEnv) => deckIn(args, { cwd, ...(env ? { env } : {}) });

  const dev = devIn(cwd);

  beforeAll(async () => {
    for (const [request, review] of [
      ['r1', 'off'],
      ['r2', 'required'],
    ] as const) {
      const made = ['start', 'Tea', '--uid', 'u1', '--key', request, '--review', review];
      expect((await deck(request === 'r1' ? [...made, '--wait'] : made)).code).toBe(0);
    }
  });

  async function counted(args: string[] = []): Promise<Record<string, number>> {
    const { stdout } = await deck(['list', '--views', ...args, '--json']);
    const views = JSON.parse(stdout) as { key: string; decks: number }[];
    return Object.fromEntries(views.map(({ key, decks }) => [key, decks]));
  }

  test('every view is a valid query and counts its decks', async () => {
    const expected = {
      waiting: 1,
      'awaiting-review': 1,
      'review-overdue': 0,
      'review-ends': 0,
      'needs-attention': 0,
      stalled: 0,
      generating: 0,
      exporting: 0,
      'failed-today': 0,
      'delivered-today': 1,
    };
    for (;;) {
      const counts = await counted();
      if (counts['awaiting-review'] === 1 && counts['delivered-today'] === 1) {
        expect(counts).toEqual(expected);
        break;
      }
    }
    expect(await counted(['--uid', 'u1'])).toEqual({ ...expected, user: 2 });
    expect(await counted(['--uid', 'u2'])).toMatchObject({ 'awaiting-review': 0, user: 0 });
  });

  test('prints name, count and URL of each view, in the Temporal UI of the running server', async () => {
    const { stdout, code } = await deck(['list', '--views']);
    const { uiUrl } = JSON.parse(readFileSync(join(cwd, '.deck/run.json'), 'utf8')) as { uiUrl: string };
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(10);
    expect(stdout).toContain(`awaiting-review      1  ${uiUrl}/namespaces/default/workflows?query=`);
  });

  test('--open opens the URL in the browser', async () => {
    const bin = join(cwd, 'bin');
    mkdirSync(bin, { recursive: true });
    for (const name of ['xdg-open', 'open']) {
      writeFileSync(join(bin, name), `#!/bin/sh\nprintf %s "$1" > '${cwd}/opened'\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const { stdout, stderr, code } = await deck(['list', '--views', '--open', 'needs-attention'], {
      PATH: `${bin}:${process.env.PATH}`,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Opened.\n' });
    expect(stdout).toContain(readFileSync(join(cwd, 'opened'), 'utf8'));
  });

  test('--open all opens the page that saves all views, which deck dev prints on one line', async () => {
    await deck(['list', '--views', '--open', 'all'], { PATH: `${join(cwd, 'bin')}:${process.env.PATH}` });
    const opened = readFileSync(join(cwd, 'opened'), 'utf8');
    expect(opened).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/views$/);
    await dev.says(`Temporal UI ${opened}\n`);
    const page = await fetch(opened);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-/);
    expect(await page.text()).toContain('"first":"/namespaces/default/workflows?query=');
  });

  test('a terminal that supports links shows names and counts that open the views', async () => {
    const { stdout } = await deck(['list', '--views'], { FORCE_HYPERLINK: '1' });
    const [first] = stdout.split('\n');
    expect(first).toMatch(
      /^\x1b\]8;;http:\/\/127\.0\.0\.1:\d+\/[^\x1b]+savedQuery=Waiting%20for%20a%20person\x1b\\waiting +1\x1b\]8;;\x1b\\$/,
    );
  });

  test('--open without a browser prints the URL', async () => {
    const { stdout, stderr, code } = await deck(['list', '--views', '--open', 'exporting'], { PATH: '/nowhere' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot open the browser \(ENOENT\)\. Open this URL: http:\/\/127\.0\.0\.1:\d+\/namespaces/);
    expect(stdout).toContain('savedQuery=Exporting');
  });

  test('an unknown view is rejected with the names of the available ones', async () => {
    const { stderr, code } = await deck(['list', '--views', '--open', 'everything']);
    expect(code).toBe(2);
    expect(stderr).toContain('unknown view "everything". Available: all, waiting, awaiting-review, review-overdue');
  });

  test('with an existing server, the URL of the Temporal UI must be configured', async () => {
    const { temporalAddress } = JSON.parse(readFileSync(join(cwd, '.deck/run.json'), 'utf8')) as Record<string, string>;
    const other = folderWith({ temporal: { mode: 'existing', address: temporalAddress } });
    const unset = await deckIn(['list', '--views'], { cwd: other });
    expect(unset.code).toBe(2);
    expect(unset.stderr).toContain('The URL of the Temporal UI is unknown. Set temporal.uiUrl.');
    const temporal = { mode: 'existing', address: temporalAddress, uiUrl: 'https://ui.example/' };
    const set = await deckIn(['list', '--views', '--json'], { cwd: folderWith({ temporal }) });
    expect(JSON.parse(set.stdout)[0].url).toMatch(/^https:\/\/ui\.example\/namespaces\/default\/workflows\?query=/);
  });
});
