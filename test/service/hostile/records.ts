import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqliteFile } from '../../../src/base/io/sqlite';

/** Tables that a mere attempt to call may fill. */
const CREDENTIALS = ['tokens', 'codes'];

/** Everything that a service holds: all rows of all tables but the credentials, and all files with their sizes. */
export async function recordsOf(dataDirectory: string): Promise<Record<string, unknown>> {
  const db = openSqliteFile(join(dataDirectory, 'service.db'), { readOnly: true });
  try {
    const tables = db.prepare("select name from sqlite_master where type = 'table' order by name").all();
    const rows = (tables as { name: string }[])
      .map(({ name }) => name)
      .filter((table) => !CREDENTIALS.includes(table))
      .map((table) => [table, inOrder(db.prepare(`select * from "${table}"`).all())]);
    return { ...Object.fromEntries(rows), storedFiles: await filesBelow(join(dataDirectory, 'files')) };
  } finally {
    db.close();
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.sort().map(async (file) => `${file.slice(folder.length)} ${(await stat(file)).size}`));
}

const inOrder = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
