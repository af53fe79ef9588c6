import type { coresdk, temporal } from '@temporalio/proto';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import type { Workflow, WorkflowCreateOptions } from '@temporalio/worker/lib/workflow/interface';

type Activation = coresdk.workflow_activation.IWorkflowActivation;
type Completion = coresdk.workflow_completion.IWorkflowActivationCompletion;
type History = temporal.api.history.v1.IHistory;

/** A history under the ids that it had. */
export interface Recorded {
  history: History;
  workflowId: string;
}

/** A workflow in the sandbox as a worker has it after a prefix, and the means to make another one like it. */
export interface Stand {
  workflow: Workflow;
  /** What core asked of it, which is all that it has seen of its history. */
  activations: readonly Activation[];
  /** The same workflow a second time, after the same activations. Their owner disposes of it. */
  again(runId: string, activations: readonly Activation[]): Promise<{ workflow: Workflow; completions: Completion[] }>;
}

export interface Replayed {
  /** Undefined where the prefix replays. */
  error: Error | undefined;
  activations: readonly Activation[];
}

/** Code in the sandbox that runs this long without an end runs forever: the time that the SDK gives it, three times. */
export const HUNG_MS = 15_000;

/** Mistakes of doctored code are expected here, and core prints each. */
export const quiet = (): void => void Runtime.install({ logger: new DefaultLogger('ERROR', () => {}) });

/**
 * Replays each history by one worker, real core and real sandbox, and hands over the workflow that core has brought to
 * the end of it, before it is disposed of.
 */
export async function replayEach<Cell extends Recorded>(
  code: string,
  cells: readonly Cell[],
  look: (cell: Cell, stand: Stand, ended: Replayed) => Promise<void> = async () => {},
  hungMs = HUNG_MS,
): Promise<Replayed[]> {
  const replayed = cells.map((): Replayed & { activations: Activation[] } => ({
    error: new Error('was not replayed'),
    activations: [],
  }));
  let next = 0;
  const looked: Promise<void>[] = [];

  class Watched extends Worker {
    protected static override async createWorkflowCreator(
      ...[bundle, options, logger]: Parameters<(typeof Worker)['createWorkflowCreator']>
    ) {
      // A replay worker waits forever for its code, for the sake of debuggers.
      const creator = await Worker.createWorkflowCreator(
        bundle,
        { ...options, isolateExecutionTimeoutMs: hungMs },
        logger,
      );
      const create = (options: WorkflowCreateOptions, runId = options.info.runId) =>
        creator.createWorkflow({
          ...options,
          info: { ...options.info, runId, unsafe: { ...options.info.unsafe } },
        });
      return {
        destroy: () => creator.destroy(),
        async createWorkflow(options: WorkflowCreateOptions): Promise<Workflow> {
          const cell = cells[next - 1]!;
          const mine = replayed[next - 1]!;
          const workflow = await create(options);
          const stand: Stand = {
            workflow,
            activations: mine.activations,
            async again(runId, activations) {
              const other = await create(options, runId);
              const completions: Completion[] = [];
              for (const activation of activations) completions.push(await other.activate(activation));
              return { workflow: other, completions };
            },
          };
          return {
            activate(activation) {
              mine.activations.push(activation);
              return workflow.activate(activation);
            },
            getAndResetSinkCalls: () => workflow.getAndResetSinkCalls(),
            async dispose() {
              const looking = look(cell, stand, mine);
              looked.push(looking);
              await looking.catch(() => undefined);
              await workflow.dispose();
            },
          };
        },
      };
    }
  }

  // One after the other: the next is requested when the one before has its outcome.
  function* histories() {
    for (const { history, workflowId } of cells) {
      next += 1;
      yield { history, workflowId };
    }
  }
  for await (const { error } of Watched.runReplayHistories({ workflowBundle: { code } }, histories())) {
    replayed[next - 1]!.error = error;
  }
  await Promise.all(looked);
  return replayed;
}
