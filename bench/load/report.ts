import { cpus, totalmem } from 'node:os';
import type { Decks, Flow } from './decks';
import { type Gauges, PARTS, type Part, type Span, secondsIn } from './gauges';
import type { LoadOptions } from './options';
import type { Times } from './times';

export interface Level {
  open: number;
  /** Decks that had to be opened for it. */
  missing: number;
  opening: Span;
  list: Times;
  approvals: Times;
}

/** What a deck of one kind uses up, on the average. */
export interface Cost {
  kind: string;
  decks: number;
  span: Span;
  events: number;
  bytes: number;
  transitions: number;
}

export interface LoadReport {
  options: LoadOptions;
  /** One-minute average of the machine before and after. */
  load: [number, number];
  idle: Span;
  idleOpen: Span;
  costs: Cost[];
  levels: Level[];
  flow: Flow;
  flowSpan: Span;
  after: Times;
  decks: Decks;
  memory: Gauges['memory'];
}

export function reportText(report: LoadReport): string {
  return [['# Load'], headOf(report), levelsOf(report), flowOf(report), costsOf(report)]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n');
}

function headOf({ options, load, decks }: LoadReport): string[] {
  const { open, started, delivered, atOnce, set } = options;
  const { ended, held, wrong, possibleDuplicates } = decks;
  return [
    `Written by \`npm run load -- --open ${open} --started ${started}\` (share delivered ${delivered}, ${atOnce} concurrent).`,
    `Host: ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${(totalmem() / 1024 ** 3).toFixed(0)} GB memory; Node ${process.version}.`,
    `Load of the host, one-minute average: ${load.map((value) => value.toFixed(1)).join(' → ')}. The driver runs on the same cores.`,
    `Settings: default${set.length === 0 ? '' : `, except ${set.join(', ')}`}; embedded service without delays.`,
    '',
    `${decks.started} decks: ${ended.delivered} delivered, ${ended.rejected} rejected, ${held.size} in review. Unexpected outcomes: ${wrong.length}. Possible duplicates: ${possibleDuplicates.length}.`,
    ...wrong.slice(0, 20).map((line) => `- ${line}`),
  ];
}

function levelsOf({ levels, after, flow }: LoadReport): string[] {
  return [
    '## Decks brought to review at the same time',
    '',
    '| open reviews | decks started | until all are in review | decks/s | CPU ms per deck: worker | service | Temporal | KB in its database |',
    '|---|---|---|---|---|---|---|---|',
    ...levels.map(({ open, missing, opening }) => {
      const seconds = secondsIn(opening);
      const cpu = PARTS.map((part) => whole((cpuOf(opening, part) / missing) * 1000));
      const begun = [open, missing, `${seconds.toFixed(1)} s`, (missing / seconds).toFixed(1)];
      return row([...begun, ...cpu, whole(grown(opening, 'temporalBytes') / missing / 1024)]);
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
    row(['after them', ...timesOf(after), '']),
  ];
}

function flowOf({ flow, flowSpan, idle, idleOpen, memory }: LoadReport): string[] {
  const count = flow.handles.length;
  const until = [0.5, 0.95, 1].map((at) => flow.untilReview.quantile(at).toFixed(0));
  const load = (name: string, span: Span) =>
    row([name, ...[...PARTS, 'driver' as const].map((part) => (cpuOf(span, part) / secondsIn(span)).toFixed(3))]);
  return [
    '## Continuous starts',
    '',
    `${count} decks in ${flow.seconds.toFixed(0)} s: ${((count / flow.seconds) * 60).toFixed(0)} per minute. From start to review:`,
    `median ${until[0]} ms, p95 ${until[1]} ms, max ${until[2]} ms.`,
    `Database growth per deck: Temporal ${kb(grown(flowSpan, 'temporalBytes') / count)}, service ${kb(grown(flowSpan, 'serviceBytes') / count)}.`,
    `Databases at the end: Temporal ${mb(flowSpan.after.temporalBytes)}, service ${mb(flowSpan.after.serviceBytes)}.`,
    `Peak memory: ${PARTS.map((part) => `${part} ${mb(memory[part])}`).join(', ')}.`,
    '',
    '| cores in use | worker | service | Temporal | driver |',
    '|---|---|---|---|---|',
    load('idle, no decks', idle),
    load('idle, all reviews open', idleOpen),
    load('continuous starts', flowSpan),
  ];
}

function costsOf({ costs, idle }: LoadReport): string[] {
  if (costs.length === 0) return [];
  const line = (name: string, of: (cost: Cost) => string) => row([name, ...costs.map(of)]);
  const cpu = (part: Part) => (cost: Cost) => {
    const rest = (cpuOf(idle, part) / secondsIn(idle)) * secondsIn(cost.span);
    return whole(((cpuOf(cost.span, part) - rest) / cost.decks) * 1000);
  };
  return [
    '## Cost of a deck',
    '',
    'Averages, without the CPU time of idle processes. A person approves or rejects; a delivered deck has one PPTX file.',
    '',
    row(['', ...costs.map(({ kind, decks }) => `${kind} (${decks} decks)`)]),
    row(['---', ...costs.map(() => '---')]),
    ...PARTS.map((part) => line(`CPU ms: ${part}`, cpu(part))),
    line('history: events', ({ events }) => events.toFixed(1)),
    line('history: size', ({ bytes }) => kb(bytes)),
    line('state transitions', ({ transitions }) => transitions.toFixed(1)),
    line('Temporal database', ({ span, decks }) => kb(grown(span, 'temporalBytes') / decks)),
    line('service database', ({ span, decks }) => kb(grown(span, 'serviceBytes') / decks)),
  ];
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const cpuOf = ({ before, after }: Span, part: Part | 'driver') => after.cpu[part] - before.cpu[part];
const grown = ({ before, after }: Span, what: 'temporalBytes' | 'serviceBytes') => after[what] - before[what];
const timesOf = (times: Times) => [times.count, ...[0.5, 0.95, 1].map((at) => whole(times.quantile(at)))];
/** NaN means not measured. */
const whole = (value: number) => (Number.isFinite(value) ? value.toFixed(0) : '–');
const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
const mb = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`;
