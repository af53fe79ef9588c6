import type { WorkflowInterceptors, WorkflowInternalsInterceptor } from '@temporalio/workflow';

type Activation = Parameters<NonNullable<WorkflowInternalsInterceptor['activate']>>[0]['activation'];
type Job = NonNullable<Activation['jobs']>[number];

/**
 * Part of every bundle. A query that had to wait for a worker is answered from all events that are there by then, also
 * from those whose workflow task has not begun: the SDK (1.24) runs the workflow ahead of it and keeps it so. When that
 * task brings a message, the workflow takes the message after those events. A replay takes it before them, finds other
 * commands than the history has, and no worker can ever go on with the run.
 *
 * So such a task is failed, once. Its next attempt begins from the history and takes everything in the order of a replay.
 */
export const interceptors = (): WorkflowInterceptors => ({ internals: [inTheOrderOfReplays()] });

/** Events of a task that has ended: its start, its completion, and the schedule of the next one. */
const EVENTS_OF_A_TASK = 3;

export function inTheOrderOfReplays(): WorkflowInternalsInterceptor {
  /** Of the newest task: the size of the history is told at the start of each one, and grows from one to the next. */
  let size = 0;
  let length = 0;
  /** How far a query ran ahead, and what the workflow has asked for by then. */
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
    // What happened before this task began, and no job tells of. A task that was completed meanwhile left more.
    const untold = length - known - 1 - jobs!.filter(hasEvent).length;
    if (untold < commands + EVENTS_OF_A_TASK) {
      throw new Error('a query ran this workflow ahead of its history: the task begins again from the history');
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
