import { measurePairs, type Paired, secondsOf } from './pairs';
import { decide, killed, type ProcessStack, startProcessStack } from './processes';
import { inReview, startDeck } from './stack';

/** What the SDK does by default (https://typescript.temporal.io/api/interfaces/worker.WorkerOptions). */
const STOCK = { stickyQueueScheduleToStartTimeout: '10s' };
const QUICK = { polling: { firstDelay: '50ms', steps: ['50ms'], cap: '100ms', floor: '10ms' } };
const REVIEWS = 20;

export async function recovery(): Promise<Paired[]> {
  return [await onProcesses(workerKilled), await onProcesses(serverKilled)];
}

async function onProcesses(measure: (stack: ProcessStack) => Promise<Paired>): Promise<Paired> {
  const stack = await startProcessStack();
  try {
    return await measure(stack);
  } finally {
    await stack.close();
  }
}

/** Kill -9 of the worker that has a deck in memory, until an approval is answered by the one that replaces it. */
async function workerKilled(stack: ProcessStack): Promise<Paired> {
  await stack.start('service', stack.configure('service'));
  const sideOf = async (name: string, worker: Record<string, unknown>) => {
    const configuration = stack.configure(name, { worker, workflow: QUICK, temporal: { taskQueue: name } });
    let process = await stack.start('worker', configuration);
    return async () => {
      const handle = await startDeck({ ...stack, ...configuration }, { title: 'A deck' });
      await inReview(handle);
      await killed(process);
      const seconds = await secondsOf(async () => {
        const next = stack.start('worker', configuration);
        await decide(handle);
        process = await next;
      });
      // The rest of the deck is not to be in the way of the other side.
      await handle.result();
      return seconds;
    };
  };
  return measurePairs(
    { name: 'killed worker until an approval is accepted, shipped / stock timeout', target: '≤ 0.35', unit: 's' },
    { ours: await sideOf('shipped', {}), other: await sideOf('stock', STOCK) },
  );
}

/** Kill -9 of Temporal while 20 decks are in review, from its restart until all of them are approved; over 2 s. */
async function serverKilled(stack: ProcessStack): Promise<Paired> {
  const configuration = stack.configure('shipped', { workflow: QUICK });
  await Promise.all([stack.start('service', configuration), stack.start('worker', configuration)]);
  return measurePairs(
    { name: `killed Temporal server until ${REVIEWS} reviews are approved / 2 s`, target: '≤ 1', unit: 's' },
    {
      async ours() {
        const start = () => startDeck({ ...stack, ...configuration }, { title: 'A deck' });
        const handles = await Promise.all(Array.from({ length: REVIEWS }, start));
        await Promise.all(handles.map((handle) => inReview(handle)));
        const seconds = await secondsOf(async () => {
          await stack.restartServer();
          await Promise.all(handles.map((handle) => decide(handle)));
        });
        await Promise.all(handles.map((handle) => handle.result()));
        return seconds;
      },
      other: 2,
    },
  );
}
