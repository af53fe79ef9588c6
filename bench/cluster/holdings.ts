import { createHash } from 'node:crypto';
import type { Settings } from '../../src/config';
import { s3Options } from '../../src/config/s3-settings';
import { createS3Store } from '../../src/service/files/s3-store';
import type { Holdings } from './judge';
import type { PostgresServer } from './postgres';

/** What the services of a cluster hold of one user, read from PostgreSQL and the object store. */
export async function clusterHoldings(
  postgres: PostgresServer,
  files: Settings['server']['files'],
  env: NodeJS.ProcessEnv,
  uid: string,
): Promise<Holdings> {
  const rows = <Row extends object>(what: string, table: string, more = '') =>
    postgres.ask<Row>(
      'service',
      `select ${what} from ${table} where user_id in (select id from users where uid = '${uid}') ${more}`,
    );
  const count = async (table: string, what = 'count(*)') =>
    Number((await rows<{ n: string }>(`coalesce(${what}, 0) as n`, table))[0]!.n);
  const tasks = await rows<{ id: string }>('id', 'tasks');
  const designs = await rows<{ id: string; task_id: string }>('id, task_id', 'designs');
  const exports = await rows<{ task_key: string; design_id: string; format: string; status: string }>(
    'task_key, design_id, format, status',
    'exports',
  );
  const kept = await rows<{ file_key: string; export_key: string }>(
    'file_key, export_key',
    'files',
    'and export_key is not null',
  );
  const store = await createS3Store(s3Options('server.files', files, env));
  return {
    tasks: tasks.map(({ id }) => Number(id)),
    designs: designs.map(({ id, task_id }) => ({ id: Number(id), task: Number(task_id) })),
    exports: exports.map(({ task_key, design_id, format, status }) => ({
      ...{ key: task_key, design: Number(design_id), format, status },
    })),
    layouts: await count('layout_tasks'),
    outlines: await count('outline_counts', 'sum(count)'),
    contentJobs: await count('content_jobs'),
    files: await Promise.all(
      kept.map(async ({ file_key, export_key }) => {
        const hash = createHash('sha256');
        let size = 0;
        for await (const chunk of await store.read(file_key)) {
          hash.update(chunk as Buffer);
          size += (chunk as Buffer).length;
        }
        return { export: export_key, sha256: hash.digest('hex'), size };
      }),
    ),
  };
}
