import { parseArgs } from 'node:util';

export const faultKinds = ['kills', 'rollouts', 'partitions'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** What a run on a cluster consists of. */
export interface ClusterOptions {
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

interface NumberOption {
  key: { [Key in keyof ClusterOptions]: ClusterOptions[Key] extends number ? Key : never }[keyof ClusterOptions];
  flag: string;
  default: number;
  most: number;
  help: string;
}

const numbers: readonly NumberOption[] = [
  { key: 'frontend', flag: 'frontend', default: 1, most: 8, help: 'frontend nodes of Temporal' },
  { key: 'history', flag: 'history', default: 2, most: 8, help: 'history nodes' },
  { key: 'matching', flag: 'matching', default: 2, most: 8, help: 'matching nodes' },
  { key: 'shards', flag: 'shards', default: 128, most: 4096, help: 'history shards' },
  { key: 'workers', flag: 'workers', default: 3, most: 32, help: 'processes of `deck worker`' },
  { key: 'services', flag: 'services', default: 2, most: 16, help: 'processes of `deck service`, behind one address' },
  { key: 'decks', flag: 'decks', default: 200, most: 100_000, help: 'decks to run' },
  { key: 'atOnce', flag: 'at-once', default: 20, most: 1000, help: 'decks under way at one time' },
];

export const CLUSTER_HELP = `npm run cluster -- [options]

Starts a Temporal cluster, PostgreSQL, an S3-compatible store, deck services and workers on free loopback ports, runs
decks with reviews, prints what they took, and stops everything. The first run needs Go, every run the programs of
PostgreSQL.

${numbers.map(({ flag, help, default: usual }) => `  --${`${flag} N`.padEnd(14)}${help} (default ${usual})`).join('\n')}
  --faults LIST   strike the cluster while decks run: ${faultKinds.join(', ')}
  --out FILE      also write the table to a file
  --keep FOLDER   keep configuration, data and logs in a new folder
  --help          print this`;

/** @throws Error that says which option is invalid; 'help' for --help */
export function readClusterOptions(args: string[]): ClusterOptions | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(numbers.map(({ flag }) => [flag, { type: 'string' }] as const)),
      faults: { type: 'string' },
      out: { type: 'string' },
      keep: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  }) as { values: Record<string, string | boolean | undefined> };
  if (values.help) return 'help';
  const counted = numbers.map((option) => [option.key, countOf(option, values[option.flag])]);
  const faults = faultsOf(values.faults);
  return { ...Object.fromEntries(counted), faults, out: values.out ?? '', keep: values.keep ?? '' } as ClusterOptions;
}

function faultsOf(text: unknown): FaultKind[] {
  const words = text === undefined ? [] : String(text).split(',');
  const unknown = words.find((word) => !(faultKinds as readonly string[]).includes(word));
  if (unknown === undefined) return words as FaultKind[];
  throw new Error(`--faults must be a list of ${faultKinds.join(', ')}, not ${JSON.stringify(text)}`);
}

function countOf({ flag, default: usual, most }: NumberOption, text: unknown): number {
  if (text === undefined) return usual;
  const count = /^\d{1,6}$/.test(String(text)) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw new Error(`--${flag} must be an integer from 1 to ${most}, not ${JSON.stringify(text)}`);
}
