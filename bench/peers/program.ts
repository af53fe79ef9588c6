import { setTimeout as delay } from 'node:timers/promises';
import { openSqliteFile } from '../../src/base/io/sqlite';
import { serviceClient } from '../../src/client/account/service-client';
import { loadSettings } from '../../src/config';
import { JobFailed, makeDeck, type Step, straight } from './deck';

/**
 * What people would write instead, as processes: `program.js script|queue|steps SETTINGS QUEUE UID`. A script makes the deck
 * and ends. A queue's worker takes the job from a table, where a killed worker left it, and repeats one that failed, up to
 * five times with growing pauses. With `steps`, the table also has the result of each step, so a repeat skips it.
 */
const [kind = '', file = '', queueFile = '', uid = ''] = process.argv.slice(2);
const settings = loadSettings({ file, env: {} });
const client = serviceClient(settings, {});
const deck = { uid, title: 'Quarterly review of a coffee chain' };
const ATTEMPTS = 5;

async function worker(): Promise<void> {
  const db = openSqliteFile(queueFile);
  db.exec(`pragma busy_timeout = 10000; pragma journal_mode = wal;
    create table if not exists jobs (uid text primary key, attempts integer not null, state text not null);
    create table if not exists steps (uid text, name text, result text, primary key (uid, name))`);
  db.prepare(`insert or ignore into jobs values (?, 0, 'waiting')`).run(uid);
  const set = db.prepare('update jobs set attempts = ?, state = ? where uid = ?');
  const remembered: Step = async <Result>(name: string, act: () => Promise<Result>) => {
    const found = db.prepare('select result from steps where uid = ? and name = ?').get(uid, name);
    if (found !== undefined) return JSON.parse((found as { result: string }).result) as Result;
    const result = await act();
    db.prepare('insert into steps values (?, ?, ?)').run(uid, name, JSON.stringify(result ?? null));
    return result;
  };
  for (;;) {
    const job = db.prepare('select attempts, state from jobs where uid = ?').get(uid) as Job;
    if (job.state === 'dead') set.run(0, 'waiting', uid);
    const attempts = job.state === 'dead' ? 1 : job.attempts + 1;
    set.run(attempts, 'running', uid);
    try {
      await makeDeck(client, settings, deck, kind === 'steps' ? remembered : straight);
      set.run(attempts, 'done', uid);
      return;
    } catch (error) {
      if (error instanceof JobFailed) db.prepare(`delete from steps where uid = ? and name = 'job'`).run(uid);
      set.run(attempts, attempts < ATTEMPTS ? 'waiting' : 'dead', uid);
      if (attempts >= ATTEMPTS) throw error;
      await delay(1000 * 2 ** (attempts - 1));
    }
  }
}

interface Job {
  attempts: number;
  state: string;
}

console.log('peer ready');
(kind === 'script' ? makeDeck(client, settings, deck, straight) : worker()).then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
