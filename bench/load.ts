import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { packageRoot } from '../src/base/io/package-root';
import type { PresentationHandle } from '../src/decks/api';
import type { TemporalConnection } from '../src/temporal';
import { Decks, type Fate } from './load/decks';
import { Gauges } from './load/gauges';
import { type LoadOptions, readOptions, sectionsOf } from './load/options';
import { type Cost, type Level, type LoadReport, reportText } from './load/report';
import { Times } from './load/times';
import { startProcessStack } from './processes';

const IDLE_MS = 10_000;
/** Writes of the server continue for a moment after the last answer: timers, the list. */
const SETTLE_MS = 2_000;
/** Decks on their way at once while costs are measured: a machine that is busy, not one that is overrun. */
const COSTS_AT_ONCE = 10;
const HISTORIES_READ = 10;

/**
 * Loads one host with Temporal and its database file, the embedded service and a worker, each a separate process as
 * shipped. Writes its measurements to bench/results/load.md. Fails only if a deck has an unexpected outcome.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), join(packageRoot, 'bench', 'results', 'load.md'));
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const stack = await startProcessStack();
  // Ctrl-C ends what was started.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stack.close().finally(() => process.exit(1)));
  }
  let gauges: Gauges | undefined;
  try {
    const configuration = stack.configure('load', sectionsOf(options.set));
    const service = await stack.start('service', configuration);
    const worker = await stack.start('worker', configuration);
    const { settings } = configuration;
    const pids = { worker: worker.pid!, service: service.pid!, temporal: stack.serverPid() };
    gauges = new Gauges(pids, {
      temporal: join(stack.directory, 'temporal.db'),
      service: join(settings.data.directory, 'service', 'service.db'),
    });
    const decks = new Decks({ settings, temporal: stack.temporal });
    const report = await Promise.race([
      load(options, stack.temporal, decks, gauges),
      ...[service, worker].map(unexpectedEnd),
    ]);
    const text = reportText(report);
    console.log(text);
    if (options.out !== '') writeFileSync(options.out, text);
    if (decks.wrong.length > 0) process.exitCode = 1;
  } finally {
    gauges?.end();
    await stack.close();
  }
}

async function unexpectedEnd(child: ChildProcess): Promise<never> {
  const [code, signal] = await once(child, 'exit');
  throw new Error(`a process of the run exited (${code ?? signal})`);
}

async function load(
  options: LoadOptions,
  temporal: TemporalConnection,
  decks: Decks,
  gauges: Gauges,
): Promise<LoadReport> {
  const loadBefore = loadavg()[0]!;
  phase('first deck');
  // Fonts and templates are read once; no deck after it pays for that.
  await decks.carry(['delivered'], 1);
  const idle = await gauges.span(() => delay(IDLE_MS));

  const costs: Cost[] = [];
  for (const fate of ['rejected', 'delivered'] as const) {
    phase(`costs: ${fate}`);
    if (options.costs > 0) costs.push(await costOf(fate, options.costs, temporal, decks, gauges));
  }
  const levels: Level[] = [];
  for (const open of new Set([1, Math.ceil(options.open / 10), options.open])) {
    phase(`open reviews: ${open}`);
    levels.push(await atLevel(open, options.samples, temporal, decks, gauges));
  }
  phase('idle with open reviews');
  const idleOpen = await gauges.span(() => delay(IDLE_MS));

  phase('continuous starts');
  await decks.holdOpen(options.open);
  const fates = Array.from({ length: options.started }, (_, at) => fateOf(at + 1, options.delivered));
  let flow: LoadReport['flow'] | undefined;
  const flowSpan = await gauges.span(async () => {
    flow = await decks.carry(fates, options.atOnce);
  });

  phase('after');
  const after = new Times();
  for (let sample = 0; sample < options.samples && decks.held.size > 0; sample += 1) {
    await (await decks.approveHeld(after)).result();
  }
  await delay(SETTLE_MS);
  await checkNothingLost(decks, gauges);
  const { memory } = gauges;
  const measured = { idle, idleOpen, costs, levels, flow: flow!, flowSpan, after, memory };
  return { options, load: [loadBefore, loadavg()[0]!], ...measured, decks };
}

function phase(name: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${name}`);
}

/** Spread evenly: of every hundred, this number is delivered. */
function fateOf(number: number, delivered: number): Exclude<Fate, 'held'> {
  return Math.floor(number * delivered) > Math.floor((number - 1) * delivered) ? 'delivered' : 'rejected';
}

/** Carries decks from their start to the given end, and divides what that used up. */
async function costOf(
  fate: Exclude<Fate, 'held'>,
  count: number,
  temporal: TemporalConnection,
  decks: Decks,
  gauges: Gauges,
): Promise<Cost> {
  let handles: PresentationHandle[] = [];
  const span = await gauges.span(async () => {
    ({ handles } = await decks.carry(
      Array.from({ length: count }, () => fate),
      COSTS_AT_ONCE,
    ));
    await delay(SETTLE_MS);
  });
  const sum = { events: 0, bytes: 0, transitions: 0 };
  const read = handles.slice(0, HISTORIES_READ);
  for (const { workflowId } of read) {
    const { historyLength, historySize, raw } = await temporal.client.workflow.getHandle(workflowId).describe();
    sum.events += historyLength / read.length;
    sum.bytes += (historySize ?? 0) / read.length;
    sum.transitions += Number(raw.workflowExecutionInfo?.stateTransitionCount ?? 0) / read.length;
  }
  return { kind: fate, decks: count, span, ...sum };
}

/** Brings the missing decks to their review at once, then has some approved, each after the end of the one before. */
async function atLevel(
  open: number,
  samples: number,
  temporal: TemporalConnection,
  decks: Decks,
  gauges: Gauges,
): Promise<Level> {
  let missing = 0;
  const opening = await gauges.span(async () => {
    missing = await decks.holdOpen(open);
  });
  const [list, approvals] = [new Times(), new Times()];
  for (let sample = 0; sample < samples; sample += 1) {
    // As many as the level says, at every one of them.
    await decks.holdOpen(open);
    await list.of(() => firstPage(temporal));
    await (await decks.approveHeld(approvals)).result();
  }
  return { open, missing, opening, list, approvals };
}

/** The first page of the waiting decks, as an operator asks for it. */
async function firstPage({ client }: TemporalConnection): Promise<void> {
  let seen = 0;
  for await (const _ of client.workflow.list({ query: 'PresentationStage = "review"', pageSize: 50 })) {
    seen += 1;
    if (seen === 50) return;
  }
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

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
