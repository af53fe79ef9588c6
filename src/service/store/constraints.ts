import { isSqliteError } from '../../base/io/sqlite';

/** PostgreSQL's code of a violated foreign key, from the SQL standard. */
const FOREIGN_KEY = '23503';

/** Whether a row was rejected because a row that it refers to no longer exists. */
export function refersToNothing(error: unknown): boolean {
  if (isSqliteError(error, 'foreignKey')) return true;
  return typeof error === 'object' && error !== null && 'code' in error && error.code === FOREIGN_KEY;
}
