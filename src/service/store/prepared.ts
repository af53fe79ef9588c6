import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './database';

/** Gives a place in a query for a value that comes later. */
export type Value<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

class Slot {
  constructor(readonly name: PropertyKey) {}
}

/**
 * A query that is built once and run with other values each time, for those that nearly every request asks: building
 * one takes several times as long as answering it.
 *
 * @param build is called once for a database and a variant, which is what changes the words of the query.
 */
export function prepared<Values extends object, Variant extends string[], Row>(
  build: (db: Database, value: Value<Values>, ...variant: Variant) => Compilable<Row>,
): (db: Database, values: Values, ...variant: Variant) => Promise<Row[]> {
  // By database, because SQLite and PostgreSQL are asked in different words.
  const built = new WeakMap<Database, Map<string, CompiledQuery<Row>>>();
  return async (db, values, ...variant) => {
    let variants = built.get(db);
    if (!variants) {
      variants = new Map();
      built.set(db, variants);
    }
    const key = variant.join();
    let query = variants.get(key);
    if (!query) {
      query = build(db, (name) => new Slot(name) as never, ...variant).compile();
      variants.set(key, query);
    }
    const parameters = query.parameters.map((given) =>
      given instanceof Slot ? values[given.name as keyof Values] : given,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
