import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TemporalConnection } from '../../src/temporal';

const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 500;

/** A worker deployment, as an operator directs it with `temporal worker deployment`. */
export class Deployment {
  readonly name = `decks-${randomUUID().slice(0, 8)}`;

  constructor(
    private readonly temporal: TemporalConnection,
    private readonly namespace: string,
  ) {}

  /**
   * Sends new decks, and those that are free to move, to a build; without a build, to workers without versions. The server
   * hears of a version and of all its queues from its workers, and refuses until then.
   */
  async makeCurrent(build = ''): Promise<void> {
    const { connection } = this.temporal;
    const request = { namespace: this.namespace, deploymentName: this.name, buildId: build, identity: 'bench' };
    for (const end = Date.now() + WITHIN_MS; ; await delay(LOOK_EVERY_MS)) {
      try {
        return void (await connection.workflowService.setWorkerDeploymentCurrentVersion(request));
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  /** Resolves when no open deck is pinned to the build. Lists may lag behind, so two must agree. */
  async drained(build: string): Promise<void> {
    const query = `TemporalWorkerDeploymentVersion = "${this.name}:${build}" AND ExecutionStatus = "Running"`;
    for (let empty = 0; empty < 2; await delay(2 * LOOK_EVERY_MS)) {
      const { count } = await this.temporal.client.workflow.count(query).catch(() => ({ count: 1 }));
      empty = count === 0 ? empty + 1 : 0;
    }
  }
}
