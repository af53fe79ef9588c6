import { parseArgs } from 'node:util';

export interface Chosen {
  names: string[];
  /** Undefined: the default of each benchmark. */
  pairs: number | undefined;
}

/** @throws Error for an unknown benchmark or an invalid number */
export function chosenFrom(args: readonly string[], known: readonly string[]): Chosen {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { pairs: { type: 'string' } },
  });
  const chosen = positionals.map((name) => name.toLowerCase());
  const unknown = chosen.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`Unknown benchmark ${unknown.join(', ')}. Choose from ${known.join(', ')}.`);
  }
  const pairs = values.pairs === undefined ? undefined : Number(values.pairs);
  if (pairs !== undefined && !(Number.isInteger(pairs) && pairs > 0)) {
    throw new Error(`--pairs must be an integer of 1 or more, not ${JSON.stringify(values.pairs)}.`);
  }
  return { names: chosen.length === 0 ? [...known] : known.filter((name) => chosen.includes(name)), pairs };
}
