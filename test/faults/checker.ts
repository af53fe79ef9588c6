import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, type Holdings, type Judged, judgeHeld, judgeMade } from '../../bench/cluster/judge';
import { openSqliteFile } from '../../src/base/io/sqlite';
import type { PresentationResult } from '../../src/core/progress';

export { type Holdings, judgeHeld, lost } from '../../bench/cluster/judge';

/** A row as the queries below ask for it. */
interface Row {
  n: number;
  id: number;
  task_id: number;
  design_id: number;
  task_key: string;
  format: string;
  status: string;
  file_key: string;
  export_key: string;
}

export function holdingsOf(dataDirectory: string, uid: string): Holdings {
  const service = join(dataDirectory, 'service');
  const db = openSqliteFile(join(service, 'service.db'), { readOnly: true });
  try {
    const rows = (what: string, table: string, more = '') =>
      db
        .prepare(`select ${what} from ${table} where user_id in (select id from users where uid = ?) ${more}`)
        .all(uid) as Row[];
    const count = (table: string, what = 'count(*)') => rows(`coalesce(${what}, 0) as n`, table)[0]!.n;
    return {
      tasks: rows('id', 'tasks').map(({ id }) => id),
      designs: rows('id, task_id', 'designs').map(({ id, task_id }) => ({ id, task: task_id })),
      exports: rows('task_key, design_id, format, status', 'exports').map(
        ({ task_key, design_id, format, status }) => ({
          key: task_key,
          design: design_id,
          format,
          status,
        }),
      ),
      layouts: count('layout_tasks'),
      outlines: count('outline_counts', 'sum(count)'),
      contentJobs: count('content_jobs'),
      files: rows('file_key, export_key', 'files', 'and export_key is not null').map(({ file_key, export_key }) => {
        const bytes = readFileSync(join(service, 'files', file_key.slice(0, 2), file_key));
        return { export: export_key, sha256: sha256(bytes), size: bytes.length };
      }),
    };
  } finally {
    db.close();
  }
}

/** Incomplete files in a folder. */
export function halfWritten(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return (readdirSync(directory, { recursive: true }) as string[]).filter((name) => name.endsWith('.part'));
}

/**
 * Judges the result of a deck, the only one of its user, by the service's database and its folder of files.
 * @param again exports per format that were repeated because the one before was no longer available.
 */
export function judge(
  dataDirectory: string,
  uid: string,
  result: PresentationResult,
  again: number | ((format: string) => number) = 0,
): Judged {
  return judgeHeld(holdingsOf(dataDirectory, uid), result, again);
}

/**
 * The same for a deck that was cancelled: nothing twice unsaid, and nothing made after its end was acknowledged.
 * @param then what the service held when it was.
 */
export function judgeCancelled(dataDirectory: string, uid: string, account: Account, then: Holdings): Judged {
  const held = holdingsOf(dataDirectory, uid);
  const { wrong, duplicates, said, once } = judgeMade(held, account, 0);
  const designs = once('designs', held.designs.length, said('a design'), 0);
  const counts = ({ tasks, designs, exports, layouts, outlines, contentJobs }: Holdings) => ({
    ...{ tasks: tasks.length, designs: designs.length, exports: exports.length },
    ...{ layouts, outlines, contentJobs },
  });
  const before = counts(then);
  for (const [what, now] of Object.entries(counts(held))) {
    const was = before[what as keyof typeof before];
    if (now !== was) wrong.push(`${what}: ${was} when the cancellation was acknowledged, ${now} later`);
  }
  return { wrong, duplicates: duplicates + designs };
}

export interface JournalLine {
  endpoint: string;
  uid: string | null;
  status: number | null;
  code: number | null;
  fault: string | null;
}

/** The service's own journal of calls, with test controls. */
export async function journalOf(url: string, adminKey: string, uid?: string): Promise<JournalLine[]> {
  const answer = await fetch(`${url}/_admin/journal`, { headers: { 'x-admin-key': adminKey } });
  const { data } = (await answer.json()) as { data: { entries: JournalLine[] } };
  return data.entries.filter((entry) => uid === undefined || entry.uid === uid);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
