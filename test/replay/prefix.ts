import type { temporal } from '@temporalio/proto';
import { ask, type Fault, type Seen, send } from './prefix-point';
import { HUNG_MS, type Recorded, replayEach } from './prefix-worker';

type History = temporal.api.history.v1.IHistory;

/** The beginning of a history. */
export interface Prefix extends Recorded {
  name: string;
  /** Events that it holds. */
  events: number;
}

export interface Found extends Fault {
  name: string;
  events: number;
}

export interface Figures {
  prefixes: number;
  /** Prefixes after which everything was sent. */
  sentTo: number;
  deliveries: number;
  found: Found[];
}

export interface Extent {
  hungMs?: number;
  /** Every query is made everywhere, but a step gets some messages only; megabytes go to one of all. */
  thin?: boolean;
  /** Messages for this handler alone. */
  only?: string;
}
/** In a thin run: of the messages that a handler could use, and of those of which it can use nothing. */
const ONE_IN = { fitting: 3, shape: 8 };

/** Every beginning that a worker can be given, from the first step on: a question may come at any event. */
export function prefixesOf(name: string, { history, workflowId }: Recorded): Prefix[] {
  const all = history.events!;
  const first = all.findIndex((event) => event.workflowTaskStartedEventAttributes) + 1;
  if (first === 0) return [];
  return all
    .slice(first - 1)
    .map((_, more) => ({ name, workflowId, events: first + more, history: beginning(history, first + more) }));
}

function beginning({ events }: History, length: number): History {
  return { events: events!.slice(0, length) };
}

/** Replays the prefixes, asks everything after each, and sends everything once for each step of the workflow. */
export async function replayPrefixes(
  code: string,
  prefixes: readonly Prefix[],
  { hungMs = HUNG_MS, thin = false, only }: Extent = {},
): Promise<Figures> {
  const seen: Seen = { deliveries: 0, faults: [] };
  const found: Found[] = [];
  const sentTo = new Set<string>();
  const heavyAt = new Set<string>();
  const replayed = await replayEach(
    code,
    prefixes,
    async ({ name, events }, stand, { activations }) => {
      const own: Seen = { deliveries: 0, faults: [] };
      await ask(stand, own);
      const step = `${name} ${activations.length}`;
      if (!sentTo.has(step)) {
        sentTo.add(step);
        const turn = sentTo.size;
        let heavy: boolean | undefined;
        await send(stand, own, (message, number, progress) => {
          if (only !== undefined && message.name !== only) return false;
          if (message.heavy) {
            const owner = thin ? 'one of all' : name;
            heavy ??= progress?.review !== undefined && !heavyAt.has(owner);
            if (heavy) heavyAt.add(owner);
            return heavy;
          }
          const oneIn = thin ? ONE_IN[message.shape ? 'shape' : 'fitting'] : 1;
          return number % oneIn === turn % oneIn;
        });
      }
      seen.deliveries += own.deliveries;
      found.push(...own.faults.map((fault) => ({ name, events, ...fault })));
    },
    hungMs,
  );
  replayed.forEach(({ error }, index) => {
    const { name, events } = prefixes[index]!;
    if (error !== undefined) found.push({ name, events, delivery: 'replay', fault: error.message });
  });
  return { prefixes: prefixes.length, sentTo: sentTo.size, deliveries: seen.deliveries, found };
}
