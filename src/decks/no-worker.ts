import { CliError, exitCodes } from '../cli/exit';
import { elapsed } from '../cli/terminal';

/** Nobody works on the queue, or whoever did has not answered within `waitedMs`. */
export function noWorker(taskQueue: string, seen?: number, waitedMs?: number): CliError {
  if (seen === undefined) {
    return new CliError(
      exitCodes.noAnswer,
      `No worker is polling the queue ${taskQueue}; start one with \`deck worker\`.`,
    );
  }
  return new CliError(
    exitCodes.noAnswer,
    `No worker of the queue ${taskQueue} answered within ${elapsed(waitedMs ?? 0)} (one was last seen ` +
      `${elapsed(Date.now() - seen)} ago); start one with \`deck worker\`.`,
  );
}
