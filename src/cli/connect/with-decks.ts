import type { Decks } from '../../decks/decks';
import type { Invocation } from '../invocation/invocation';
import { withCluster } from './with-cluster';

/** Opens the decks of the configured cluster for the duration of one command. */
export async function withDecks<Result>(
  { settings }: Pick<Invocation, 'settings'>,
  work: (decks: Decks) => Promise<Result>,
): Promise<Result> {
  const { Decks } = await import('../../decks/decks.js');
  return withCluster(settings, (cluster) => work(new Decks(cluster, settings)));
}
