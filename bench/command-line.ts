import { parseArgs } from 'node:util';

export interface Chosen {
  ids: string[];
  /** Undefined: as many as each benchmark takes of itself. */
  pairs: number | undefined;
}

/** @throws Error with one sentence for an id or a number that is none */
export function chosenFrom(args: readonly string[], known: readonly string[]): Chosen {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { pairs: { type: 'string' } },
  });
  const asked = positionals.map((id) => id.toUpperCase());
  const unknown = asked.filter((id) => !known.includes(id));
  if (unknown.length > 0) {
    throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  }
  const pairs = values.pairs === undefined ? undefined : Number(values.pairs);
  if (pairs !== undefined && !(Number.isInteger(pairs) && pairs > 0)) {
    throw new Error(`--pairs takes a whole number from 1, not ${JSON.stringify(values.pairs)}.`);
  }
  return { ids: asked.length === 0 ? [...known] : known.filter((id) => asked.includes(id)), pairs };
}
