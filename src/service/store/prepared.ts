import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './database';

/** Creates a placeholder in a query for a value that is supplied later. */
export type Value<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

class Slot {
  constructor(readonly name: PropertyKey) {}
}

/** Runs a query synchronously on the committed rows. */
type Reader = (sql: string, parameters: readonly unknown[]) => unknown[];

const readers = new WeakMap<Database, Reader>();

/**
 * Lets prepared queries of a database bypass Kysely, whose promises and single connection cost more than a short query.
 * Transactions are separate databases and still read their own writes.
 */
export function readBy(db: Database, reader: Reader): void {
  readers.set(db, reader);
}

/**
 * A read-only query that is built once and run with changing values, for the queries of almost every request: building
 * one takes several times as long as running it.
 * @param build called once per database and variant; a variant changes the text of the query.
 */
export function prepared<Values extends object, Variant extends string[], Row>(
  build: (db: Database, value: Value<Values>, ...variant: Variant) => Compilable<Row>,
): (db: Database, values: Values, ...variant: Variant) => Promise<Row[]> {
  // Per database, because SQLite and PostgreSQL need different SQL.
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
