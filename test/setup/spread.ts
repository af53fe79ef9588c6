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
  const valuesOf = (cell: Cell) => factors.map((factor) => JSON.stringify([factor, cell[factor]]));
  const metSoFar = (value: string) => met.get(value) ?? 0;
  const lacking = (cell: Cell) => valuesOf(cell).filter((value) => metSoFar(value) === 0).length;
  const often = (cell: Cell) => valuesOf(cell).reduce((sum, value) => sum + metSoFar(value), 0);
  const left = new Set(cells);
  const chosen = new Set<Cell>();
  for (;;) {
    // The one with the most values that are still lacking; of those, the one whose values were met least.
    const [next] = [...left].sort((one, other) => lacking(other) - lacking(one) || often(one) - often(other));
    if (next === undefined || lacking(next) === 0) return cells.filter((cell) => chosen.has(cell));
    left.delete(next);
    chosen.add(next);
    for (const value of valuesOf(next)) met.set(value, metSoFar(value) + 1);
  }
}
