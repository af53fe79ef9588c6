import { cpus, totalmem } from 'node:os';
import type { Cost, HistoryFacts } from './costs';
import type { Flow } from './flow';
import type { Gauge, Meter } from './gauges';
import type { LoadOptions } from './options';
import { PARTS, type Part } from './processes';
import type { Times } from './times';

type Span = { before: Meter; after: Meter };

export interface LevelReport {
  open: number;
  /** Decks that had to be opened for it. */
  missing: number;
  opening: Span;
  /** Workflow steps of it that came too late and were done again. */
  lateSteps: number;
  list: Times;
  approvals: Times;
}

export interface LoadReport {
  options: LoadOptions;
  temporalVersion: string;
  /** One-minute average of the machine before and after. */
  load: [number, number];
  idle: Record<Part | 'driver', number>;
  idleOpen: Record<Part | 'driver', number>;
  costs: Cost[];
  levels: LevelReport[];
  flow: Flow & { cpu: Span; lateSteps: number };
  after: Times;
  listAfter: Times;
  held: number;
  started: number;
  ended: { delivered: number; rejected: number };
  wrong: string[];
  possibleDuplicates: string[];
  readings: Gauge[];
}

export function reportText(report: LoadReport): string {
  return [
    '# Load',
    '',
    ...headOf(report),
    '',
    ...levelsOf(report),
    '',
    ...flowOf(report),
    '',
    ...phasesOf(report.readings),
    '',
    ...costsOf(report),
    '',
  ].join('\n');
}

function headOf({
  options,
  temporalVersion,
  load,
  held,
  started,
  ended,
  wrong,
  possibleDuplicates,
}: LoadReport): string[] {
  const { open, started: flow, delivered, atOnce, rate, users, set } = options;
  const cores = cpus();
  return [
    `Written by \`npm run load -- --open ${open} --started ${flow}\` (share delivered ${delivered}, ${atOnce} concurrent${rate === undefined ? '' : `, ${rate} per minute`}, ${users} users).`,
    `Host: ${cores.length} cores (${cores[0]?.model.trim()}), ${gb(totalmem())} memory; Node ${process.version}, ${temporalVersion}.`,
    `Load of the host, one-minute average: ${load.map((value) => value.toFixed(1)).join(' → ')}. The driver runs on the same cores.`,
    `Settings: default${set.length === 0 ? '' : `, except ${set.join(', ')}`}; embedded service without delays.`,
    '',
    `${started} decks: ${ended.delivered} delivered, ${ended.rejected} rejected, ${held} in review. Unexpected outcomes: ${wrong.length}. Possible duplicates: ${possibleDuplicates.length}.`,
    ...wrong.slice(0, 20).map((line) => `- ${line}`),
  ];
}

function levelsOf({ levels, after, listAfter, flow }: LoadReport): string[] {
  return [
    '## Decks brought to review at the same time',
    '',
    '| open reviews | decks started | until all are in review | decks/s | repeated workflow tasks | CPU ms per deck: worker | service | Temporal | KB in its database |',
    '|---|---|---|---|---|---|---|---|---|',
    ...levels.map(({ open, missing, opening, lateSteps }) => {
      const seconds = secondsOf(opening);
      const { before, after: end } = opening;
      return row([
        open,
        missing,
        `${seconds.toFixed(1)} s`,
        (missing / seconds).toFixed(1),
        lateSteps,
        ...PARTS.map((part) => whole(((end.cpu[part] - before.cpu[part]) / missing) * 1000)),
        whole((end.temporalBytes - before.temporalBytes) / missing / 1024),
      ]);
    }),
    '',
    '## Time until an approval is accepted',
    '',
    '| when | approvals | median ms | p95 ms | max ms | list of 50 decks in review, median ms |',
    '|---|---|---|---|---|---|',
    ...levels.map(({ open, list, approvals }) =>
      row([`${open} open reviews`, ...timesOf(approvals), whole(list.quantile(0.5))]),
    ),
    row(['during continuous starts, decks opened before', ...timesOf(flow.heldApprovals), '']),
    row(['during continuous starts, their decks', ...timesOf(flow.decisions), '']),
    row(['after them', ...timesOf(after), whole(listAfter.quantile(0.5))]),
  ];
}

function flowOf({ flow, idle, idleOpen }: LoadReport): string[] {
  if (flow.started === 0) return [];
  const seconds = secondsOf(flow.cpu);
  const { before, after } = flow.cpu;
  const share = (part: Part | 'driver') => (after.cpu[part] - before.cpu[part]) / seconds;
  const load = (name: string, of: (part: Part | 'driver') => number) =>
    row([name, ...[...PARTS, 'driver' as const].map((part) => of(part).toFixed(3))]);
  return [
    '## Continuous starts',
    '',
    `${flow.started} decks in ${flow.seconds.toFixed(0)} s: ${((flow.started / flow.seconds) * 60).toFixed(0)} per minute. From start to review:`,
    `median ${flow.untilReview.quantile(0.5).toFixed(0)} ms, p95 ${flow.untilReview.quantile(0.95).toFixed(0)} ms, max ${flow.untilReview.quantile(1).toFixed(0)} ms.`,
    `Database growth per deck: Temporal ${kb((after.temporalBytes - before.temporalBytes) / flow.started)}, service ${kb((after.serviceBytes - before.serviceBytes) / flow.started)}.`,
    `Repeated workflow tasks: ${flow.lateSteps}.`,
    '',
    '| cores in use | worker | service | Temporal | driver |',
    '|---|---|---|---|---|',
    load('idle, no decks', (part) => idle[part]),
    load('idle, all reviews open', (part) => idleOpen[part]),
    load('continuous starts', share),
  ];
}

