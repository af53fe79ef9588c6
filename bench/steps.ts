import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { settingsSchema } from '../src/config/settings';
import { connectTemporal, findTemporalExecutable } from '../src/temporal';
import { ChildServer } from '../src/temporal/child-server';
import { accepts, freePorts } from '../src/temporal/ports';
import { activitiesIn, type NoOpWorker, startNoOpWorker, stepsOf, waitsIn } from './no-op';
import type { Step } from './no-op-workflow';
import { measurePairs, type Paired } from './pairs';
import { benchDirectory, benchServer, type LocalStack, runDeck, startLocalStack } from './stack';

/** Decks, or no-op workflows, one after another, in one measurement. */
const RUNS = 3;

/** Long enough that a job is done when it is first asked about: every deck has the same steps. */
export const ASKED_ONCE = {
  polling: { firstDelay: '500ms', steps: ['500ms'], cap: '500ms', floor: '10ms', jitter: 0 },
  review: { mode: 'off' },
  onFailure: 'fail',
};

/**
 * Milliseconds a step of a deck, without what the service takes for itself (its answers, and the waits for its
 * jobs), over a step of a workflow that does nothing, with the same activities, timers, attributes and payloads on the
 * same server.
 */
export async function stepCost(): Promise<Paired> {
  const stack = await startLocalStack({ workflow: ASKED_ONCE }, {}, { durable: true });
  const other = await startNoOpWorker(stack.settings, stack.temporal);
  const service = serviceTime();
  try {
    const steps = await stepsOfDeck(stack);
    return await measurePairs(
      { name: 'pipeline step without service time / no-op step', target: '≤ 1.20', unit: 'ms' },
      {
        ours: async () => {
          let ms = 0;
          let activities = 0;
          for (let run = 0; run < RUNS; run += 1) {
            service.take();
            const deck = await runDeck(stack, { title: 'Cost of a step' });
            const own = stepsOf((await deck.handle.fetchHistory()).events ?? []);
            ms += deck.ms - service.take() - waitsIn(own);
            activities += activitiesIn(own);
          }
          return ms / activities;
        },
        other: () => stepOf(other, steps),
      },
    );
  } finally {
    service.close();
    await other.stop();
    await stack.close();
  }
}

/**
 * What the service takes for itself, as its HTTP server in this process sees it: from the head of each request until
 * the last byte of the answer was handed over, streams and files included. Requests of one deck do not overlap.
 */
function serviceTime() {
  const began = new WeakMap<object, number>();
  let ms = 0;
  const start = (message: unknown) => {
    began.set((message as { response: object }).response, performance.now());
  };
  const finish = (message: unknown) => {
    ms += performance.now() - (began.get((message as { response: object }).response) ?? Number.NaN);
  };
  subscribe('http.server.request.start', start);
  subscribe('http.server.response.finish', finish);
  return {
    /** Milliseconds since it was last asked. */
    take(): number {
      const taken = ms;
      ms = 0;
      return taken;
    },
    close() {
      unsubscribe('http.server.request.start', start);
      unsubscribe('http.server.response.finish', finish);
    },
  };
}

/** The steps of a deck, which is not measured. */
export async function stepsOfDeck(stack: LocalStack): Promise<Step[]> {
  // The jobs of the first deck are slower, so they are polled more often.
  await runDeck(stack, { title: 'The first deck' });
  const { handle } = await runDeck(stack, { title: 'Shape of a deck' });
  return stepsOf((await handle.fetchHistory()).events ?? []);
}

async function stepOf(worker: NoOpWorker, steps: Step[]): Promise<number> {
  let ms = 0;
  for (let run = 0; run < RUNS; run += 1) ms += (await worker.run(steps)) - waitsIn(steps);
  return ms / RUNS / activitiesIn(steps);
}

/** Steps that need nothing of the service: ten activities, as large as those of a deck. */
const TEN: Step[] = Array.from({ length: 10 }, () => ({ activity: 'api', argumentBytes: 100, resultBytes: 500 }));

/** The embedded server as `deck dev` starts it, on disk, over `temporal server start-dev` as it comes, in memory. */
export async function embeddedServer(): Promise<Paired> {
  const directory = benchDirectory();
  const shipped = await benchServer({ dbFile: join(directory, 'temporal.db') });
  const stock = await stockServer();
  const [ours, other] = [await noOpsOn(shipped.address), await noOpsOn(stock.address)];
  try {
    return await measurePairs(
      { name: 'step on the embedded Temporal server, shipped / stock settings', target: '≤ 0.14', unit: 'ms' },
      { ours: () => stepOf(ours.worker, TEN), other: () => stepOf(other.worker, TEN) },
    );
  } finally {
    for (const { close } of [ours, other]) await close();
    for (const { stop } of [shipped, stock]) await stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function stockServer(): Promise<{ address: string; stop(): Promise<void> }> {
  const { path: executable } = await findTemporalExecutable();
  const [port] = await freePorts('127.0.0.1', 1);
  const child = await ChildServer.start(executable, [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--headless', '--log-level', 'error'],
  ]);
  while (!(await accepts('127.0.0.1', port!, 200))) await Promise.race([delay(50), child.failure()]);
  return { address: `127.0.0.1:${port}`, stop: () => child.stop('SIGKILL') };
}

async function noOpsOn(address: string): Promise<{ worker: NoOpWorker; close(): Promise<void> }> {
  const settings = settingsSchema.parse({ temporal: { mode: 'existing', address } });
  const temporal = await connectTemporal(settings);
  const worker = await startNoOpWorker(settings, temporal);
  const close = async () => {
    await worker.stop();
    await temporal.close();
  };
  return { worker, close };
}
