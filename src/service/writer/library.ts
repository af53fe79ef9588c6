import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/io/package-root';

/** The texts of the offline writer are data files, so that they can be edited without changing code. */
const FOLDER = join(packageRoot, 'src/service/writer/library');

/** JSON, because worker threads parse these files too: 2 ms, compared with more than 200 ms for YAML. */
export function readLibrary<Texts>(name: string): Texts {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Texts;
}
