import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RECORD } from '../conformance/judged';
import { serviceForTests } from '../service/running-service';
import { ACCOUNT } from '../vendor/service';
import { type StandIn, startStandIn } from '../vendor/stand-in';
import { deck as deckIn, folderWith, launch } from './deck';

const cwd = folderWith();
const output = mkdtempSync(join(tmpdir(), 'deck-verify-'));
const env = { DECK_API_KEY: ACCOUNT.apiKey, DECK_SECRET_KEY: ACCOUNT.secretKey };
const verify = (...args: string[]) => deckIn(['service', 'verify', ...args], { cwd });
const read = (name: string) => readFileSync(join(output, name), 'utf8');

describe('deck service verify, of the embedded service', () => {
  const service = serviceForTests();

  test('prints each check, creates nothing, and writes report and record without secrets', async () => {
    const files = ['--report', join(output, 'report.md'), '--record', join(output, 'record.json')];
    const { code, stdout, stderr } = await verify('--against', service.url, '--uid', 'u7', ...files);
    expect([code, stderr]).toEqual([0, `Report: ${join(output, 'report.md')}\n`]);
    expect(stdout).toMatch(/^✔ a response has code/);
    expect(stdout).toContain('– design save answers');
    expect(stdout).toMatch(/\n28 passed, 0 failed, \d+ not run\.\n$/);
    expect(read('report.md')).toContain('| ✔ | the token grant answers');
    expect(JSON.parse(read('report.json'))).toMatchObject({ passed: 28, failed: 0 });
    const record = JSON.parse(read('record.json'));
    expect(record.uid).toBe('u7');
    expect(record.exchanges.filter(({ path }: { path: string }) => /v2\/task|design\/v2\/save/.test(path))).toEqual([]);
    for (const text of [stdout, read('report.md'), read('report.json'), read('record.json')])
      expect(text).not.toMatch(/demo-(?:access|secret)-key|signature=/);

    const replay = await verify('--replay', join(output, 'record.json'));
    expect(replay).toEqual({ code: 0, stdout, stderr: '' });
  });

  test('--json prints the report', async () => {
    const { code, stdout } = await verify('--against', service.url, '--json');
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ service: new URL(service.url).host, failed: 0, version: expect.any(String) });
    expect(report.checks[0]).toMatchObject({ title: expect.any(String), rules: [expect.any(String)], state: 'passed' });
  });
});

describe('deck service verify', () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterAll(() => standIn.close());

  test('says what was expected and what came, and exits with 1', async () => {
    const { code, stdout } = await deckIn(['service', 'verify', '--against', standIn.url], { cwd, env });
    expect(code).toBe(1);
    expect(stdout).toContain('✘ the code grant answers');
    expect(stdout).toContain('\n    expected the code grant to be an object; came []\n');
    expect(stdout).not.toMatch(/-of-the-vendor|t\.default/);
  });

  test('stops at Ctrl-C', async () => {
    const slow = { instead: { options: () => ({ json: { code: 0 }, afterMs: 600_000 }) } };
    standIn.serve('slow', [slow]);
    const running = launch(['service', 'verify', '--against', standIn.url, '--uid', 'slow'], { cwd, env });
    await running.says('the user count answers');
    running.child.kill('SIGINT');
    expect((await running.finished).code).toBe(130);
  });

  test.each([
    [['--against', 'http://127.0.0.1:9'], 6, 'No generation service is reachable at http://127.0.0.1:9: '],
    [['--against', 'ftp://x'], 2, '--against takes an http or https URL without credentials and query.\n'],
    [['--replay', 'no.json'], 2, 'no.json does not exist.\n'],
    [['--replay', 'temporal.yaml'], 2, 'temporal.yaml is not a record of deck service verify.\n'],
    [['--replay', RECORD, '--record', 'x'], 2, '--replay cannot be combined with --against or --record.\n'],
  ])('%j ends with %i', async (args, code, message) => {
    const result = await verify(...args);
    expect(result).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
  });

  test('a wrong secret key is one clear error', async () => {
    const wrong = { DECK_API_KEY: ACCOUNT.apiKey, DECK_SECRET_KEY: 'wrong' };
    const { code, stdout, stderr } = await deckIn(['service', 'verify', '--against', standIn.url], { cwd, env: wrong });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`The generation service at ${standIn.url} granted no token: bad signature (61002).\n`);
  });
});
