import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { openSqliteFile } from '../../src/io/sqlite';
import { openDatabase } from '../../src/service/store/database';
import { readRun } from '../../src/stack/run-file';
import { launch } from '../cli/deck';
import { startTestService, type TestService } from '../service/running-service';
import { Session } from '../service/session';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';
import { keep, keptNames, unpack } from './kept';

jest.setTimeout(120_000);
Runtime.install({ logger: new DefaultLogger('ERROR') });

/**
 * Stores of the service from before the first release, one for each schema that there was: rows, files and the secret
 * of the links, as the code of then wrote them. DECK_RECORD_STORE="name main.js" keeps one that this `deck` writes.
 */
const STORE = 'store-';
const FACTS = 'facts.json';

interface Facts {
  /** When it was written, milliseconds since 1970. */
  at: number;
  design: number;
  inTrash: number;
  /** A task with an outline and nothing more. */
  begun: number;
  export: string;
  sha256: string;
}

async function fill(url: string): Promise<Facts> {
  const user = await Session.open(url, 'old');
  const task_id = await user.writtenTask('Salt');
  const save = async (name: string): Promise<number> =>
    (await user.form('/api/design/v2/save', { task_id, name })).data.id;
  const [design, inTrash] = [await save('Kept'), await save('In the trash')];
  await user.form('/api/design/delete', { user_design_id: inTrash });
  const key = (await user.form('/api/download/export/file', { id: design, format: 'pdf' })).data;
  const link = (await user.exported(key)).data[0];
  const begun = (await user.createTask('Begun')).data.id;
  await user.stream('/api/ai/chat/outline', begun);
  return { at: Date.now(), design, inTrash, begun, export: key, sha256: await hashOf(link) };
}

async function hashOf(link: string): Promise<string> {
  const answer = await fetch(link);
  expect(answer.status).toBe(200);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

function schemaOf(file: string): unknown[] {
  const db = openSqliteFile(file, { readonly: true });
  try {
    return db.prepare('select type, name, sql from sqlite_master order by name').all();
  } finally {
    db.close();
  }
}

const recording = process.env.DECK_RECORD_STORE?.split(' ');
if (recording !== undefined) {
  it(`keeps the store ${recording[0]}`, async () => {
    const [name, main] = recording as [string, string];
    const cwd = mkdtempSync(join(tmpdir(), 'deck-store-'));
    // No more than every version knows.
    const settings = { temporal: { address: '127.0.0.1:0', uiPort: 0 }, server: { port: 0 } };
    writeFileSync(join(cwd, 'temporal.yaml'), JSON.stringify(settings));
    const dev = launch(['dev'], { cwd, main, env: { TEMPORAL_CLI: process.env[TEST_TEMPORAL_EXECUTABLE] } });
    let facts: Facts;
    try {
      await dev.says('Ready.');
      facts = await fill(readRun(join(cwd, '.deck'))!.serviceUrl!);
    } finally {
      dev.child.kill('SIGINT');
      await dev.finished;
    }
    const kept = join(cwd, 'kept');
    mkdirSync(kept);
    renameSync(join(cwd, '.deck', 'service'), join(kept, 'service'));
    writeFileSync(join(kept, FACTS), JSON.stringify(facts, null, 2));
    keep(STORE + name, kept);
    expect(keptNames(STORE)).toContain(STORE + name);
    rmSync(cwd, { recursive: true });
  });
} else {
  it('a store is kept', () => expect(keptNames(STORE)).not.toEqual([]));

  describe.each(keptNames(STORE))('the store %s', (name) => {
    const directory = mkdtempSync(join(tmpdir(), 'deck-store-'));
    unpack(name, directory);
    const facts = JSON.parse(readFileSync(join(directory, FACTS), 'utf8')) as Facts;
    let service: TestService;
    let user: Session;

    beforeAll(async () => {
      service = await startTestService({
        dataDirectory: join(directory, 'service'),
        // Whenever this runs, it is the day after: the trash and the links know no other time.
        now: () => facts.at + 86_400_000,
        server: { signatureSkew: '3650 days' },
      });
      user = await Session.open(service.url, 'old');
    });
    afterAll(async () => {
      await service.close();
      rmSync(directory, { recursive: true, force: true });
    });

    it('has the schema of a new one: no migration that was in use has been changed', async () => {
      const file = join(directory, 'new.db');
      await (await openDatabase({ kind: 'sqlite', file })).destroy();
      expect(schemaOf(join(directory, 'service', 'service.db'))).toEqual(schemaOf(file));
    });

    it('shows its designs and its trash', async () => {
      expect((await user.get('/api/design/list')).data.list).toMatchObject([{ id: facts.design, name: 'Kept' }]);
      const { list } = (await user.get('/api/design/del/list')).data;
      expect(list).toMatchObject([{ id: facts.inTrash, name: 'In the trash', auto_delete_time: 29 }]);
      expect((await user.form('/api/design/revert', { user_design_id: facts.inTrash })).code).toBe(0);
    });

    it('gives out the old export byte for byte, and makes a new one of the old design', async () => {
      expect(await hashOf((await user.exported(facts.export)).data[0])).toBe(facts.sha256);
      const key = (await user.form('/api/download/export/file', { id: facts.design, format: 'ppt' })).data;
      expect(await hashOf((await user.exported(key)).data[0])).toMatch(/^[0-9a-f]{64}$/);
    });

    it('continues a task that was begun', async () => {
      const ticket = (await user.get('/api/ai/chat/v2/content', { task_id: facts.begun })).data;
      expect((await user.content(ticket)).data).toMatchObject({ status: 2 });
      const saved = await user.form('/api/design/v2/save', { task_id: facts.begun, name: 'Ended' });
      expect(saved).toMatchObject({ code: 0, data: { name: 'Ended' } });
      expect(saved.data.id).toBeGreaterThan(facts.inTrash);
    });
  });
}
