import type { Paired, Spread } from './pairs';

/** When and where rows were measured. */
export interface Run {
  /** `2026-01-31` */
  date: string;
  /** Host and versions, one line. */
  host: string;
}

const HEAD = [
  '| benchmark | compared | target | ratio | deck | other | pairs | load | measured |',
  '|---|---|---|---|---|---|---|---|---|',
];
const ROW = /^\| (?<benchmark>[a-z-]+) \| .*\| (?<date>\d{4}-\d\d-\d\d), on (?<host>\d+) \|$/;
const HOST = /^(?<number>\d+)\. (?<host>.+)$/;

interface Row {
  benchmark: string;
  /** The cells before the last one, with the bar that ends them. */
  cells: string;
  run: Run;
}

/**
 * The text of results/pairs.md with the new ratios in place of the old ones of the same benchmarks. Other rows keep
 * their date and host.
 * @param before the present text, empty if there is none
 * @param known all benchmarks in the order of the rows; rows of others are dropped
 */
export function mergedResults(
  before: string,
  measured: ReadonlyMap<string, Paired[]>,
  run: Run,
  known: readonly string[],
): string {
  const fresh = [...measured].flatMap(([benchmark, ratios]) =>
    ratios.map((ratio): Row => ({ benchmark, cells: cellsOf(benchmark, ratio), run })),
  );
  const rows = [...rowsOf(before).filter(({ benchmark }) => !measured.has(benchmark)), ...fresh]
    .filter(({ benchmark }) => known.includes(benchmark))
    .sort((a, b) => known.indexOf(a.benchmark) - known.indexOf(b.benchmark));
  const hosts = [...new Set(rows.map((row) => row.run.host))];
  return [
    '# Benchmark results',
    '',
    'Written by `npm run bench`. Ratio: median (minimum – maximum) over the pairs; both sides are measured in one run, in',
    'turns or at the same time. Load: one-minute average of the host, before → after. Measured: date and host:',
    '',
    ...hosts.map((host, index) => `${index + 1}. ${host}`),
    '',
    ...HEAD,
    ...rows.map((row) => `${row.cells} ${row.run.date}, on ${hosts.indexOf(row.run.host) + 1} |`),
    '',
  ].join('\n');
}

/** One ratio as the run prints it. */
export function lineOf(benchmark: string, { name, target, ratio, unit, ours, other }: Paired): string {
  return [
    `${benchmark}: ${name}`,
    `  Target: ${target}. Measured: ${show(ratio, 2)}; deck ${show(ours, 1)} ${unit}, other ${show(other, 1)} ${unit}`,
  ].join('\n');
}

function cellsOf(benchmark: string, { name, target, unit, ratio, ours, other, pairs, load }: Paired): string {
  const loads = load.map((value) => value.toFixed(1)).join(' → ');
  return `| ${benchmark} | ${name} | ${target} | **${show(ratio, 2)}** | ${show(ours, 1)} ${unit} | ${show(other, 1)} ${unit} | ${pairs} | ${loads} |`;
}

function show({ least, median, most }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)} – ${most.toFixed(digits)})`;
}

function rowsOf(text: string): Row[] {
  const lines = text.split('\n');
  const hosts = new Map(
    lines.flatMap((line) => {
      const { number, host } = HOST.exec(line)?.groups ?? {};
      return number === undefined || host === undefined ? [] : [[number, host] as const];
    }),
  );
  return lines.flatMap((line): Row[] => {
    const { benchmark, date, host } = ROW.exec(line)?.groups ?? {};
    if (benchmark === undefined || date === undefined || host === undefined) return [];
    const cells = line.slice(0, line.lastIndexOf(` ${date}, on`));
    return [{ benchmark, cells, run: { date, host: hosts.get(host) ?? 'unknown host' } }];
  });
}
