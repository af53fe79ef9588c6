import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './database';

/** Gives a place in a query for a value that comes later. */
export type Value<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

class Slot {
  constructor(readonly name: PropertyKey) {}
}

/** Answers a query at once: the rows that are committed. */
export type Reader = (sql: string, parameters: readonly unknown[]) => unknown[];

const readers = new WeakMap<Database, Reader>();

/**
 * Lets prepared queries of a database go past Kysely, whose promises and turns on the one connection cost more than a
 * short query does. A transaction is another database and goes on reading what it has written itself.
 */
export function readBy(db: Database, reader: Reader): void {
  readers.set(db, reader);
}

/**
 * A query that only reads, is built once, and is run with other values each time, for those that nearly every request
 * asks: building one takes several times as long as answering it.
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
    const reader = readers.get(db);
    if (reader) return reader(query.sql, parameters) as Row[];
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
