import { counted } from '../base/text/counted';
import { elapsed } from '../base/text/elapsed';
import { given } from '../core/given';
import type { TemporalConnection } from '../temporal';
import { isGone, lastPoll } from '../temporal/pollers';
import type { ListedDeck } from './listed-deck';

/** A task queue with open decks that no worker polls. */
export interface UnpolledQueue {
  taskQueue: string;
  /** Open decks among those that were looked at. */
  decks: number;
  /** When a worker last polled (epoch ms); absent if the server remembers none. */
  seen?: number;
}

/** The task queues of running decks that no worker polls. An old server that does not say is left out. */
export async function unpolledQueues(
  { client, connection }: TemporalConnection,
  decks: readonly ListedDeck[],
): Promise<UnpolledQueue[]> {
  const { namespace } = client.options;
  const running = decks.filter(({ status }) => status === 'RUNNING');
  const queues = [...new Set(running.map(({ taskQueue }) => taskQueue))];
  const found = await Promise.all(
    queues.map(async (taskQueue): Promise<UnpolledQueue[]> => {
      const seen = await lastPoll(connection, namespace, taskQueue).catch(() => Date.now());
      if (!isGone(seen)) return [];
      const count = running.filter((deck) => deck.taskQueue === taskQueue).length;
      return [{ taskQueue, decks: count, ...given({ seen }) }];
    }),
  );
  return found.flat();
}

/** `3 open decks wait: no worker polls the task queue presentation (the last one did 2 min 05 s ago)`. */
export function unpolledSentence({ taskQueue, decks, seen }: UnpolledQueue): string {
  const wait = `${counted(decks, 'open deck')} ${decks === 1 ? 'waits' : 'wait'}`;
  const since = seen === undefined ? '' : ` (the last one did ${elapsed(Date.now() - seen)} ago)`;
  return `${wait}: no worker polls the task queue ${taskQueue}${since}`;
}
