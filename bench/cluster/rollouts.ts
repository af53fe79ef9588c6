import { join } from 'node:path';
import { nextBuild, type WorkerBuild } from './builds';
import type { Cluster } from './cluster';
import { routes } from './decks';
import { Deployment } from './deployments';
import type { Fault } from './faults';
import type { ReviewHold } from './review-hold';

/** Decks that wait in review while the workers are replaced. */
const HELD = 2;

type Behavior = 'pinned' | 'auto-upgrade';

/**
 * Replaces the workers by those of the next build, while decks wait in review. Pinned, a deck keeps its workers until
 * it ends; otherwise it continues under the next build.
 */
export function rollout(behavior: Behavior): Fault {
  return {
    name: `rolling update to the next build, ${behavior}`,
    async strike(cluster, decks) {
      const next = nextBuild(join(cluster.directory, `workers-${behavior}`), cluster.newest);
      const rolling = new Rolling(cluster, behavior);
      await rolling.replaceBy(cluster.newest);
      const held = decks.hold(HELD);
      await held.full;
      await rolling.replaceBy(next, held);
      await decks.alsoRun(routes.length);
      await rolling.endVersions(next);
      cluster.newest = next;
    },
  };
}

class Rolling {
  private readonly deployment: Deployment;
  private current: string | undefined;
  private count = 0;

  constructor(
    private readonly cluster: Cluster,
    private readonly behavior: Behavior,
  ) {
    this.deployment = new Deployment(cluster.temporal, cluster.settings.temporal.namespace);
  }

  async replaceBy(build: WorkerBuild, hold?: ReviewHold): Promise<void> {
    this.count += 1;
    const { behavior, deployment } = this;
    const version = `${build.name}-${this.count}`;
    const versioned = { ...build, versioning: { deployment: deployment.name, build: version, behavior } };
    const makeCurrent = async () => {
      await deployment.makeCurrent(version);
      hold?.release();
    };
    await (behavior === 'pinned' ? this.sideBySide(versioned, makeCurrent) : this.oneByOne(versioned, makeCurrent));
    this.current = version;
  }

  /** Back to workers without versions. */
  async endVersions(build: WorkerBuild): Promise<void> {
    await this.sideBySide(build, () => this.deployment.makeCurrent());
  }

  /** As a Kubernetes deployment with `maxSurge: 1` does. */
  private async oneByOne(build: WorkerBuild, afterFirst: () => Promise<void>): Promise<void> {
    for (const [at, worker] of [...this.cluster.workers()].entries()) {
      await this.cluster.startWorker(build);
      if (at === 0) await afterFirst();
      await this.cluster.retire(worker);
    }
  }

  /** The workers before stay until the decks that are pinned to them have ended. */
  private async sideBySide(build: WorkerBuild, makeCurrent: () => Promise<void>): Promise<void> {
    const before = [...this.cluster.workers()];
    await Promise.all(before.map(() => this.cluster.startWorker(build)));
    await makeCurrent();
    if (this.behavior === 'pinned' && this.current !== undefined) await this.deployment.drained(this.current);
    for (const worker of before) await this.cluster.retire(worker);
  }
}
