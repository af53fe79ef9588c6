import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Directory of this package, from the sources (tests) and from dist/. */
export const packageRoot = nearest(__dirname);

function nearest(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`no package.json above ${__dirname}`);
  return nearest(parent);
}
