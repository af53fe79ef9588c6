import { cpus } from 'node:os';
import type { DeckEnd } from './decks';
import type { ClusterOptions } from './options';

export interface ClusterReport {
  options: ClusterOptions;
  serverVersion: string;
  ends: readonly DeckEnd[];
  seconds: number;
  /** Load average of the machine before the cluster was started. */
  load: number;
}

/** The measurements as Markdown. */
export function clusterTable(report: ClusterReport): string {
  const { options, ends, seconds, serverVersion, load } = report;
  const counts = new Map<string, number>();
  for (const { result, wrong } of ends) {
    const end = wrong === undefined ? result!.outcome : 'wrong';
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
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
    '',
    ...ends.flatMap(({ uid, route, wrong }) =>
      wrong === undefined ? [] : [`- wrong: ${uid} (${route.name}): ${wrong}`],
    ),
    ...duplicates.map((line) => `- possible duplicate: ${line}`),
  ].join('\n');
}
