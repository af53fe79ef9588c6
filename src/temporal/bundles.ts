import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config';
import { packageRoot } from '../io/package-root';

/** The workflow code that a worker loads: of decks, and of the service's jobs. */
export const programs = ['presentation', 'jobs'] as const;
export type Program = (typeof programs)[number];

/** What is part of a sandbox's code, and so of its bundle. */
export interface BundleTraits {
  traced: boolean;
}

export const plainTraits: BundleTraits = { traced: false };

/** Each built once by `npm run build`; the plain one is the smaller and loads quicker. */
export const allTraits: readonly BundleTraits[] = [plainTraits, { traced: true }];

/** Pre-built workflow code, of this package unless another one's folder is named. */
export function builtBundle(program: Program, { traced }: BundleTraits, root: string = packageRoot): PathBundle {
  return { codePath: join(root, 'dist', `${program}${traced ? '-traced' : ''}-bundle.js`) };
}

/** The code that goes with the settings, for a replay: it writes nothing. */
export function replayedBundle(program: Program, { telemetry }: Settings, root?: string): PathBundle {
  return builtBundle(program, { traced: telemetry.traces.endpoint !== null }, root);
}

interface PathBundle {
  codePath: string;
}
export type Bundle = PathBundle | { code: string };

/** The code that goes with the settings; with encryption, it writes failures as workflows/failures.ts says. */
export function bundleFor(program: Program, settings: Settings): Bundle {
  const built = replayedBundle(program, settings);
  if (!settings.encryption.enabled) return built;
  // On the first line, so that the source map still fits.
  return { code: `var __encodeFailures = true; ${readFileSync(built.codePath, 'utf8')}` };
}
