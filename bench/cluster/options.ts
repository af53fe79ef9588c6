import { parseArgs } from 'node:util';
import { clusterServerVersions } from './programs';

export const faultKinds = ['kills', 'rollouts', 'partitions'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** What a run on a cluster consists of. */
export interface ClusterOptions {
  /** Release of the Temporal server. */
  server: string;
  /** Nodes of Temporal, by role. */
  frontend: number;
  history: number;
  matching: number;
  /** Shards of the history nodes. */
  shards: number;
  /** Processes of `deck worker` and `deck service`. */
  workers: number;
  services: number;
  decks: number;
  /** Decks that are under way at one time. */
  atOnce: number;
  /** Words of `faults` that strike while the decks run. */
  faults: FaultKind[];
  /** Where the table is written; nowhere when empty. */
  out: string;
  /** Where everything is kept, logs too; a temporary folder that is removed when empty. */
  keep: string;
}

/** Flag, default, most, help. */
const numbers = {
  frontend: ['frontend', 1, 8, 'frontend nodes of Temporal'],
  history: ['history', 2, 8, 'history nodes'],
  matching: ['matching', 2, 8, 'matching nodes'],
  shards: ['shards', 128, 4096, 'history shards'],
  workers: ['workers', 3, 32, 'processes of `deck worker`'],
  services: ['services', 2, 16, 'processes of `deck service`, behind one address'],
  decks: ['decks', 200, 100_000, 'decks to run'],
  atOnce: ['at-once', 20, 1000, 'decks under way at one time'],
} as const satisfies Partial<Record<keyof ClusterOptions, readonly [string, number, number, string]>>;

export const CLUSTER_HELP = `npm run cluster -- [options]

Starts a Temporal cluster, PostgreSQL, an S3-compatible store, deck services and workers on free loopback ports, runs
decks with reviews, prints what they took, and stops everything. The first run needs Go, every run the programs of
PostgreSQL.

${Object.values(numbers)
  .map(([flag, usual, , help]) => `  --${`${flag} N`.padEnd(14)}${help} (default ${usual})`)
  .join('\n')}
  --server VERSION  release of Temporal: ${clusterServerVersions.join(' or ')} (default ${clusterServerVersions[0]})
  --faults LIST   strike the cluster while decks run: ${faultKinds.join(', ')}
  --out FILE      also write the table to a file
  --keep FOLDER   keep configuration, data and logs in a new folder
  --help          print this`;

/** @throws Error that says which option is invalid; 'help' for --help */
export function readClusterOptions(args: string[]): ClusterOptions | 'help' {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return 'help';
  const flags = ['server', 'faults', 'out', 'keep', ...Object.values(numbers).map(([flag]) => flag)];
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(flags.map((flag) => [flag, { type: 'string' as const }])),
  });
  const counts = Object.entries(numbers).map(([key, [flag, usual, most]]) => {
    const count = /^\d{1,6}$/.test(values[flag] ?? String(usual)) ? Number(values[flag] ?? usual) : 0;
    if (count >= 1 && count <= most) return [key, count];
    throw new Error(`--${flag} must be an integer from 1 to ${most}, not ${JSON.stringify(values[flag])}`);
  });
  const server = values.server ?? clusterServerVersions[0]!;
  if (!clusterServerVersions.includes(server))
    throw new Error(`--server must be ${clusterServerVersions.join(' or ')}, not ${JSON.stringify(server)}`);
  const faults = (values.faults?.split(',') ?? []) as FaultKind[];
  if (!faults.every((word) => faultKinds.includes(word)))
    throw new Error(`--faults must be a list of ${faultKinds.join(', ')}, not ${JSON.stringify(values.faults)}`);
  return {
    ...Object.fromEntries(counts),
    server,
    faults,
    out: values.out ?? '',
    keep: values.keep ?? '',
  } as ClusterOptions;
}
