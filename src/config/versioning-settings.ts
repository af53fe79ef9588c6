import { z } from 'zod';
import { section } from './fields';

/** Deployment and build stand joined by a dot in Temporal, so the first must have none. Kubernetes names have slashes. */
const deployment = z
  .string()
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9_/-]{0,99}$/, 'must be letters, digits, dashes, underscores or slashes');
const build = z.string().regex(/^[A-Za-z0-9._-]{1,100}$/, 'must be letters, digits, dots, dashes or underscores');

/** Temporal's worker deployments: which version of the workflow code a worker runs, and whether decks move to newer ones. */
export const versioningSettings = section({
  deployment: deployment.nullable().default(null),
  build: build.nullable().default(null),
  behavior: z.enum(['pinned', 'auto-upgrade']).default('pinned'),
}).refine((versioning) => (versioning.deployment === null) === (versioning.build === null), {
  path: ['build'],
  error: 'and worker.versioning.deployment are needed together',
});

/**
 * Laid over the settings: the build changes with every image, the settings do not. Temporal's Worker Controller sets
 * variables of these names in each Deployment that it makes.
 */
export const versioningVariables = {
  deployment: 'TEMPORAL_DEPLOYMENT_NAME',
  build: 'TEMPORAL_WORKER_BUILD_ID',
} as const;
