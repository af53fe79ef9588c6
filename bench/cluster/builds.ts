import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
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

/**
 * This package with another build of its workflow code, as the next release would bring it: each run records a marker
 * first, so that its decks cannot continue under today's.
 */
export function nextBuild(folder: string): WorkerBuild {
  mkdirSync(folder);
  for (const name of readdirSync(packageRoot)) {
    if (name !== 'dist' && !name.startsWith('.')) symlinkSync(join(packageRoot, name), join(folder, name));
  }
  const dist = join(packageRoot, 'dist');
  cpSync(dist, join(folder, 'dist'), { recursive: true, filter: (path) => !/\.map$|-bundle\.js$/.test(path) });
  const { codePath } = builtBundle('presentation', plainTraits);
  writeFileSync(join(folder, 'dist', basename(codePath)), withMarker(readFileSync(codePath, 'utf8')));
  return { name: 'next', main: join(folder, 'dist', 'src', 'cli', 'main.js') };
}

/** Workflow code whose decks record a marker of their build first. */
export function withMarker(code: string): string {
  const changed = code.replace(
    /(async function presentation\(input\) \{\n)/,
    "$1    (0, workflow_1.patched)('next-build');\n",
  );
  if (changed === code) throw new Error('the workflow code has no function presentation(input)');
  return changed;
}
