import type { Database } from '../store/database';

/** Lists of stored records for people to inspect, newest first. */

const MOST_ROWS = 200;

export async function countRecords(db: Database): Promise<Record<'users' | 'tasks' | 'designs' | 'exports', number>> {
  const count = async (table: 'users' | 'tasks' | 'designs' | 'exports') => {
    const row = await db
      .selectFrom(table)
      .select((rows) => rows.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return {
    users: await count('users'),
    tasks: await count('tasks'),
    designs: await count('designs'),
    exports: await count('exports'),
  };
}

export async function listTasks(db: Database) {
  const rows = await db
    .selectFrom('tasks')
    .innerJoin('users', 'users.id', 'tasks.user_id')
    .select([
      'tasks.id',
      'users.uid',
      'users.channel',
      'tasks.type',
      'tasks.title',
      'tasks.created_at',
      'tasks.outline_revision',
    ])
    .select('tasks.content_revision')
    .orderBy('tasks.id', 'desc')
    .limit(MOST_ROWS)
    .execute();
  const jobs = await newestJobs(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    channel: row.channel,
    type: row.type,
    title: row.title,
    createdAt: iso(row.created_at),
    outlineRevision: row.outline_revision,
    contentIsCurrent: row.outline_revision > 0 && row.content_revision === row.outline_revision,
    /** The newest content job of a ticket. */
    job: jobs.get(row.id) ?? null,
  }));
}

async function newestJobs(db: Database, taskIds: number[]) {
  if (taskIds.length === 0) return new Map();
  const jobs = await db
    .selectFrom('content_jobs')
    .select(['task_id', 'status', 'reason'])
    .where('task_id', 'in', taskIds)
    .orderBy('created_at')
    .execute();
  return new Map(jobs.map(({ task_id, status, reason }) => [task_id, { status, reason }]));
}

export async function listDesignsOfAll(db: Database) {
  const rows = await db
    .selectFrom('designs')
    .innerJoin('users', 'users.id', 'designs.user_id')
    .select([
      'designs.id',
      'users.uid',
      'users.channel',
      'designs.task_id',
      'designs.name',
      'designs.suit_id',
      'designs.version',
    ])
    .select(['designs.created_at', 'designs.deleted_at'])
    .orderBy('designs.id', 'desc')
    .limit(MOST_ROWS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    channel: row.channel,
    taskId: row.task_id,
    name: row.name,
    suitId: row.suit_id,
    version: row.version,
    createdAt: iso(row.created_at),
    deletedAt: row.deleted_at === null ? null : iso(row.deleted_at),
  }));
}

/** Omits task keys: anyone who has a key can read its export. */
export async function listExports(db: Database) {
  const rows = await db
    .selectFrom('exports')
    .innerJoin('users', 'users.id', 'exports.user_id')
    .innerJoin('designs', 'designs.id', 'exports.design_id')
    .leftJoin('files', 'files.export_key', 'exports.task_key')
    .select([
      'exports.design_id',
      'users.uid',
      'users.channel',
      'designs.name',
      'exports.format',
      'exports.status',
      'exports.reason',
    ])
    .select(['exports.created_at', 'exports.finished_at'])
    .select((row) => [row.fn.count<number>('files.file_key').as('files'), row.fn.sum<number>('files.size').as('bytes')])
    .groupBy(['exports.task_key', 'exports.design_id', 'users.uid', 'users.channel', 'designs.name', 'exports.format'])
    .groupBy(['exports.status', 'exports.reason', 'exports.created_at', 'exports.finished_at'])
    .orderBy('exports.created_at', 'desc')
    .limit(MOST_ROWS)
    .execute();
  return rows.map((row) => ({
    designId: row.design_id,
    uid: row.uid,
    channel: row.channel,
    name: row.name,
    format: row.format,
    status: row.status,
    reason: row.reason,
    files: Number(row.files),
    bytes: Number(row.bytes ?? 0),
    createdAt: iso(row.created_at),
    finishedAt: row.finished_at === null ? null : iso(row.finished_at),
  }));
}

export async function coverFileOf(db: Database, designId: number): Promise<string | undefined> {
  const row = await db.selectFrom('designs').select('cover_file').where('id', '=', designId).executeTakeFirst();
  return row?.cover_file;
}

function iso(ms: number): string {
  return new Date(Number(ms)).toISOString();
}
