import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster';
import type { ClusterDecks } from './decks';
import type { Struck } from './effects';
import type { FaultKind } from './options';
import { partition } from './partitions';
import { rollout } from './rollouts';

/** Something that strikes a cluster while decks are under way, and is over when it is done. */
export interface Fault {
  name: string;
  strike(cluster: Cluster, decks: ClusterDecks): Promise<void>;
}

const killedRoles = [
  ...(['history', 'matching', 'frontend', 'worker'] as const),
  ...(['deck service', 'deck worker', 'object store'] as const),
];
const DOWN_MS = 500;

/** By the word of `--faults`. */
export const faults = {
  kills: [
    ...killedRoles.map((role) => ({
      name: `kill -9: ${role === 'worker' ? 'Temporal worker' : role}`,
      async strike(cluster: Cluster) {
        await cluster.kill(role);
        await delay(DOWN_MS);
        await cluster.startAgain(role);
      },
    })),
    {
      name: 'immediate restart: PostgreSQL',
      strike: (cluster: Cluster) => cluster.postgres.restartImmediately(),
    },
  ],
  partitions: [partition('heals'), partition('stays')],
  rollouts: [rollout('auto-upgrade'), rollout('pinned')],
} satisfies Record<FaultKind, readonly Fault[]>;

/** Faults that strike one after the other, while the caller runs decks. */
export class Striking {
  over = false;
  readonly struck: Promise<Struck[]>;

  constructor(
    all: readonly Fault[],
    cluster: Cluster,
    decks: ClusterDecks,
    private readonly onProgress: (line: string) => void = () => {},
  ) {
    this.struck = this.strike(all, cluster, decks);
    const isOver = () => {
      this.over = true;
    };
    this.struck.then(isOver, isOver);
  }

  private async strike(all: readonly Fault[], cluster: Cluster, decks: ClusterDecks): Promise<Struck[]> {
    const struck: Struck[] = [];
    for (const fault of all) {
      this.onProgress(fault.name);
      const from = Date.now();
      await fault.strike(cluster, decks);
      struck.push({ name: fault.name, from, to: Date.now() });
    }
    return struck;
  }
}
