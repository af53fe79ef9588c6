import type { WorkflowInterceptors, WorkflowInternalsInterceptor } from '@temporalio/workflow';

type Activation = Parameters<NonNullable<WorkflowInternalsInterceptor['activate']>>[0]['activation'];
type Job = NonNullable<Activation['jobs']>[number];

/**
 * Part of every bundle. A query that had to wait for a worker is answered from all events so far, including those whose
 * workflow task has not started: the SDK (1.24) runs the workflow ahead of that task and keeps it there. If the task
 * then brings a message, the workflow handles it after those events, while a replay handles it before them. The replay
 * then issues other commands than the history has, and no worker can ever continue the run.
 *
 * Such a task is therefore failed once. Its next attempt starts from the history and handles everything in replay
 * order.
 */
export const interceptors = (): WorkflowInterceptors => ({ internals: [inTheOrderOfReplays()] });

/** Events per completed workflow task: its start, its completion, and the schedule of the next one. */
const EVENTS_OF_A_TASK = 3;

export function inTheOrderOfReplays(): WorkflowInternalsInterceptor {
  /** History size and length as of the latest task. The server sends them with each task, and the size always grows. */
  let size = 0;
  let length = 0;
  /** How far a query ran ahead, and the number of commands that the workflow issued meanwhile. */
  let ahead: { length: number; commands: number } | undefined;
  let running = false;

  const follow = ({ isReplaying, historyLength, historySizeBytes, jobs }: Activation): void => {
    const before = { size, length };
    size = Number(historySizeBytes ?? 0);
    length = historyLength ?? 0;
    running = !isReplaying && size > 0 && size === before.size && length > before.length;
    if (running) {
      ahead = { length, commands: ahead?.commands ?? 0 };
      return;
    }
    if (ahead === undefined || (size === before.size && length === before.length)) return;
    const { length: known, commands } = ahead;
    ahead = undefined;
    // Events before this task that no job reports. A task that completed in the meantime leaves more of them.
    const unreported = length - known - 1 - jobs!.filter(hasEvent).length;
    if (unreported < commands + EVENTS_OF_A_TASK) {
      throw new Error('a query ran this workflow ahead of its history; the workflow task restarts from the history');
    }
  };

  return {
    activate(input, next) {
      if (input.batchIndex === 0 && !input.activation.jobs!.every(isQuery)) follow(input.activation);
      next(input);
    },
    concludeActivation(input, next) {
      const output = next(input);
      if (running) ahead!.commands += output.commands.filter(({ respondToQuery }) => !respondToQuery).length;
      running = false;
      return output;
    },
  };
}

const isQuery = ({ queryWorkflow }: Job): boolean => queryWorkflow != null;
const hasEvent = ({ queryWorkflow, doUpdate }: Job): boolean => queryWorkflow == null && doUpdate == null;
