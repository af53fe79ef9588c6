import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isSqliteError, openSqliteFile, type SqliteFile } from '../../src/base/io/sqlite';
import { temporaryDirectory } from '../service/temporary-directory';

const ROUNDS = 6;
const WRITERS = 2;

/** Writes as the store does, and says each row only after its transaction has been committed. */
const writer = `
  const { writeSync } = require('node:fs');
  const { DatabaseSync } = require(process.argv[1]);
  const db = new DatabaseSync(process.argv[2], { timeout: 5000 });
  db.exec('pragma synchronous = normal');
  const insert = db.prepare('insert into kept (name, body) values (?, ?)');
  for (let n = 0; ; n += 1) {
    const name = process.argv[3] + '/' + n;
    db.exec('begin immediate');
    insert.run(name, 'x'.repeat(2000));
    insert.run(name + '/second', 'y'.repeat(2000));
    db.exec('commit');
    writeSync(1, name + '\\n');
  }`;

async function store(): Promise<{ file: string; db: SqliteFile }> {
  const file = join(await temporaryDirectory(), 'rows.db');
  const db = openSqliteFile(file);
  db.exec('pragma journal_mode = wal; create table kept (name text primary key, body text)');
  return { file, db };
}

/** Resolves with the rows that a writer has said, once it was killed after this many. */
async function killedAfter(child: ChildProcess, count: number): Promise<string[]> {
  let said = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.split('\n').length > count) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  // What follows the last line break was not said completely.
  return said.split('\n').slice(0, -1);
}

test('kill -9 of writers loses no row that was acknowledged, and halves no transaction', async () => {
  const { file, db } = await store();
  const acknowledged: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const writers = Array.from({ length: WRITERS }, (_, at) => {
      const args = ['-e', writer, require.resolve('@photostructure/sqlite'), file, `${round}/${at}`];
      return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    });
    const said = await Promise.all(writers.map((child) => killedAfter(child, 20 * round)));
    acknowledged.push(...said.flat());
    const found = db.prepare("select name from kept where name not like '%second'").all() as { name: string }[];
    const names = new Set(found.map(({ name }) => name));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
    expect(db.prepare('select count(*) as n from kept').get().n).toBe(2 * names.size);
    expect(db.prepare('pragma integrity_check').all()).toMatchObject([{ integrity_check: 'ok' }]);
  }
  expect(acknowledged.length).toBeGreaterThan(ROUNDS * WRITERS * 20);
  db.close();
});

describe('the driver', () => {
  it('keeps text, blobs and whole numbers up to the largest safe one', async () => {
    const { db } = await store();
    db.exec('create table many (t text, b blob, n integer)');
    const row = { t: '盐 🧂 é', b: new Uint8Array([0, 1, 255]), n: Number.MAX_SAFE_INTEGER };
    db.prepare('insert into many values (?, ?, ?)').run(row.t, row.b, row.n);
    expect(db.prepare('select * from many').get()).toEqual(row);
    db.prepare('update many set n = ?').run(2n ** 60n);
    expect(() => db.prepare('select n from many').get()).toThrow('too large');
    db.close();
  });

  it('says that a file is busy, and waits no longer than asked', async () => {
    const { file, db } = await store();
    const other = openSqliteFile(file, { timeout: 10 });
    db.exec('begin immediate');
    let refusal: unknown;
    try {
      other.exec('begin immediate');
    } catch (error) {
      refusal = error;
    }
    expect(isSqliteError(refusal, 'busy')).toBe(true);
    expect(isSqliteError(refusal, 'foreignKey')).toBe(false);
    db.exec('rollback');
    other.exec('begin immediate; rollback');
    other.close();
    db.close();
  });

  it('names a violated reference, also inside a transaction', async () => {
    const { db } = await store();
    db.exec('create table part (of text references kept); begin');
    let refusal: unknown;
    try {
      db.prepare('insert into part values (?)').run('nothing');
    } catch (error) {
      refusal = error;
    }
    expect(isSqliteError(refusal, 'foreignKey')).toBe(true);
    db.exec('rollback');
    db.close();
  });

  it('opens a file to read only, and creates none', async () => {
    const { file, db } = await store();
    const reader = openSqliteFile(file, { readOnly: true });
    expect(() => reader.exec("insert into kept values ('a', 'b')")).toThrow('readonly');
    expect(() => openSqliteFile(`${file}-missing`, { readOnly: true })).toThrow('unable to open');
    reader.close();
    db.close();
  });

  it('fills full-text tables by triggers from generated columns, as the Temporal server stores them', async () => {
    const { db } = await store();
    db.exec(`
      create table runs (id text primary key, attributes text,
        words text generated always as (json_extract(attributes, '$.words')) stored);
      create virtual table found using fts5(words, content='', tokenize='unicode61');
      create trigger after_insert after insert on runs begin
        insert into found (rowid, words) values (new.rowid, new.words);
      end`);
    db.prepare('insert into runs (id, attributes) values (?, ?)').run('r1', JSON.stringify({ words: 'tide pools' }));
    expect(db.prepare("select rowid from found where found match 'pools'").all()).toMatchObject([{ rowid: 1 }]);
    db.close();
  });

  it('closes a file whose statements are still held', async () => {
    const { file, db } = await store();
    const statement = db.prepare('select * from kept');
    statement.iterate().next();
    db.close();
    expect(() => statement.all()).toThrow('closed');
    const again = openSqliteFile(file);
    expect(again.prepare('select count(*) as n from kept').get()).toMatchObject({ n: 0 });
    again.close();
  });
});
