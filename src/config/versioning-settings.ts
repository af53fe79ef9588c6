import { z } from 'zod';
import { section } from './fields';

/** No dots, because Temporal joins deployment and build by a dot. Kubernetes names contain slashes. */
const deployment = z
  .string()
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9_/-]{0,99}$/, 'must be letters, digits, dashes, underscores or slashes');
const build = z.string().regex(/^[A-Za-z0-9._-]{1,100}$/, 'must be letters, digits, dots, dashes or underscores');

/** Temporal's worker deployments. */
export const versioningSettings = section({
  deployment: deployment.nullable().default(null),
  build: build.nullable().default(null),
  behavior: z.enum(['pinned', 'auto-upgrade']).default('pinned'),
}).refine((versioning) => (versioning.deployment === null) === (versioning.build === null), {
  path: ['build'],
  error: 'and worker.versioning.deployment must be set together',
});

/**
 * Variables that override the settings, because the build changes with every image. Temporal's Worker Controller sets them
 * in each Deployment that it creates.
 */
export const versioningVariables = {
  deployment: 'TEMPORAL_DEPLOYMENT_NAME',
  build: 'TEMPORAL_WORKER_BUILD_ID',
} as const;
