import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
 * A build with other workflow code, as the release after `former` would bring it: each run records a marker first, so that
 * its decks cannot continue under a former one.
 */
export function nextBuild(folder: string, former = today): WorkerBuild {
  const name = `next-${Number(former.name.split('-')[1] ?? 0) + 1}`;
  mkdirSync(folder);
  for (const entry of readdirSync(packageRoot)) {
    if (entry !== 'dist' && !entry.startsWith('.')) symlinkSync(join(packageRoot, entry), join(folder, entry));
  }
  const dist = join(dirname(former.main), '..', '..');
  cpSync(dist, join(folder, 'dist'), { recursive: true, filter: (path) => !/\.map$|-bundle\.js$/.test(path) });
  const code = basename(builtBundle('presentation', plainTraits).codePath);
  writeFileSync(join(folder, 'dist', code), withMarker(readFileSync(join(dist, code), 'utf8'), name));
  return { name, main: join(folder, 'dist', 'src', 'cli', 'main.js') };
}

/** Workflow code whose decks record a marker of their build first. */
export function withMarker(code: string, marker = 'next-1'): string {
  const changed = code.replace(
    /(async function presentation\(input\) \{\n)/,
    `$1    (0, workflow_1.patched)('${marker}');\n`,
  );
  if (changed === code) throw new Error('the workflow code has no function presentation(input)');
  return changed;
}
