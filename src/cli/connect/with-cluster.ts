import type { Settings } from '../../config';
import type { TemporalConnection } from '../../temporal';

/** Connects to the Temporal server for the duration of one command. */
export async function withCluster<Result>(
  settings: Settings,
  work: (cluster: TemporalConnection) => Promise<Result>,
): Promise<Result> {
  const { connectTemporal } = await import('../../temporal/index.js');
  const cluster = await connectTemporal(settings);
  try {
    return await work(cluster);
  } finally {
    await cluster.close();
  }
}
