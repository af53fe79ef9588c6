import { join } from 'node:path';
import { releasedBuild, today, type WorkerBuild } from './builds';
import type { Cluster } from './cluster';
import { routes } from './decks';
import { Deployment } from './deployments';
import type { Fault } from './faults';
import type { ReviewHold } from './review-hold';

/** Decks that wait in review while the workers are replaced. */
const HELD = 2;

type Behavior = 'pinned' | 'auto-upgrade';

/**
 * Replaces today's workers by those of release 0.1.0, and those by today's again, while decks wait in review. A deck that
 * began under today's code cannot continue under the earlier: pinned, it keeps its workers until it ends; otherwise it
 * waits until today's are back.
 */
export function rollout(behavior?: Behavior): Fault {
  const mode = behavior ?? 'no versions';
  return {
    name: `rolling update to 0.1.0 and back, ${mode}`,
    async strike(cluster, decks) {
      const released = releasedBuild(join(cluster.directory, `workers-0.1.0-${behavior ?? 'plain'}`));
      const rolling = new Rolling(cluster, behavior);
      if (behavior !== undefined) await rolling.replaceBy(today);
      const first = decks.hold(HELD);
      await first.full;
      await rolling.replaceBy(released, first);
      const second = decks.hold(HELD);
      // All others may be waiting for today's workers.
      const during = decks.alsoRun(routes.length);
      await second.full;
      await rolling.replaceBy(today, second);
      await during;
      if (behavior !== undefined) await rolling.endVersions();
    },
  };
}

class Rolling {
  private readonly deployment: Deployment;
  private current: string | undefined;
  private count = 0;

  constructor(
    private readonly cluster: Cluster,
    private readonly behavior: Behavior | undefined,
  ) {
    this.deployment = new Deployment(cluster.temporal, cluster.settings.temporal.namespace);
  }

  async replaceBy(build: WorkerBuild, hold?: ReviewHold): Promise<void> {
    this.count += 1;
    const { behavior, deployment } = this;
    if (behavior === undefined) return this.oneByOne(build, async () => hold?.release());
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
  async endVersions(): Promise<void> {
    await this.sideBySide(today, () => this.deployment.makeCurrent());
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
