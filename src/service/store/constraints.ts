/** Codes of a violated foreign key: SQLite's by name, PostgreSQL's of the SQL standard. */
const FOREIGN_KEY: readonly unknown[] = ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'];

/** Whether a row was refused because what it refers to is gone. */
export function refersToNothing(error: unknown): boolean {
  // By its code alone: the driver's errors come from a native module, whose `Error` may be another one.
  return typeof error === 'object' && error !== null && 'code' in error && FOREIGN_KEY.includes(error.code);
}
