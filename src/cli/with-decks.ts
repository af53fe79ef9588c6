import { connectTemporal } from '../temporal';
import { Decks } from './decks';
import type { Invocation } from './invocation';

/** Connects for the time of one command. */
export async function withDecks<Result>(
  { settings }: Pick<Invocation, 'settings'>,
  work: (decks: Decks) => Promise<Result>,
): Promise<Result> {
  const cluster = await connectTemporal(settings);
  try {
    return await work(new Decks(cluster, settings));
  } finally {
    await cluster.close();
  }
}
