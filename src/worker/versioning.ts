import type { WorkerOptions } from '@temporalio/worker';
import type { Settings } from '../config';

/** What a worker says of its version to the server; nothing where versioning is off. */
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
