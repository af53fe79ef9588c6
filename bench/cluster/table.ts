import { cpus } from 'node:os';
import type { DeckEnd } from './decks';
import { type ClusterMeter, databases, type MeasuredRole, type WorkflowFacts } from './figures';
import type { ClusterOptions } from './options';

export interface ClusterReport {
  options: ClusterOptions;
  serverVersion: string;
  ends: readonly DeckEnd[];
  before: ClusterMeter;
  after: ClusterMeter;
  workflows: WorkflowFacts;
  /** Processor seconds a second of each role without any deck. */
  idle: ReadonlyMap<MeasuredRole, number>;
  memory: ReadonlyMap<MeasuredRole, number>;
  /** Load average of the machine before the cluster was started. */
  load: number;
}

const names: Record<MeasuredRole, string> = {
  frontend: 'Temporal frontend',
  history: 'Temporal history',
  matching: 'Temporal matching',
  worker: 'Temporal worker',
  PostgreSQL: 'PostgreSQL',
  'object store': 'object store',
  'deck service': 'deck service',
  'deck worker': 'deck worker',
  'this program': 'this program, with load balancing',
};

/** The measurements as Markdown. */
export function clusterTable(report: ClusterReport): string {
  const { options, ends, before, after, workflows, idle, memory, serverVersion, load } = report;
  const seconds = (after.at - before.at) / 1000;
  const each = (amount: number) => amount / ends.length;
  const counts = new Map<string, number>();
  for (const { result, wrong } of ends) {
    const end = wrong === undefined ? result!.outcome : 'wrong';
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  const cpu = (role: MeasuredRole) => (after.cpu.get(role) ?? 0) - (before.cpu.get(role) ?? 0);
  const duplicates = ends.flatMap(({ result }) => result?.possibleDuplicates ?? []);
  const took = ends.map((end) => end.seconds).sort((a, b) => a - b);
  const of = (fraction: number) => (took[Math.ceil(fraction * took.length) - 1] ?? 0).toFixed(1);
  return [
    '# A cluster on one machine',
    '',
    `Temporal ${serverVersion}: ${options.frontend} frontend, ${options.history} history, ${options.matching} matching and 1 ` +
      `worker node, ${options.shards} shards, PostgreSQL; ${options.services} deck services, ${options.workers} deck ` +
      `workers, ${options.atOnce} decks at once. ${cpus().length} cores, load average before the run ${load.toFixed(1)}.`,
    '',
    '| measurement | result |',
    '|---|---|',
    `| decks: delivered, rejected, wrong | ${['delivered', 'rejected', 'wrong'].map((end) => counts.get(end) ?? 0).join(', ')} |`,
    `| parked and told to retry | ${ends.filter(({ helped }) => helped > 0).length} |`,
    `| reported possible duplicates | ${duplicates.length} |`,
    `| time, decks per minute | ${seconds.toFixed(0)} s, ${(ends.length / (seconds / 60)).toFixed(1)} |`,
    `| start to end of a deck: median, slowest | ${of(0.5)}, ${of(1)} s |`,
    `| per deck, with the jobs of the service: events, transitions | ${each(workflows.events).toFixed(0)}, ${each(workflows.transitions).toFixed(0)} |`,
    '',
    '| role | CPU: total, per deck without idle | idle | memory at most |',
    '|---|---|---|---|',
    ...(Object.keys(names) as MeasuredRole[]).map((role) => {
      const rest = idle.get(role) ?? 0;
      const deck = Math.max(0, each(cpu(role) - rest * seconds)) * 1000;
      const most = role === 'this program' ? '' : megabytes(memory.get(role) ?? 0);
      return `| ${names[role]} | ${cpu(role).toFixed(1)} s, ${deck.toFixed(0)} ms | ${(100 * rest).toFixed(1)} % | ${most} |`;
    }),
    '',
    '| database, per deck | rows kept | rows written | size | write-ahead log |',
    '|---|---|---|---|---|',
    ...databases.map((name) => {
      const from = before.databases[name];
      const to = after.databases[name];
      const inserted = to.inserted - from.inserted;
      const deleted = to.deleted - from.deleted;
      const written = inserted + deleted + to.updated - from.updated;
      const cells = [each(inserted - deleted).toFixed(1), each(written).toFixed(0)];
      return `| ${[name, ...cells, kilobytes(each(to.bytes - from.bytes)), kilobytes(each(to.wal - from.wal))].join(' | ')} |`;
    }),
    `| all, with commits and checkpoints | | | | ${kilobytes(each(after.wal - before.wal))} |`,
    '',
    ...ends.flatMap(({ uid, route, wrong }) =>
      wrong === undefined ? [] : [`- wrong: ${uid} (${route.name}): ${wrong}`],
    ),
    ...duplicates.map((line) => `- possible duplicate: ${line}`),
  ].join('\n');
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const kilobytes = (bytes: number) => `${(bytes / 1e3).toFixed(1)} KB`;
