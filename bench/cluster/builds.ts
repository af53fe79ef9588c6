import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { packageRoot } from '../../src/io/package-root';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { DECK_MAIN } from './deck-config';

/** A build of `deck worker`. */
export interface WorkerBuild {
  name: string;
  /** The program that is started. */
  main: string;
  versioning?: { deployment: string; build: string; behavior: 'pinned' | 'auto-upgrade' };
}

export const today: WorkerBuild = { name: 'today', main: DECK_MAIN };

const RELEASED = join(packageRoot, 'test', 'upgrade', 'kept', 'workflows-0.1.0.js.gz');

/** This package with the workflow code of release 0.1.0, whose activities are called as today's. */
export function releasedBuild(folder: string): WorkerBuild {
  mkdirSync(folder);
  for (const name of readdirSync(packageRoot)) {
    if (name !== 'dist' && !name.startsWith('.')) symlinkSync(join(packageRoot, name), join(folder, name));
  }
  const dist = join(packageRoot, 'dist');
  cpSync(dist, join(folder, 'dist'), { recursive: true, filter: (path) => !/\.map$|-bundle\.js$/.test(path) });
  const bundle = basename(builtBundle('presentation', plainTraits).codePath);
  writeFileSync(join(folder, 'dist', bundle), gunzipSync(readFileSync(RELEASED)));
  return { name: '0.1.0', main: join(folder, 'dist', 'src', 'cli', 'main.js') };
}
