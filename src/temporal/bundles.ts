import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/io/package-root';
import type { Settings } from '../config';

/** Workflow code by worker: decks, and jobs of the embedded service. */
export const programs = ['presentation', 'jobs'] as const;
export type Program = (typeof programs)[number];

/** Options that change the code of a bundle. */
export interface BundleTraits {
  traced: boolean;
}

export const plainTraits: BundleTraits = { traced: false };

/** `npm run build` builds one bundle for each. The plain one is smaller and loads faster. */
export const allTraits: readonly BundleTraits[] = [plainTraits, { traced: true }];

/** Prebuilt workflow code of this package or of the one at `root`. */
export function builtBundle(program: Program, { traced }: BundleTraits, root: string = packageRoot): PathBundle {
  return { codePath: join(root, 'dist', `${program}${traced ? '-traced' : ''}-bundle.js`) };
}

/** The bundle for a replay, which does not encode failures. */
export function replayedBundle(program: Program, { telemetry }: Settings, root?: string): PathBundle {
  return builtBundle(program, { traced: telemetry.traces.endpoint !== null }, root);
}

interface PathBundle {
  codePath: string;
}
export type Bundle = PathBundle | { code: string };

/** The bundle for the settings. With encryption, it encodes failures (workflows/failures.ts). */
export function bundleFor(program: Program, settings: Settings): Bundle {
  const built = replayedBundle(program, settings);
  if (!settings.encryption.enabled) return built;
  // On the first line, so that the source map stays valid.
  return { code: `var __encodeFailures = true; ${readFileSync(built.codePath, 'utf8')}` };
}
