import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { packageRoot } from '../src/io/package-root';
import { connectTemporal, findTemporalExecutable, type TemporalConnection } from '../src/temporal';
import { type Cost, costKinds, costOf, idleLoad } from './load/costs';
import { Decks } from './load/decks';
import { runFlow } from './load/flow';
import { Gauges } from './load/gauges';
import { type LoadOptions, readOptions } from './load/options';
import { type LoadProcesses, startProcesses } from './load/processes';
import { type LevelReport, type LoadReport, reportText } from './load/report';
import { Times } from './load/times';

/**
 * Loads one host with Temporal and its database file, the embedded service and a worker, each a separate process as
 * shipped. Writes its measurements to bench/results/load.md. Fails only if a deck has an unexpected outcome.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), join(packageRoot, 'bench', 'results', 'load.md'));
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const processes = await startProcesses(options.set);
  // Ctrl-C ends what was started; the run then fails because its processes have ended.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void processes.close());
  try {
    const temporal = await connectTemporal(processes.settings, { env: {} });
    try {
      const report = await Promise.race([processes.failure, load(options, processes, temporal)]);
      const text = reportText(report);
      console.log(text);
      if (options.out !== '') writeFileSync(options.out, text);
      if (report.wrong.length > 0) process.exitCode = 1;
    } finally {
      await temporal.close();
    }
  } finally {
    await processes.close();
  }
}

async function load(options: LoadOptions, processes: LoadProcesses, temporal: TemporalConnection): Promise<LoadReport> {
  const decks = new Decks(temporal, processes.settings, options.users);
  const gauges = new Gauges(processes, temporal);
  const loadBefore = loadavg()[0]!;
  const phase = (name: string) => {
    gauges.phase = name;
    console.error(`${new Date().toISOString().slice(11, 19)} ${name}`);
  };
  try {
    phase('first deck');
    // Fonts and templates are read once; no deck after it pays for that.
    await decks.holdOpen(1);
    await (await decks.approveHeld(new Times())).result();
    gauges.begin();

    phase('idle');
    const idle = await idleLoad(gauges);
    const costs: Cost[] = [];
    const context = { decks, gauges, processes, temporal, idle };
    for (const kind of options.costs > 0 ? costKinds : []) {
      phase(`costs: ${kind.kind}`);
      costs.push(await costOf(kind, options.costs, context));
    }

    const levels: LevelReport[] = [];
    for (const open of levelsUpTo(options.open)) {
      phase(`open reviews: ${open}`);
      levels.push(await atLevel(open, options.samples, decks, gauges));
    }
    phase('idle with open reviews');
    const idleOpen = await idleLoad(gauges);

    phase('continuous starts');
    await decks.holdOpen(options.open);
    const before = gauges.meter();
    const flow = await runFlow(decks, options);
    await decks.allEnded();
    const after = gauges.meter();

    phase('after');
    const listAfter = await listOften(options.samples, decks);
    const approvals = await approveOneByOne(options.samples, decks);
    await decks.allEnded();
    await checkNothingLost(decks, gauges);
    return {
      options,
      temporalVersion: await temporalVersion(),
      load: [loadBefore, loadavg()[0]!],
      idle,
      idleOpen,
      costs,
      levels,
      flow: { ...flow, cpu: { before, after }, lateSteps: gauges.lateSteps(before, after) },
      after: approvals,
      listAfter,
      held: decks.held.size,
      started: decks.started,
      ended: decks.ended,
      wrong: decks.wrong,
      possibleDuplicates: decks.possibleDuplicates,
      readings: gauges.readings,
    };
  } finally {
    await gauges.end();
  }
}

const levelsUpTo = (open: number) => [...new Set([1, Math.round(open / 10), open])].filter((level) => level > 0);

/** Brings the missing decks to their review at once, then has some approved, each after the end of the one before. */
async function atLevel(open: number, samples: number, decks: Decks, gauges: Gauges): Promise<LevelReport> {
  const missing = open - decks.held.size;
  const before = gauges.meter();
  await decks.holdOpen(open);
  const after = gauges.meter();
  const list = await listOften(samples, decks);
  const approvals = new Times();
  for (let sample = 0; sample < samples; sample += 1) {
    // As many as the level says, at every one of them.
    await decks.holdOpen(open);
    await (await decks.approveHeld(approvals)).result();
  }
  const lateSteps = gauges.lateSteps(before, after);
  return { open, missing, opening: { before, after }, lateSteps, list, approvals };
}

/** The first page of the waiting decks, as an operator asks for it. */
async function listOften(samples: number, decks: Decks): Promise<Times> {
  const list = new Times();
  for (let look = 0; look < samples; look += 1) await list.of(() => decks.listPage());
  return list;
}

async function approveOneByOne(samples: number, decks: Decks): Promise<Times> {
  const approvals = new Times();
  for (let sample = 0; sample < samples && decks.held.size > 0; sample += 1) {
    await (await decks.approveHeld(approvals)).result();
  }
  return approvals;
}

/** By Temporal's list and the service's own rows. */
async function checkNothingLost(decks: Decks, gauges: Gauges): Promise<void> {
  const { delivered, rejected } = decks.ended;
  const claims: [string, number, number][] = [
    ['decks in review', await decks.inReview(), decks.held.size],
    ['completed decks', delivered + rejected, decks.started - decks.held.size],
    ['tasks of the service', gauges.serviceRows('tasks'), decks.started],
    ['designs of the service', gauges.serviceRows('designs'), delivered],
    ['exports of the service', gauges.serviceRows('exports'), delivered],
  ];
  for (const [what, found, meant] of claims) {
    // Possible duplicates have been reported.
    const most = what.endsWith('service') ? meant + decks.possibleDuplicates.length : meant;
    if (found < meant || found > most) decks.wrong.push(`${what}: ${found}; expected ${meant}`);
  }
}

async function temporalVersion(): Promise<string> {
  const { path } = await findTemporalExecutable();
  return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
