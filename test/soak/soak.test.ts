import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Draw, figure, SEED } from '../deep';
import { type Processes, prepareProcesses } from '../faults/processes';
import { SECOND, withSecondAccount } from '../service/hostile/member';
import { closeConnections } from '../service/hostile/send';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { Abuser } from './abuser';
import { QuietUser } from './quiet-user';
import { bytesIn, mainThreadMs, mean, memoryOf, quantile, sharedMs } from './watched';

/**
 * Users drawn from a seed abuse a service that runs as a process of its own. Waiting is measured in processor time of the
 * service, and compared with the same calls before the abuse, so a busy machine changes nothing.
 */
const SECONDS = Number(process.env.DECK_SOAK_SECONDS ?? 15);
const MB = 1024 ** 2;
const ABUSERS = 4;
const LANES = 6;
const MOST_MEMORY = 2048 * MB;
const OF_USER = 30;
const OF_ACCOUNT = 60;
/** Quotas of the two accounts; the rest is the journal of the database and files that are being written. */
const MOST_DISK = (OF_ACCOUNT + OF_USER + 64) * MB;
/** Milliseconds of processor time for 95 % of short calls, or this multiple of the time before the abuse. */
const CALL = { ms: 250, times: 20 };
/** For the median export: a multiple of the time before the abuse, and a margin in milliseconds. */
const EXPORT = { times: 3, margin: 3_000 };

interface Waits {
  calls: number[];
  exports: number[];
}

async function timed(clock: (pid: number) => number, pid: number, action: () => Promise<unknown>): Promise<number> {
  const before = clock(pid);
  await action();
  return clock(pid) - before;
}

/** Short calls and exports of one user, side by side, until it is over. */
async function live(quiet: QuietUser, pid: number, isOver: (waits: Waits) => boolean): Promise<Waits> {
  const waits: Waits = { calls: [], exports: [] };
  const calls = async () => {
    while (!isOver(waits)) {
      waits.calls.push(await timed(mainThreadMs, pid, () => quiet.createTask()));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const exports = async () => {
    while (!isOver(waits)) {
      // A second export of one design would be the file of the first.
      const design = await quiet.saveDesign();
      waits.exports.push(await timed(sharedMs, pid, () => quiet.export(design)));
      await new Promise((resolve) => setTimeout(resolve, waits.exports.length * 200));
    }
  };
  await Promise.all([calls(), exports()]);
  return waits;
}

/** @returns what did not hold. */
async function soak(processes: Processes, seconds: number): Promise<string[]> {
  const { port } = processes.settings.server;
  const url = `http://127.0.0.1:${port}`;
  const pid = processes.pid('service');
  const draw = new Draw(SEED);
  const quiet = await QuietUser.enter(url, SECOND);
  const before = await live(quiet, pid, ({ calls, exports }) => calls.length >= 10 && exports.length >= 3);
  const abusers: Abuser[] = [];
  for (let at = 0; at < ABUSERS; at += 1) abusers.push(await Abuser.enter(draw, port, `abuser-${at}`));

  const broken: string[] = [];
  const [idle, most] = [memoryOf(pid), { memory: 0, disk: 0 }];
  const end = Date.now() + seconds * 1000;
  const isOver = () => Date.now() > end || broken.length > 0;
  const watch = async () => {
    for (; !isOver(); await new Promise((resolve) => setTimeout(resolve, 200))) {
      most.memory = Math.max(most.memory, memoryOf(pid));
      most.disk = Math.max(most.disk, bytesIn(processes.settings.data.directory));
      if (most.memory > MOST_MEMORY) broken.push(`memory: ${most.memory} bytes`);
      if (most.disk > MOST_DISK) broken.push(`disk: ${most.disk} bytes`);
      if (!processes.alive('service')) broken.push(`the process ended: ${processes.printed('service').slice(-2_000)}`);
    }
    for (const abuser of abusers) abuser.leave();
  };
  const abuse = abusers.flatMap((abuser) =>
    Array.from({ length: LANES }, async () => {
      while (!isOver()) await abuser.call();
    }),
  );
  const living = live(quiet, pid, isOver).catch((error: Error) => {
    broken.push(error.message);
    return { calls: [], exports: [] };
  });
  const [after] = await Promise.all([living, watch(), ...abuse]);

  const call = { before: mean(before.calls), after: quantile(after.calls, 0.95) };
  const file = { before: quantile(before.exports, 0.5), after: quantile(after.exports, 0.5) };
  if (call.after > Math.max(CALL.ms, CALL.times * call.before)) broken.push(`short calls: ${JSON.stringify(call)} ms`);
  if (file.after > EXPORT.times * file.before + EXPORT.margin) broken.push(`exports: ${JSON.stringify(file)} ms`);
  const calls = abusers.reduce((sum, abuser) => sum + abuser.calls, 0);
  figure(
    `soak: ${calls} hostile calls in ${seconds} s; ${Math.round(idle / MB)} to ${Math.round(most.memory / MB)} MB of memory, ${Math.round(most.disk / MB)} MB of disk; ` +
      `of another account: ${after.calls.length} short calls ${JSON.stringify(call)} ms, ${after.exports.length} exports ${JSON.stringify(file)} ms`,
  );
  if (broken.length > 0) return broken;
  // What was acknowledged survives the process.
  await processes.kill('service');
  await processes.start('service');
  const lost = await quiet.lost();
  return lost.length === 0 ? [] : [`lost: ${lost.join()}`];
}

async function startWatched(preload?: string): Promise<Processes> {
  const { server, env } = withSecondAccount();
  const processes = await prepareProcesses({
    temporalAddress: process.env[TEST_TEMPORAL]!,
    own: randomUUID().slice(0, 8),
    timing: {},
    server: { ...server, limits: { storagePerUser: `${OF_USER} MB`, storagePerAccount: `${OF_ACCOUNT} MB` } },
    env: {
      ...env,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS} --max-old-space-size=1536${preload ? ` --require ${preload}` : ''}`,
    },
  });
  await processes.start('service');
  return processes;
}

describe('a service among users who send anything', () => {
  let processes: Processes;
  afterEach(async () => {
    closeConnections();
    await processes.close();
  });

  it('lives, within bounds of memory and disk, serves another account, and loses nothing', async () => {
    processes = await startWatched();
    expect(await soak(processes, SECONDS)).toEqual([]);
  });

  it('is found out when it leaks', async () => {
    processes = await startWatched(join(__dirname, 'leak.cjs'));
    expect(await soak(processes, 600)).toContainEqual(expect.stringMatching(/^memory: /));
  });
});
