import { join } from 'node:path';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import { type DevServer, startDevServer } from '../../src/temporal';
import { inTheOrderOfReplays } from '../../workflows/ahead-of-history';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';

// Tasks that fail once are what this is about; the SDK would print each.
Runtime.install({ logger: new DefaultLogger('ERROR', () => {}) });

/** Found by random faults (seeds 1267 and 1273): both decks could not be replayed, one of them hung permanently. */
describe('a query that waited for a worker, and a decision made on its answer', () => {
  const RUNS = 4;
  let server: DevServer;
  let connection: Connection;
  beforeAll(async () => {
    server = await startDevServer({
      executable: process.env[TEST_TEMPORAL_EXECUTABLE]!,
      headless: true,
      namespaces: ['default'],
      searchAttributes: [],
      // Tasks reach the queues one by one, a second apart, as they do late on a busy server; queries need no such way.
      dynamicConfig: ['history.transferTaskBatchSize=1', 'history.transferProcessorMaxPollRPS=1'],
    });
    connection = await Connection.connect({ address: server.address });
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });

  /** The native client gives up after a few seconds, which a busy machine may need for two bundles at once. */
  async function connected(): Promise<NativeConnection> {
    for (;;) {
      const own = await NativeConnection.connect({ address: server.address }).catch(() => undefined);
      if (own !== undefined) return own;
    }
  }

  async function startWorker(options: Omit<WorkerOptions, 'connection'>): Promise<() => Promise<void>> {
    const own = await connected();
    const worker = await Worker.create({ connection: own, ...options });
    const ended = worker.run();
    return async () => {
      worker.shutdown();
      await ended;
      await own.close();
    };
  }

  /** Brings runs to their gate while a query waits for each, and decides as soon as one says that the gate is open. */
  async function decideEarly(name: string, workflowInterceptorModules: string[]) {
    const client = new Client({ connection });
    const workflowBundle = await bundleWorkflowCode({
      workflowsPath: join(__dirname, 'ahead-of-history', 'gated.ts'),
      workflowInterceptorModules,
      logger: new DefaultLogger('ERROR'),
    });
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stopWork = await startWorker({ taskQueue: `${name}-work`, activities: { work: () => released } });
    let stop = await startWorker({ taskQueue: name, workflowBundle });
    const handles = await Promise.all(
      Array.from({ length: RUNS }, (_, index) =>
        client.workflow.start('gated', { workflowId: `${name}-${index}`, taskQueue: name, args: [`${name}-work`] }),
      ),
    );
    await Promise.all(handles.map((handle) => until(async () => (await pendingOf(handle))?.state === STARTED)));
    await stop();

    const decided = handles.map(async (handle) => {
      await until(() => handle.query<boolean>('isOpen').catch(() => false));
      // One that is refused is made again, as a person or a program does.
      await until(() =>
        handle.executeUpdate('decide').then(
          () => true,
          () => false,
        ),
      );
    });
    await pause(1500);
    release();
    stop = await startWorker({ taskQueue: name, workflowBundle });
    await Promise.all(decided);
    // Without the interceptor some have no end: their worker cannot continue them.
    if (workflowInterceptorModules.length > 0) await Promise.all(handles.map((handle) => handle.result()));
    await stop();
    await stopWork();

    let unreplayable = 0;
    let failedTasks: string[] = [];
    for (const handle of handles) {
      const history = await handle.fetchHistory();
      const failed = history.events!.flatMap(
        ({ workflowTaskFailedEventAttributes: task }) => task?.failure?.message ?? [],
      );
      failedTasks = [...failedTasks, ...failed];
      await Worker.runReplayHistory({ workflowBundle }, history, handle.workflowId).catch(() => {
        unreplayable += 1;
      });
    }
    return { unreplayable, failedTasks };
  }

  it('leave no run that cannot be replayed; without the interceptor they do', async () => {
    const interceptor = join(__dirname, '..', '..', 'workflows', 'ahead-of-history.ts');
    const found = { bare: false, ours: false };
    // A busy machine may get to a query too late for it to run ahead: again until both have met one.
    for (let round = 1; !(found.bare && found.ours); round += 1) {
      const [bare, ours] = await Promise.all([
        decideEarly(`bare-${round}`, []),
        decideEarly(`ours-${round}`, [interceptor]),
      ]);
      expect(ours.unreplayable).toBe(0);
      found.bare ||= bare.unreplayable > 0;
      found.ours ||= ours.failedTasks.some((each) => each.startsWith('a query ran this workflow ahead of its history'));
    }
    expect(found).toEqual({ bare: true, ours: true });
  });
});

