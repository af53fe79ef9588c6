import type { WorkerOptions } from '@temporalio/worker';
import type { Settings } from '../config';

/** Worker options for versioning; empty if it is disabled. */
export function deploymentOptions({
  worker: { versioning },
}: Settings): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  const { deployment: deploymentName, build: buildId, behavior } = versioning;
  if (deploymentName === null || buildId === null) return {};
  return {
    workerDeploymentOptions: {
      version: { deploymentName, buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: behavior === 'pinned' ? 'PINNED' : 'AUTO_UPGRADE',
    },
  };
}
