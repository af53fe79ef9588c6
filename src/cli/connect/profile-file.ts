import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { replaceFile } from '../../base/io/durable-file';
import { readFailure } from '../../base/io/read-failure';
import type { ProfileLines } from '../../client/account';
import { isRecord } from '../../core/overlay';
import { badInput } from '../terminal/exit';

/** Reads a file of profile lines before anything is called, so that it can be written afterwards. @throws CliError */
export async function openProfile(path: string): Promise<{ add(lines: ProfileLines): Promise<void> }> {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw badInput(`--write: ${path} ${readFailure(error)}.`);
  });
  const document = parseDocument(text);
  if (document.errors.length > 0 || !(document.contents === null || isRecord(document.toJS())))
    throw badInput(`--write: ${path} is not a profile file in YAML.`);
  return {
    /** Keeps the other lines of the file and its comments. */
    async add(lines) {
      for (const [path, value] of leavesOf(lines)) document.setIn(path, document.createNode(value, { flow: true }));
      await replaceFile(path, Buffer.from(document.toString()));
    },
  };
}

function leavesOf(lines: ProfileLines, folder: readonly string[] = []): [path: string[], value: unknown][] {
  return Object.entries(lines).flatMap(([key, value]): [string[], unknown][] =>
    isRecord(value) ? leavesOf(value, [...folder, key]) : [[[...folder, key], value]],
  );
}