describe('what the interceptor takes for a task that a query ran ahead of', () => {
  const update = { doUpdate: {} };
  const signal = { signalWorkflow: {} };
  const resolved = { resolveActivity: {} };
  const query = { queryWorkflow: {} };
  interface Step {
    /** Events known, and the size of the history at the start of the newest task. */
    at: [length: number, size: number];
    jobs: object[];
    replays?: boolean;
    /** What the workflow asks for. */
    commands?: number;
  }

  function follow(steps: Step[]): string {
    const interceptor = inTheOrderOfReplays();
    for (const [
      index,
      {
        at: [historyLength, historySizeBytes],
        jobs,
        replays = false,
        commands = 0,
      },
    ] of steps.entries()) {
      const activation = { historyLength, historySizeBytes, jobs, isReplaying: replays } as never;
      try {
        interceptor.activate!({ activation, batchIndex: 0 }, () => {});
      } catch {
        return `failed at ${index}`;
      }
      const given = { commands: Array.from({ length: commands }, () => ({ startTimer: {} })) } as never;
      interceptor.concludeActivation!({ commands: [] } as never, () => given);
    }
    return 'taken';
  }

  const started: Step = { at: [3, 100], jobs: [{ initializeWorkflow: {} }], commands: 1 };
  const ranAhead: Step = { at: [8, 100], jobs: [resolved], commands: 2 };
  it.each<[string, Step[], string]>([
    ['a message at the task that has not begun', [ranAhead, { at: [9, 300], jobs: [update] }], 'failed at 2'],
    ['a signal that came before the task began', [ranAhead, { at: [10, 300], jobs: [signal] }], 'failed at 2'],
    ['many of them', [ranAhead, { at: [29, 300], jobs: Array(20).fill(signal) }], 'failed at 2'],
    ['a result that came before the task began', [ranAhead, { at: [10, 300], jobs: [resolved] }], 'failed at 2'],
    [
      'a message after a second query',
      [ranAhead, { at: [8, 100], jobs: [query] }, { at: [9, 300], jobs: [update] }],
      'failed at 3',
    ],
    [
      'more that a second query ran ahead over',
      [ranAhead, { at: [9, 100], jobs: [signal], commands: 1 }, { at: [10, 300], jobs: [update] }],
      'failed at 3',
    ],
    // Start, completion, two commands, a result, the schedule, and the start of the next.
    ['the task after the one that wrote it down', [ranAhead, { at: [15, 300], jobs: [resolved] }], 'taken'],
    ['a message in that one', [ranAhead, { at: [14, 300], jobs: [update] }], 'taken'],
    ['a question in the task itself', [ranAhead, { at: [9, 300], jobs: [query] }], 'taken'],
    [
      'a replay',
      [
        { at: [8, 100], jobs: [resolved], replays: true },
        { at: [9, 300], jobs: [update] },
      ],
      'taken',
    ],
    [
      'two parts of one task',
      [
        { at: [8, 200], jobs: [resolved] },
        { at: [8, 200], jobs: [resolved] },
      ],
      'taken',
    ],
    [
      'task after task',
      [
        { at: [8, 200], jobs: [resolved] },
        { at: [9, 300], jobs: [update] },
      ],
      'taken',
    ],
    [
      'a server that tells no size',
      [
        { at: [8, 0], jobs: [resolved] },
        { at: [9, 0], jobs: [update] },
      ],
      'taken',
    ],
  ])('%s', (_, steps, outcome) => {
    const sizeless = steps.every(({ at: [, size] }) => size === 0);
    expect(follow([sizeless ? { ...started, at: [3, 0] } : started, ...steps])).toBe(outcome);
  });
});

const STARTED = 2;
const pendingOf = async (handle: WorkflowHandle) => (await handle.describe()).raw.pendingActivities?.[0];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function until(fits: () => Promise<boolean>): Promise<void> {
  while (!(await fits())) await pause(50);
}
