import { join } from 'node:path';
import type { Settings } from '../config';
import { packageRoot } from '../io/package-root';

/** The workflow code that a worker loads: of decks, and of the service's jobs. */
export const programs = ['presentation', 'jobs'] as const;
export type Program = (typeof programs)[number];

/** What is part of a sandbox's code, and so of its bundle: how its failures are written, and what traces it. */
export interface BundleTraits {
  encrypted: boolean;
  traced: boolean;
}

export const plainTraits: BundleTraits = { encrypted: false, traced: false };

/** Every combination, each built once by `npm run build`; the plain one is the smallest and loads quickest. */
export const allTraits: readonly BundleTraits[] = [
  plainTraits,
  { encrypted: true, traced: false },
  { encrypted: false, traced: true },
  { encrypted: true, traced: true },
];

/** Pre-built workflow code, of this package unless another one's folder is named. */
export function builtBundle(
  program: Program,
  { encrypted, traced }: BundleTraits,
  root: string = packageRoot,
): { codePath: string } {
  const name = [program, ...(encrypted ? ['encrypted'] : []), ...(traced ? ['traced'] : []), 'bundle.js'].join('-');
  return { codePath: join(root, 'dist', name) };
}

/** The code that goes with the settings. */
export function bundleFor(program: Program, settings: Settings, root?: string): { codePath: string } {
  const { encryption, telemetry } = settings;
  return builtBundle(program, { encrypted: encryption.enabled, traced: telemetry.traces.endpoint !== null }, root);
}
