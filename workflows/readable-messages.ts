import type { Headers } from '@temporalio/common';
import {
  ApplicationFailure,
  defaultPayloadConverter,
  patched,
  type WorkflowInboundCallsInterceptor,
  type WorkflowInterceptors,
  workflowInfo,
} from '@temporalio/workflow';
import { faultsOfKeys, isUnreadable, type Unreadable, unreadableHere, whyUnreadable } from '../src/core/unreadable';

/** Deeper inputs cannot be passed on, because serializing JSON recurses. */
const DEEPEST_INPUT = 200;

/**
 * Part of every bundle, before all other interceptors: handles messages that cannot be read. An update is rejected, a
 * query runs without arguments, a signal reaches its handler as the mark alone, and a start fails. Nothing here is
 * `async`, because an extra event-loop turn would change the command order of recorded histories.
 */
export const interceptors = (): WorkflowInterceptors => ({ inbound: [readableMessages()] });

function readableMessages(): WorkflowInboundCallsInterceptor {
  let signals = 0;
  return {
    execute: (input, next) => {
      const fault = unreadableOf(input.args);
      const why = whyUnreadable(fault) ?? (isContinued() || !isTooDeep(input.args) ? undefined : TOO_DEEP);
      if (why === undefined) return next(withoutBadTrace(input));
      // The carried state cannot be sent again, so the workflow task is retried until a worker can read it.
      if (isContinued()) return Promise.reject(new Error(why));
      return Promise.reject(ApplicationFailure.nonRetryable(`invalid input: ${why}`, 'InvalidInput'));
    },
    handleSignal: (input, next) => {
      signals += 1;
      let fault: Unreadable | undefined;
      try {
        fault = settled(unreadableOf(input.args), signals);
      } catch (error) {
        return Promise.reject(error);
      }
      return next(withoutBadTrace(fault === undefined ? input : { ...input, args: [fault] }));
    },
    validateUpdate: (input, next) => {
      const why = whyUnreadable(unreadableOf(input.args));
      if (why !== undefined) throw new Error(why);
      next(withoutBadTrace(input));
    },
    handleUpdate: (input, next) => {
      // The validator could read it, so this is a replay on a worker that cannot. The workflow task is retried.
      const why = whyUnreadable(unreadableOf(input.args));
      return why === undefined ? next(withoutBadTrace(input)) : Promise.reject(new Error(why));
    },
    handleQuery: (input, next) =>
      next(withoutBadTrace(unreadableOf(input.args) === undefined ? input : { ...input, args: [] })),
  };
}

const TOO_DEEP = `the message cannot be read: it is nested more than ${DEEPEST_INPUT} levels deep`;

const isContinued = () => workflowInfo().continuedFromExecutionRunId !== undefined;

/** The mark among the arguments. One that depends on keys comes first, because it has to be recorded. */
function unreadableOf(args: readonly unknown[]): Unreadable | undefined {
  const marks = args.filter(isUnreadable);
  return marks.find(({ fault }) => fault !== undefined) ?? marks[0];
}

/**
 * The same mark at every replay, whatever keys the worker has. If a signal were ignored at first and readable later,
 * the replay would diverge from the history.
 * @throws if another worker could read the signal, so that the workflow task is retried until one can
 */
function settled(found: Unreadable | undefined, signal: number): Unreadable | undefined {
  const name = (fault: string) => `unreadable-signal-${signal}-${fault}`;
  if (!workflowInfo().unsafe.isReplaying) {
    if (found?.fault !== undefined) patched(name(found.fault));
    return found;
  }
  const recorded = faultsOfKeys.find((fault) => patched(name(fault)));
  if (recorded !== undefined) return unreadableHere(recorded);
  if (found?.fault !== undefined) throw new Error(whyUnreadable(found));
  return found;
}

function isTooDeep(args: readonly unknown[]): boolean {
  let level: unknown[] = [...args];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST_INPUT) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

/** Header of the tracing interceptors, which throw at one that they cannot read. */
const TRACE = '_tracer-data';

function withoutBadTrace<Input extends { headers: Headers }>(input: Input): Input {
  const { [TRACE]: trace, ...headers } = input.headers;
  if (trace === undefined) return input;
  try {
    const carried: unknown = defaultPayloadConverter.fromPayload(trace);
    if (typeof carried === 'object' && carried !== null) return input;
  } catch {
    // The sender gets no trace, but the message counts.
  }
  return { ...input, headers };
}
