import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../io/package-root';

/** The texts of the offline writer are data, so that they can be edited without touching code. */
const FOLDER = join(packageRoot, 'src/writer/library');

/** Sentences by the name of the point that they belong to. */
export type PointTexts = Readonly<Record<string, string | readonly string[]>>;

/** JSON, because worker threads read these files too: they are parsed in 2 ms, and as YAML in more than 200. */
export function readLibrary<Texts>(name: string): Texts {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Texts;
}
