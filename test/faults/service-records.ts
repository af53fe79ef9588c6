import { join } from 'node:path';
import { openSqliteFile } from '../../src/base/io/sqlite';

/** What the service itself holds of one user, read from its database and never from our logs. */
export interface ServiceRecords {
  tasks: number;
  outlines: number;
  contentJobs: number;
  designs: number;
  exports: number;
}

export function serviceRecords(dataDirectory: string, uid: string): ServiceRecords {
  const db = openSqliteFile(join(dataDirectory, 'service', 'service.db'), { readOnly: true });
  try {
    const count = (table: string, what = 'count(*)') =>
      (
        db
          .prepare(
            `select coalesce(${what}, 0) as n from ${table} where user_id in (select id from users where uid = ?)`,
          )
          .get(uid) as { n: number }
      ).n;
    return {
      tasks: count('tasks'),
      outlines: count('outline_counts', 'sum(count)'),
      contentJobs: count('content_jobs'),
      designs: count('designs'),
      exports: count('exports'),
    };
  } finally {
    db.close();
  }
}
