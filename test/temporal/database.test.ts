import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { packageRoot } from '../../src/base/io/package-root';
import { openSqliteFile } from '../../src/base/io/sqlite';
import { presentationSearchAttributes, startDevServer, temporalRelease } from '../../src/temporal';
import { type DatabaseStep, prepareDatabase, serverOf } from '../../src/temporal/database';
import { DEEP } from '../deep';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';
import { olderExecutable, olderReleases, whyNoOlderServers } from '../setup/older-servers';

jest.setTimeout(300_000);

const today = { path: process.env[TEST_TEMPORAL_EXECUTABLE]!, server: temporalRelease.server };
const OPEN = 12;
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deck-database-'));
  file = join(folder, 'temporal.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a server on the file and gives it workflows, some with words that only the indexes of text find. */
async function written(executable: string): Promise<void> {
  const server = await startDevServer({
    executable,
    headless: true,
    dbFile: file,
    namespaces: ['default'],
    searchAttributes: presentationSearchAttributes,
  });
  const connection = await Connection.connect({ address: server.address });
  const client = new Client({ connection });
  for (let number = 0; number < OPEN; number += 1) {
    const options = { taskQueue: 'nobody', workflowId: `deck ${number}`, memo: { number } };
    await client.workflow.start('presentation', {
      ...options,
      args: [{ number, title: '测试 '.repeat(number) }],
      searchAttributes: { PresentationStage: ['review'], PresentationReviewers: [`reviewer ${number % 3}`, 'ada'] },
    });
    await client.workflow.getHandle(`deck ${number}`).signal('approveOutline', { revision: number });
  }
  await connection.close();
  // As a crash leaves it: with the newest rows in the log next to the file.
  process.kill(server.pid, 'SIGKILL');
  await server.ended;
}

/** What today's server finds in the file: every workflow, its events, and lists by each kind of attribute. */
async function contentOf(): Promise<{ events: number[]; counts: number[] }> {
  const namespaces = ['default'];
  const server = await startDevServer({
    executable: today.path,
    headless: true,
    dbFile: file,
    namespaces,
    searchAttributes: [],
  });
  const connection = await Connection.connect({ address: server.address });
  const { workflow } = new Client({ connection });
  try {
    const events: number[] = [];
    for (let number = 0; number < OPEN; number += 1) {
      const handle = workflow.getHandle(`deck ${number}`);
      const { memo, status } = await handle.describe();
      expect({ number: memo?.number, status: status.name }).toEqual({ number, status: 'RUNNING' });
      events.push((await handle.fetchHistory()).events?.length ?? 0);
      await handle.signal('after', { number });
    }
    const queries = [
      `PresentationStage = 'review'`,
      `PresentationReviewers = 'ada'`,
      `PresentationReviewers = 'reviewer 1'`,
      `WorkflowId STARTS_WITH 'deck 1'`,
    ];
    const counts = await Promise.all(queries.map(async (query) => (await workflow.count(query)).count));
    return { events, counts };
  } finally {
    await connection.close();
    await server.stop();
  }
}
const EXPECTED = { events: new Array(OPEN).fill(3), counts: [OPEN, OPEN, 4, 3] };

describe('a database that does not exist yet', () => {
  it('gets a schema and the version of its server, in one step', async () => {
    const steps: DatabaseStep[] = [];
    await prepareDatabase({ file, executable: today, onStep: (step) => steps.push(step) });
    expect(steps).toEqual(['start', 'schema', 'marked', 'replaced']);
    expect(serverOf(file)).toBe(temporalRelease.server);
    expect(readdirSync(folder)).toEqual(['temporal.db']);
    await written(today.path);
    expect(await contentOf()).toEqual(EXPECTED);
    expect(serverOf(file)).toBe(temporalRelease.server);
  });

  it('is the empty one of its server that an earlier installation left', async () => {
    const empty = join(folder, 'cache', 'empty.db');
    await prepareDatabase({ file: join(folder, 'first.db'), executable: today, empty });
    expect(serverOf(empty)).toBe(temporalRelease.server);
    // Nothing can be started from this path.
    await prepareDatabase({ file, executable: { ...today, path: join(folder, 'no-server') }, empty });
    expect(readdirSync(join(folder, 'cache'))).toEqual(['empty.db']);
    await written(today.path);
    expect(await contentOf()).toEqual(EXPECTED);
  });

  it('is also one whose first start was killed before it had a table', async () => {
    openSqliteFile(file).exec('pragma journal_mode = wal');
    await prepareDatabase({ file, executable: today });
    expect(serverOf(file)).toBe(temporalRelease.server);
    expect(readdirSync(folder)).toEqual(['temporal.db']);
  });
});

it('keeps a table that the new server does not have', async () => {
  const old = openSqliteFile(file);
  old.exec(`create table former (name text); insert into former values ('kept')`);
  old.close();
  await prepareDatabase({ file, executable: today });
  const db = openSqliteFile(file);
  expect(db.prepare('select name from former').all()).toEqual([{ name: 'kept' }]);
  expect(db.prepare('select count(*) as tables from sqlite_master').get()).not.toEqual({ tables: 1 });
  db.close();
});

describe('a database that cannot be used', () => {
  const marked = (version: string) => {
    const [major, minor, patch] = version.split('.').map(Number);
    const db = openSqliteFile(file);
    db.exec(`create table rows (id int); pragma user_version = ${(major! * 1000 + minor!) * 1000 + patch!}`);
    db.close();
    return readFileSync(file);
  };

  it('of a newer server is refused in a sentence, and is not touched', async () => {
    const before = marked('1.99.3');
    await expect(prepareDatabase({ file, executable: today })).rejects.toThrow(
      `${file} was written by Temporal server 1.99.3, and ${today.path} contains server ${today.server}, ` +
        'which cannot read it. Use a Temporal CLI with server 1.99.3 or newer, on PATH or named by TEMPORAL_CLI.',
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('of a later patch release is used as it is', async () => {
    const [major, minor] = today.server.split('.');
    const before = marked(`${major}.${minor}.999`);
    await prepareDatabase({ file, executable: today });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each([
    ['is not a database', () => writeFileSync(file, 'x'.repeat(10_000)), /file is not a database/],
    ['does not fit the new schema', () => shards(2), /UNIQUE constraint failed: shards\.shard_id/],
  ])('that %s stays in place', async (_, make, reason) => {
    make();
    const before = readFileSync(file);
    await expect(prepareDatabase({ file, executable: today })).rejects.toThrow(reason);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['temporal.db']);
  });

  /** Rows that the key of the table's real schema allows once. */
  function shards(count: number): void {
    const db = openSqliteFile(file);
    db.exec('create table shards (shard_id int, range_id int, data blob, data_encoding text)');
    for (let row = 0; row < count; row += 1) db.exec(`insert into shards values (1, 1, x'00', 'proto3')`);
    db.close();
  }

  it('that another process has open stays in place', async () => {
    marked('1.29.1');
    const holder = openSqliteFile(file);
    holder.exec('begin immediate');
    try {
      await expect(prepareDatabase({ file, executable: today })).rejects.toThrow(
        /database is locked.* The file is unchanged\./,
      );
    } finally {
      holder.close();
    }
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([]);
  });
});

(whyNoOlderServers === undefined ? describe : describe.skip)(
  `a database of an older server (${whyNoOlderServers ?? 'kills included'})`,
  () => {
    it.each(olderReleases)('$server is upgraded once, and the old file stays', async (release) => {
      await written((await olderExecutable(release)).path);
      const lines: string[] = [];
      const steps: DatabaseStep[] = [];
      await prepareDatabase({
        file,
        executable: today,
        onProgress: (line) => lines.push(line),
        onStep: (step) => steps.push(step),
      });
      expect(lines).toEqual([
        expect.stringMatching(
          /^Upgrading the Temporal database from an earlier server to 1\.32\.0 \(\d+ MB, once\) \.\.\.$/,
        ),
        `Upgraded the Temporal database; the old one is ${file}.before-1.32.0 ...`,
      ]);
      expect([...new Set(steps)]).toEqual([
        'start',
        'schema',
        'table',
        'rows',
        'verified',
        'marked',
        'kept',
        'replaced',
      ]);
      expect(readdirSync(folder).sort()).toEqual(['temporal.db', 'temporal.db.before-1.32.0']);
      expect(await contentOf()).toEqual(EXPECTED);
      steps.length = 0;
      await prepareDatabase({ file, executable: today, onStep: (step) => steps.push(step) });
      expect(steps).toEqual([]);
    });

    it('survives a kill -9 at every step', async () => {
      const [release] = olderReleases;
      await written((await olderExecutable(release!)).path);
      const script = `
      const { prepareDatabase } = require(${JSON.stringify(join(packageRoot, 'dist/src/temporal/database.js'))});
      const [file, path, server, at] = process.argv.slice(1);
      let left = Number(at);
      const onStep = () => { if ((left -= 1) === 0) process.kill(process.pid, 'SIGKILL'); };
      prepareDatabase({ file, executable: { path, server }, onStep }).then(() => console.log('done'));`;
      const outcomes: string[] = [];
      // The file is upgraded after the last kill but one, and then has nothing left to do.
      for (let at = 1; outcomes.at(-1) !== 'done'; at += DEEP === 0 && at > 2 && at < 30 ? 9 : 1) {
        const child = spawn(process.execPath, ['-e', script, file, today.path, today.server, String(at)], {
          stdio: 'pipe',
        });
        const output: Buffer[] = [];
        child.stdout.on('data', (part: Buffer) => output.push(part));
        const [, signal] = await once(child, 'close');
        outcomes.push(signal ?? Buffer.concat(output).toString().trim());
      }
      expect(outcomes.length).toBeGreaterThan(8);
      expect(existsSync(`${file}.before-1.32.0`)).toBe(true);
      expect(await contentOf()).toEqual(EXPECTED);
    });
  },
);
