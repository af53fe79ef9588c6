import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { openProfile } from '../../src/cli/connect/profile-file';
import { type Finding, probeDeck, probeService } from '../../src/client/account';
import { settingsSchema } from '../../src/config';
import { dataChange, firstly, on } from '../vendor/changes';
import { ACCOUNT, type Behavior, code } from '../vendor/service';
import { type StandIn, startStandIn } from '../vendor/stand-in';

/** A probe of the stand-in of another vendor's service. */
const directory = mkdtempSync(join(tmpdir(), 'deck-probe-'));
let standIn: StandIn;
let last = 0;
beforeAll(async () => {
  standIn = await startStandIn();
});
afterAll(async () => {
  await standIn.close();
  rmSync(directory, { recursive: true });
});

async function probed(behavior: Behavior = {}, { spend = false, secretKey = ACCOUNT.secretKey } = {}) {
  last += 1;
  const uid = `u${last}`;
  const user = standIn.serve(uid, [behavior]);
  const settings = settingsSchema.parse({
    service: { baseUrl: standIn.url },
    data: { directory },
    workflow: { polling: { firstDelay: '10ms', cap: '20ms', floor: '10ms' } },
  });
  const findings: Finding[] = [];
  const lines = await probeService({
    settings,
    env: { DECK_API_KEY: ACCOUNT.apiKey, DECK_SECRET_KEY: secretKey },
    user: { uid, channel: '' },
    more: spend ? probeDeck : undefined,
    onFinding: (finding) => findings.push(finding),
  });
  const of = (name: string) => findings.filter((finding) => finding.name === name).at(-1);
  return { lines, findings, of, paid: { ...user.paid } };
}

/** What the service of the specification's stand-in refuses with. */
const FAILURES = {
  authentication: { codes: [61003, 43103] },
  signature: { codes: [61002, 43102] },
  'not-found': { codes: [61007, 61005, 12102] },
  'export-missing': { codes: [61008, 20001] },
};

it('names the codes of the service, and pays for nothing', async () => {
  const { lines, findings, of, paid } = await probed();
  expect(lines).toEqual({ failures: FAILURES });
  expect(of('token')).toMatchObject({
    state: 'ok',
    message: 'granted for 720 h 00 min (time_expire: seconds from now)',
  });
  expect(of('advanced options')?.message).toBe('page (1), group (1), scene (1), tone (1), language (1) and text (1)');
  expect(of('a wrong token')?.message).toBe(
    'refused with code 61003 (unknown token), which profile.failures.authentication should list',
  );
  expect(findings.filter(({ state }) => state === 'missing')).toEqual([]);
  expect(paid).toEqual({ task: 0, outline: 0, content: 0, design: 0, export: 0 });
});

it('stops at a wrong secret key, whose sentence says what to check', async () => {
  const { lines, findings } = await probed({}, { secretKey: 'wrong' });
  expect(lines).toEqual({});
  expect(findings).toEqual([
    {
      name: 'token',
      state: 'missing',
      message: expect.stringContaining('bad signature (61002'),
      remedy: 'check service.apiKey, service.secretKey and the clock of this host',
    },
  ]);
});

it('gives no meaning to a code that has several', async () => {
  const same = () => code(500, 'failed');
  const { lines, of } = await probed({ instead: { info: same, result: same, check: same } });
  const { 'not-found': _, 'export-missing': __, ...others } = FAILURES;
  expect(lines).toEqual({ failures: others });
  expect(of('an unknown export')?.message).toMatch(/code 500 \(failed\), as for other reasons/);
});

it('finds out that a new token ends the earlier one', async () => {
  const single: Behavior = { tokens: { single: true, refusal: code(61003, 'unknown token') } };
  expect((await probed(single)).of('a second token')?.message).toMatch(/^ends the first one/);
  expect((await probed()).of('a second token')).toBeUndefined();
});

it('finds out which order has the newest design first', async () => {
  const dated = (order: string) =>
    on('designs', (answer, call) => {
      const isNewest = (call.params.order === order) as boolean;
      const list = [1, 2, 3].map((day) => ({
        id: day,
        name: 'x',
        created_at: `2026-01-0${isNewest ? 4 - day : day} 00:00:00`,
      }));
      return dataChange(() => ({ list, pagination: { total: 3 } }))(answer, call);
    });
  expect((await probed(dated('1'))).lines).toEqual({ failures: FAILURES });
  expect((await probed(dated('2'))).lines).toEqual({
    failures: FAILURES,
    designOrder: { newestCreated: 2, lastModified: 1 },
  });
});

it('learns the statuses from one deck, and pays for each step once', async () => {
  const statuses = [0, 'queued', 7];
  const job = on('check', (answer, call) => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    return dataChange((data) => ({ ...data, status, content: status === 7 ? '# Tea' : '' }))(answer, call);
  });
  const { lines, of, paid } = await probed(job, { spend: true });
  expect(of('content check')?.message).toBe('statuses in their order: 0, queued, 7');
  expect(lines).toMatchObject({
    contentCheck: { generating: expect.arrayContaining([1, 0, 'queued']), succeeded: [2, 7] },
  });
  expect(paid).toEqual({ task: 1, outline: 1, content: 1, design: 1, export: 1 });
  expect(of('file')?.message).toMatch(/^\d+ bytes/);
});

it('says where a deck stopped, after what was created', async () => {
  const { of, paid } = await probed(
    firstly('design', 9, () => code(40, '系统繁忙')),
    { spend: true },
  );
  expect(of('deck')).toMatchObject({ state: 'missing', message: expect.stringContaining('系统繁忙') });
  expect(of('task')?.message).toMatch(/^ID \d+/);
  expect(paid).toMatchObject({ task: 1, content: 1, export: 0 });
});

it('adds its lines to a profile file, and keeps the rest of it', async () => {
  const path = join(directory, 'profile.yaml');
  writeFileSync(path, '# Ours\nfailures:\n  quota: { codes: [7] } # seen in May\n');
  await (await openProfile(path)).add({
    failures: { signature: { codes: [1, 2] } },
    designOrder: { newestCreated: 2 },
  });
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('# Ours\n');
  expect(text).toContain('# seen in May');
  expect(parse(text)).toEqual({
    failures: { quota: { codes: [7] }, signature: { codes: [1, 2] } },
    designOrder: { newestCreated: 2 },
  });
  writeFileSync(path, 'failures: [');
  await expect(openProfile(path)).rejects.toThrow('is not a profile file in YAML');
});
