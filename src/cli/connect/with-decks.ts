import { Decks } from '../../decks/decks';
import type { Invocation } from '../invocation/invocation';
import { withCluster } from './with-cluster';

/** The decks of the cluster that the settings name, for the time of one command. */
export function withDecks<Result>(
  { settings }: Pick<Invocation, 'settings'>,
  work: (decks: Decks) => Promise<Result>,
): Promise<Result> {
  return withCluster(settings, (cluster) => work(new Decks(cluster, settings)));
}
