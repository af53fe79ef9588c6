import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkflowBundleWithSourceMap } from '@temporalio/worker';
import type { Settings } from '../src/config';
import { apiQueueOf, streamQueueOf } from '../src/core/queues';
import type { TemporalConnection } from '../src/temporal';
import type { NoOpActivities, noOp, Step } from './no-op-workflow';

export type Events = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>;

const activities: NoOpActivities = {
  noOp: async ({ resultBytes }) => 'x'.repeat(resultBytes),
};

let bundle: Promise<WorkflowBundleWithSourceMap> | undefined;
let runs = 0;

/** What the other side of a pair is: a worker as a deck's, with the same queues and limits, that does nothing. */
export interface NoOpWorker {
  /** One run with these steps. @returns milliseconds from its start until its result is here */
  run(steps: Step[]): Promise<number>;
  stop(): Promise<void>;
}

export async function startNoOpWorker(settings: Settings, temporal: TemporalConnection): Promise<NoOpWorker> {
  bundle ??= bundleWorkflowCode({
    workflowsPath: join(__dirname, 'no-op-workflow.js'),
    logger: new DefaultLogger('ERROR'),
  });
  const { concurrency, maxCachedWorkflows, stickyQueueScheduleToStartTimeout } = settings.worker;
  const taskQueue = `no-op-${process.pid}`;
  const { namespace } = settings.temporal;
  const shared = { connection: await temporal.native(), namespace, dataConverter: temporal.dataConverter };
  const callsOn = (queueOf: (queue: string) => string, maxConcurrentActivityTaskExecutions: number) =>
    Worker.create({ ...shared, taskQueue: queueOf(taskQueue), activities, maxConcurrentActivityTaskExecutions });
  const workers = await Promise.all([
    Worker.create({
      ...{ ...shared, taskQueue, maxCachedWorkflows, stickyQueueScheduleToStartTimeout },
      workflowBundle: await bundle,
      maxConcurrentWorkflowTaskExecutions: concurrency.workflowTasks,
    }),
    callsOn(apiQueueOf, concurrency.api),
    callsOn(streamQueueOf, concurrency.stream),
  ]);
  const ended = Promise.all(workers.map((worker) => worker.run()));
  return {
    async run(steps) {
      runs += 1;
      const began = performance.now();
      await temporal.client.workflow.execute<typeof noOp>('noOp', {
        taskQueue,
        workflowId: `no-op/${process.pid}/${runs}`,
        workflowTaskTimeout: settings.workflow.timeouts.workflowTask,
        args: [{ steps }],
      });
      return performance.now() - began;
    },
    async stop() {
      for (const worker of workers) worker.shutdown();
      await ended;
    },
  };
}

/** The steps of a deck's history, for a no-op workflow of the same shape. */
export function stepsOf(events: Events): Step[] {
  const results = new Map<number, number>();
  for (const { activityTaskCompletedEventAttributes: completed } of events) {
    if (completed) results.set(Number(completed.scheduledEventId), bytesOf(completed.result));
  }
  return events.flatMap((event): Step[] => {
    const { activityTaskScheduledEventAttributes: scheduled, timerStartedEventAttributes: timer } = event;
    if (scheduled) {
      const activity = scheduled.taskQueue?.name?.endsWith(streamQueueOf('')) ? 'stream' : 'api';
      const resultBytes = results.get(Number(event.eventId)) ?? 0;
      return [{ activity, argumentBytes: bytesOf(scheduled.input), resultBytes }];
    }
    if (timer) {
      const { seconds, nanos } = timer.startToFireTimeout!;
      return [{ timerMs: Number(seconds ?? 0) * 1000 + Number(nanos ?? 0) / 1e6 }];
    }
    const upserted = event.upsertWorkflowSearchAttributesEventAttributes;
    return upserted ? [{ attribute: `step ${event.eventId}` }] : [];
  });
}

export const activitiesIn = (steps: Step[]) => steps.filter((step) => 'activity' in step).length;

/** Nominal milliseconds of the timers: waiting for the service, not work of the pipeline. */
export const waitsIn = (steps: Step[]) => steps.reduce((sum, step) => sum + ('timerMs' in step ? step.timerMs : 0), 0);

function bytesOf(payloads: { payloads?: { data?: Uint8Array | null }[] | null } | null | undefined): number {
  return (payloads?.payloads ?? []).reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
}
