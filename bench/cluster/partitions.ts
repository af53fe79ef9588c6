import { setTimeout as delay } from 'node:timers/promises';
import { temporal as proto } from '@temporalio/proto';
import { endpointNames, endpointOf } from '../../src/contract';
import { PRESENTATION } from '../../src/core/messages';
import type { Cluster } from './cluster';
import type { Fault } from './faults';

const { PENDING_ACTIVITY_STATE_STARTED } = proto.api.enums.v1.PendingActivityState;

/** Beyond the heartbeat timeout: for the calls to be repeated by other workers. */
const BEYOND_MS = 10_000;
const BUSY_WITHIN_MS = 60_000;
const paidCalls: readonly string[] = endpointNames.filter((name) => {
  const { retry } = endpointOf(name);
  return retry === 'create' || retry === 'generate';
});

/**
 * Loses every packet between the first worker and Temporal, from within a paid call on, for longer than the heartbeat
 * timeout. The worker still reaches the service. When the network is back, the worker must get calls again.
 */
export function partition(end: 'heals' | 'stays'): Fault {
  return {
    name:
      end === 'heals' ? 'partition: a worker from Temporal' : 'partition: a worker from Temporal, until it is killed',
    async strike(cluster) {
      const worker = cluster.workers()[0]!;
      const { heartbeat, heartbeatPaid } = cluster.settings.workflow.timeouts;
      await duringPaidCall(cluster, worker.child!.pid);
      worker.line!.partition();
      await delay(Math.max(heartbeat, heartbeatPaid) + BEYOND_MS);
      if (end === 'heals') {
        worker.line!.heal();
        return duringPaidCall(cluster, worker.child!.pid);
      }
      await cluster.kill('deck worker');
      worker.line!.heal();
      await cluster.startAgain('deck worker');
    },
  };
}

/** Resolves when the worker makes a paid call that it has received from now on. */
async function duringPaidCall({ temporal }: Cluster, pid: number): Promise<void> {
  const query = `WorkflowType = "${PRESENTATION}" AND ExecutionStatus = "Running"`;
  const since = Date.now();
  while (Date.now() < since + BUSY_WITHIN_MS) {
    for await (const { workflowId } of temporal.client.workflow.list({ query })) {
      const { raw } = await temporal.client.workflow.getHandle(workflowId).describe();
      const calls = raw.pendingActivities ?? [];
      const isThere = calls.some(
        ({ state, lastWorkerIdentity, lastStartedTime, activityType }) =>
          Number(lastStartedTime?.seconds ?? 0) * 1000 > since &&
          state === PENDING_ACTIVITY_STATE_STARTED &&
          lastWorkerIdentity?.startsWith(`${pid}@`) &&
          paidCalls.includes(activityType?.name ?? ''),
      );
      if (isThere) return;
    }
  }
  throw new Error(`the worker ${pid} makes no paid call`);
}
