import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditKeyOf } from '../../src/base/audit/audit-key';
import type { AuditEntry } from '../../src/base/audit/audit-line';
import { AuditLog } from '../../src/base/audit/audit-log';
import { entriesOf, ocsfOf } from '../../src/base/audit/export-log';
import { verifyLog } from '../../src/base/audit/verify-log';

const key = auditKeyOf('a secret of the installation');
const isOurs = (each: string) => each === key.publicKey;
const DAY = 86_400_000;
const MONDAY = Date.parse('2026-03-02T10:00:00Z');

const entry = (action: string): AuditEntry => ({ action, who: { name: '王芳', by: 'session' }, from: '192.0.2.7' });

let directory: string;
let now: number;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'audit-'));
  now = MONDAY;
});
afterEach(() => rmSync(directory, { recursive: true }));

const open = (origin = 'web', keep = 400 * DAY) => new AuditLog({ directory, key, origin, keep, now: () => now });
const verify = () => verifyLog(directory, isOurs);
const faults = async () => (await verify()).faults;
const files = () => readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
const path = (index = 0) => join(directory, files()[index]!);
const lines = (index = 0) => readFileSync(path(index), 'utf8').trimEnd().split('\n');
const rewrite = (change: (lines: string[]) => string[], index = 0) =>
  writeFileSync(
    path(index),
    change(lines(index))
      .map((line) => `${line}\n`)
      .join(''),
  );

/** A chain of `log.began` and four entries. */
async function written(): Promise<void> {
  const log = open();
  for (const action of ['one', 'two', 'three', 'four']) await log.append(entry(action));
}

test('an untouched log is intact, over days and processes', async () => {
  const [web, worker] = [open(), open('worker')];
  for (let day = 0; day < 3; day += 1) {
    await Promise.all([web, worker].flatMap((log) => ['a', 'b', 'c'].map((action) => log.append(entry(action)))));
    now += DAY;
  }
  // Of each process: `log.began`, two of `log.day`, nine entries.
  expect(await verify()).toEqual({ entries: 24, chains: 2, faults: [], unknownKeys: [] });
  expect(files()).toHaveLength(6);
});

test.each<[string, (lines: string[]) => string[], RegExp, RegExp]>([
  ['altered', (all) => all.with(2, all[2]!.replace('two', 'TWO')), /:3$/, /signature.*wrong/],
  ['replaced by a line with another signature', (all) => all.with(2, all[3]!), /:3$/, /removed or moved/],
  ['removed', (all) => all.toSpliced(2, 1), /:3$/, /line 4 follows line 2/],
  ['reordered', (all) => all.with(2, all[3]!).with(3, all[2]!), /:3$/, /moved/],
  ['repeated', (all) => all.toSpliced(2, 0, all[1]!), /:3$/, /moved or repeated/],
  ['cut off at the end', (all) => all.slice(0, 3), /:3$/, /lines up to 5 .* were removed/],
  ['removed at the beginning', (all) => all.slice(1), /:1$/, /wrong|removed/],
  ['cut within the last line', (all) => all.with(4, all[4]!.slice(0, 40)), /:5$/, /changed or cut off/],
  ['made up', (all) => [...all, '{"seq":6,"action":"x"}'], /:6$/, /not a line/],
])('a line that is %s is found, with its place', async (_, change, place, what) => {
  await written();
  rewrite(change);
  const [first] = await faults();
  expect(first?.place).toMatch(place);
  expect(first?.what).toMatch(what);
});

test('a chain that someone wrote again with another key is found', async () => {
  await written();
  const other = new AuditLog({
    directory,
    key: auditKeyOf('another secret'),
    origin: 'web',
    keep: DAY,
    now: () => now,
  });
  await other.append(entry('forged'));
  expect((await verify()).unknownKeys).toEqual([auditKeyOf('another secret').publicKey]);
});

test('the missing file of a day, and a missing chain, are found', async () => {
  const web = open();
  await web.append(entry('first day'));
  now += DAY;
  await web.append(entry('second day'));
  now += DAY;
  await web.append(entry('third day'));
  rmSync(path(1));
  expect(await faults()).toEqual([expect.objectContaining({ what: expect.stringMatching(/line 5 follows line 2/) })]);

  rmSync(directory, { recursive: true });
  await open('web').append(entry('of the web server'));
  await open('worker').append(entry('of the worker, which names the other chain'));
  for (const name of readdirSync(directory)) if (name.includes('web')) rmSync(join(directory, name));
  const [fault] = await faults();
  expect(fault?.what).toMatch(/the chain web-.* were removed.*its files are missing/);
});

test('the beginning of a line that a killed process left is not a fault', async () => {
  await written();
  writeFileSync(path(), `${readFileSync(path(), 'utf8')}{"seq":6,"prev":"`);
  expect(await faults()).toEqual([]);
});

test('files end after their retention, and what ended is not missing', async () => {
  const web = open('web', 2 * DAY);
  for (let day = 0; day < 6; day += 1) {
    await web.append(entry(`day ${day}`));
    now += DAY;
  }
  expect(files()).toHaveLength(3);
  expect(await faults()).toEqual([]);
  rmSync(path(0));
  expect((await faults())[0]?.what).toMatch(/removed, and no retention did/);
});

test('an entry with an ID is written once, also after a restart and by two at once', async () => {
  const act = { ...entry('decision.approve'), id: 'run/1' };
  const web = open();
  await Promise.all([web.appendOnce(act), web.appendOnce(act)]);
  await web.appendOnce(act);
  await open('worker').appendOnce(act);
  const found: string[] = [];
  for await (const { action } of entriesOf(directory)) if (action.startsWith('decision')) found.push(action);
  expect(found).toEqual(['decision.approve']);
  expect((await verify()).entries).toBe(2);
});

test('many writers at once lose nothing', async () => {
  const logs = [open('a'), open('b'), open('c')];
  await Promise.all(Array.from({ length: 300 }, (_, index) => logs[index % 3]!.append(entry(`entry ${index}`))));
  const actions = new Set<string>();
  for await (const { action } of entriesOf(directory)) actions.add(action);
  expect(actions.size).toBe(301);
  expect(await faults()).toEqual([]);
});

test('a log that cannot be written says so, and continues when it can', async () => {
  const log = open();
  await log.append(entry('before'));
  const [kept, at] = [readFileSync(path()), path()];
  rmSync(at);
  mkdirSync(at);
  await expect(log.append(entry('refused'))).rejects.toThrow('EISDIR');
  rmSync(at, { recursive: true });
  writeFileSync(at, Buffer.concat([kept, Buffer.from('{"seq":3,"pr')]));
  await log.append(entry('after'));
  expect(await faults()).toEqual([]);
  expect(lines().map((line) => JSON.parse(line).action)).toEqual(['log.began', 'before', 'after']);
});

test('OCSF has class, activity, actor, address and resource', async () => {
  await open().append({
    ...entry('deck.download'),
    deck: 'presentation/王/1',
    object: 'a.pptx',
    sha256: 'ff',
    outcome: 200,
  });
  const all: object[] = [];
  for await (const each of entriesOf(directory)) all.push(ocsfOf(each, '1.0'));
  expect(all[1]).toMatchObject({
    class_uid: 6003,
    type_uid: 600302,
    activity_id: 2,
    status_id: 1,
    time: MONDAY,
    actor: { user: { name: '王芳' } },
    src_endpoint: { ip: '192.0.2.7' },
    api: { operation: 'deck.download', response: { code: 200 } },
    resources: [{ name: 'presentation/王/1' }, { name: 'a.pptx' }],
  });
});