/** Maximum memory and backlog of each phase, and the databases at its end. */
function phasesOf(readings: readonly Gauge[]): string[] {
  const phases = [...new Set(readings.map(({ phase }) => phase))];
  return [
    '## Memory, backlog, databases',
    '',
    '| phase | seconds | memory at the end (max): worker | service | Temporal | max backlog: workflow tasks | short calls | streams | jobs | Temporal database in use (files) | service database |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...phases.map((phase) => {
      const of = readings.filter((reading) => reading.phase === phase);
      const last = of.at(-1)!;
      const most = (value: (reading: Gauge) => number) => Math.max(...of.map(value));
      return row([
        phase,
        `${of[0]!.at.toFixed(0)}–${last.at.toFixed(0)}`,
        ...PARTS.map((part) => `${mb(last.rss[part])} (${mb(most(({ rss }) => rss[part]))})`),
        ...['workflows', 'api', 'stream', 'jobs'].map((queue) => most(({ backlog }) => backlog[queue] ?? 0)),
        `${mb(last.temporalBytes)} (${mb(last.temporalFile)})`,
        mb(last.serviceBytes),
      ]);
    }),
  ];
}

/** Those that a cluster has as well; full-text indexes are SQLite's own. */
const TABLES = ['history_node', 'history_tree', 'executions', 'current_executions', 'executions_visibility'];

function costsOf({ costs }: LoadReport): string[] {
  if (costs.length === 0) return [];
  const line = (name: string, of: (cost: Cost) => string) => row([name, ...costs.map(of)]);
  const history = (name: string, of: (cost: Cost) => HistoryFacts) => [
    line(`${name}: events`, (cost) => of(cost).events.toFixed(1)),
    line(`${name}: history size`, (cost) => kb(of(cost).bytes)),
    line(`${name}: state transitions`, (cost) => of(cost).transitions.toFixed(1)),
    line(`${name}: Temporal Cloud actions, without heartbeats and queries`, (cost) => of(cost).actions.toFixed(1)),
  ];
  const endpoints = [...new Set(costs.flatMap(({ calls }) => [...calls.keys()]))].sort();
  const tables = TABLES.filter((table) => costs.some(({ temporalRows }) => (temporalRows.get(table) ?? 0) > 0));
  return [
    '## Cost of a deck',
    '',
    'Averages, without the CPU time of idle processes. A person approves or rejects; a delivered deck has one PPTX file.',
    '',
    row(['', ...costs.map(({ kind, decks }) => `${kind} (${decks} decks)`)]),
    row(['---', ...costs.map(() => '---')]),
    ...PARTS.map((part) => line(`CPU ms: ${part}`, ({ cpu }) => (cpu[part] * 1000).toFixed(0))),
    line('CPU ms: all', ({ cpu }) => (PARTS.reduce((sum, part) => sum + cpu[part], 0) * 1000).toFixed(0)),
    ...history('deck', ({ deck }) => deck),
    ...history('jobs of the embedded service', ({ jobs }) => jobs),
    line('Temporal database', ({ temporalBytes }) => kb(temporalBytes)),
    ...tables.map((table) =>
      line(`– rows of ${table}`, ({ temporalRows }) => (temporalRows.get(table) ?? 0).toFixed(1)),
    ),
    line('service database', ({ serviceBytes }) => kb(serviceBytes)),
    line('documents', ({ fileBytes }) => kb(fileBytes.documents)),
    line('files of the service', ({ fileBytes }) => kb(fileBytes.service)),
    line('delivered files', ({ fileBytes }) => kb(fileBytes.delivered)),
    line('calls to the service', ({ calls }) => [...calls.values()].reduce((sum, each) => sum + each, 0).toFixed(2)),
    ...endpoints.map((endpoint) => line(`– ${endpoint}`, ({ calls }) => (calls.get(endpoint) ?? 0).toFixed(2))),
  ];
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const secondsOf = ({ before, after }: Span) => (after.at - before.at) / 1000;
const timesOf = (times: Times) => [times.count, ...[0.5, 0.95, 1].map((at) => whole(times.quantile(at)))];
/** NaN means not measured. */
const whole = (value: number) => (Number.isFinite(value) ? value.toFixed(0) : '–');
const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
const mb = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`;
const gb = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(0)} GB`;
