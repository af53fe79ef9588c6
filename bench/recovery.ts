import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { PRESENTATION, type PresentationProgress } from '../src/core/messages';
import { decide } from './open-reviews';
import { measurePairs, type Paired } from './pairs';
import { type Configuration, killed, type ProcessStack, startProcessStack } from './processes';

/** What the SDK does by default (https://typescript.temporal.io/api/interfaces/worker.WorkerOptions). */
const STOCK = { stickyQueueScheduleToStartTimeout: '10s' };
const QUICK = { polling: { firstDelay: '50ms', steps: ['50ms'], cap: '100ms', floor: '10ms' } };
const REVIEWS = 20;

let started = 0;

async function openReview({ temporal }: ProcessStack, { settings }: Configuration): Promise<WorkflowHandle> {
  started += 1;
  const request = `r${started}`;
  const handle = await temporal.client.workflow.start(PRESENTATION, {
    taskQueue: settings.temporal.taskQueue,
    workflowId: `presentation/bench/${request}`,
    workflowTaskTimeout: settings.workflow.timeouts.workflowTask,
    args: [{ uid: 'bench', request, title: `Deck ${request}` }],
  });
  const asked = () => handle.query<PresentationProgress>('progress').then(({ review }) => review !== undefined);
  // A worker that has just started may be late with its first task, which the server then calls failed.
  while (!(await asked().catch(() => false))) await delay(50);
  return handle;
}

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
}

/** Kill -9 of the worker that has a deck in memory, until an approval is answered by the one that replaces it. */
export async function workerKilled(): Promise<Paired> {
  const stack = await startProcessStack();
  const sideOf = async (name: string, worker: Record<string, unknown>) => {
    const configuration = stack.configure(name, { worker, workflow: QUICK, temporal: { taskQueue: name } });
    let process = await stack.start('worker', configuration);
    return async () => {
      const handle = await openReview(stack, configuration);
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
  try {
    await stack.start('service', stack.configure('service'));
    return await measurePairs(
      {
        name: 'killed worker until an approval is accepted, shipped / stock timeout',
        target: '≤ 0.35',
        unit: 's',
      },
      { ours: await sideOf('shipped', {}), other: await sideOf('stock', STOCK) },
    );
  } finally {
    await stack.close();
  }
}

/** Kill -9 of Temporal while 20 decks are in review, from its restart until all of them are approved; over 2 s. */
export async function serverKilled(): Promise<Paired> {
  const stack = await startProcessStack();
  try {
    const configuration = stack.configure('shipped', { workflow: QUICK });
    await Promise.all([stack.start('service', configuration), stack.start('worker', configuration)]);
    return await measurePairs(
      { name: `killed Temporal server until ${REVIEWS} reviews are approved / 2 s`, target: '≤ 1', unit: 's' },
      {
        async ours() {
          const handles = await Promise.all(Array.from({ length: REVIEWS }, () => openReview(stack, configuration)));
          const seconds = await secondsOf(async () => {
            await stack.restartServer();
            await Promise.all(handles.map((handle) => decide(handle)));
          });
          await Promise.all(handles.map((handle) => handle.result()));
          return seconds;
        },
        other: async () => 2,
      },
    );
  } finally {
    await stack.close();
  }
}
