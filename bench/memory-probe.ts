import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

/**
 * Loaded with `--require` into a worker process and each of its threads: collects garbage and says what is left when the
 * parent asks. Workflows live in a thread of their own, whose heap no other thread can collect.
 */

/** What the process holds after its garbage was collected, in bytes. */
export interface Memory {
  rss: number;
  /** Used heap of all threads. */
  heap: number;
}

const CHANNEL = 'deck-bench-memory';
/** How long the threads may take to collect their garbage. */
const COLLECTING_MS = 1_500;

function collected(): number {
  // The second takes what finalizers of the first have let go.
  for (const _ of [1, 2]) globalThis.gc!();
  return process.memoryUsage().heapUsed;
}

const channel = new BroadcastChannel(CHANNEL);
channel.unref();

if (isMainThread) {
  const heaps = new Map<number, number>();
  channel.onmessage = (event: unknown) => {
    const { thread, heap } = (event as { data: { thread?: number; heap: number } }).data;
    if (thread !== undefined) heaps.set(thread, heap);
  };
  process.on('message', (message) => {
    if (message !== 'memory') return;
    heaps.clear();
    channel.postMessage({});
    heaps.set(threadId, collected());
    setTimeout(() => {
      const memory: Memory = {
        rss: process.memoryUsage.rss(),
        heap: [...heaps.values()].reduce((sum, heap) => sum + heap, 0),
      };
      process.send!(memory);
    }, COLLECTING_MS);
  });
} else {
  channel.onmessage = (event: unknown) => {
    if ((event as { data: { thread?: number } }).data.thread !== undefined) return;
    channel.postMessage({ thread: threadId, heap: collected() });
  };
}
