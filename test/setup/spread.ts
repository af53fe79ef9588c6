import { DEEP } from '../deep';

/**
 * The cells of a table that a run works through: all of them with `DECK_DEEP=1`; else so few that every value of every
 * factor is met, drawn from all over the table, the same ones in every run.
 * @param factors the properties by which cells differ; their values are compared as JSON.
 */
export function spread<Cell extends object>(
  cells: readonly Cell[],
  factors: readonly (keyof Cell)[],
  deep = DEEP > 0,
): readonly Cell[] {
  if (deep) return cells;
  const met = new Map<string, number>();
  const values = new Map(cells.map((cell) => [cell, factors.map((factor) => JSON.stringify([factor, cell[factor]]))]));
  const metSoFar = (value: string) => met.get(value) ?? 0;
  const lacking = (cell: Cell) => values.get(cell)!.filter((value) => metSoFar(value) === 0).length;
  const often = (cell: Cell) => values.get(cell)!.reduce((sum, value) => sum + metSoFar(value), 0);
  const left = new Set(cells);
  const chosen = new Set<Cell>();
  for (;;) {
    // The one with the most values that are still lacking; of those, the one whose values were met least.
    let next: { cell: Cell; lacks: number; met: number } | undefined;
    for (const cell of left) {
      const one = { cell, lacks: lacking(cell), met: often(cell) };
      if (!next || one.lacks > next.lacks || (one.lacks === next.lacks && one.met < next.met)) next = one;
    }
    if (next === undefined || next.lacks === 0) return cells.filter((cell) => chosen.has(cell));
    left.delete(next.cell);
    chosen.add(next.cell);
    for (const value of values.get(next.cell)!) met.set(value, metSoFar(value) + 1);
  }
}
