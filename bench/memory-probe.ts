import { BroadcastChannel, isMainThread } from 'node:worker_threads';

/**
 * Loaded with `--require` into a worker process and each of its threads: collects garbage, and says how many bytes the
 * process holds then, when the parent asks. Workflows live in a thread of their own, whose heap no other can collect.
 */

/** How long the threads may take to collect their garbage. */
const COLLECTING_MS = 1_500;

const channel = new BroadcastChannel('deck-bench-memory');
channel.unref();

const collect = () => {
  // The second takes what finalizers of the first have let go.
  for (const _ of [1, 2]) globalThis.gc!();
};

if (isMainThread) {
  process.on('message', (message) => {
    if (message !== 'memory') return;
    channel.postMessage('collect');
    collect();
    setTimeout(() => process.send!(process.memoryUsage.rss()), COLLECTING_MS);
  });
} else {
  channel.onmessage = collect;
}
