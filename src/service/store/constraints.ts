/** Error codes of a violated foreign key: SQLite's by name, PostgreSQL's from the SQL standard. */
const FOREIGN_KEY: readonly unknown[] = ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'];

/** Whether a row was rejected because a row that it refers to no longer exists. */
export function refersToNothing(error: unknown): boolean {
  // Checked by code: the driver's errors come from a native module, whose `Error` class may be a different one.
  return typeof error === 'object' && error !== null && 'code' in error && FOREIGN_KEY.includes(error.code);
}
