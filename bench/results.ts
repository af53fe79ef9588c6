import type { Paired, Spread } from './pairs';

/** When and where rows were measured. */
export interface Run {
  /** `2026-01-31` */
  date: string;
  /** Machine and versions, one line. */
  machine: string;
}

const HEAD = [
  '| what | target | ratio | ours | other | pairs | load | measured |',
  '|---|---|---|---|---|---|---|---|',
];
const ROW = /^\| (?<id>P\d+) .*\| (?<date>\d{4}-\d\d-\d\d), on (?<machine>\d+) \|$/;
const MACHINE = /^(?<number>\d+)\. (?<machine>.+)$/;

interface Row {
  id: string;
  /** The cells before the last one, with the bar that ends them. */
  cells: string;
  run: Run;
}

/**
 * The text of results/pairs.md with new ratios in place of the old ones of the same benchmarks; the rows of the others stay,
 * with the date and the machine on which they were measured.
 * @param before the present text, empty when there is none
 */
export function mergedResults(before: string, measured: ReadonlyMap<string, Paired[]>, run: Run): string {
  const fresh = [...measured].flatMap(([id, ratios]) =>
    ratios.map((ratio): Row => ({ id, cells: cellsOf(ratio), run })),
  );
  const rows = [...rowsOf(before).filter(({ id }) => !measured.has(id)), ...fresh].sort(
    (a, b) => numberOf(a.id) - numberOf(b.id),
  );
  const machines = [...new Set(rows.map((row) => row.run.machine))];
  return [
    '# Results',
    '',
    'Written by `npm run bench`. Each ratio: median (least – most) over the pairs; both sides are measured in one run, in',
    'turns or at once. Load: one-minute average of the machine before → after. Measured: when, and on which machine:',
    '',
    ...machines.map((machine, index) => `${index + 1}. ${machine}`),
    '',
    ...HEAD,
    ...rows.map((row) => `${row.cells} ${row.run.date}, on ${machines.indexOf(row.run.machine) + 1} |`),
    '',
  ].join('\n');
}

/** One ratio for whoever is waiting. */
export function lineOf({ name, target, ratio, unit, ours, other }: Paired): string {
  return `${name}: ${show(ratio, 2)}, asked ${target}; ours ${show(ours, 1)}, other ${show(other, 1)} ${unit}`;
}

function cellsOf({ name, target, unit, ratio, ours, other, pairs, load }: Paired): string {
  const loads = load.map((value) => value.toFixed(1)).join(' → ');
  return `| ${name} | ${target} | **${show(ratio, 2)}** | ${show(ours, 1)} ${unit} | ${show(other, 1)} ${unit} | ${pairs} | ${loads} |`;
}

function show({ least, median, most }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)} – ${most.toFixed(digits)})`;
}

const numberOf = (id: string) => Number(id.slice(1));

function rowsOf(text: string): Row[] {
  const lines = text.split('\n');
  const machines = new Map(
    lines.flatMap((line) => {
      const { number, machine } = MACHINE.exec(line)?.groups ?? {};
      return number === undefined || machine === undefined ? [] : [[number, machine] as const];
    }),
  );
  return lines.flatMap((line): Row[] => {
    const { id, date, machine } = ROW.exec(line)?.groups ?? {};
    if (id === undefined || date === undefined || machine === undefined) return [];
    const cells = line.slice(0, line.lastIndexOf(` ${date}, on`));
    return [{ id, cells, run: { date, machine: machines.get(machine) ?? 'a machine that is not known' } }];
  });
}
