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

/** Deeper inputs cannot be handed on: writing JSON goes by recursion. */
const DEEPEST_INPUT = 200;

/**
 * Part of every bundle, before all other interceptors: decides what a message means that cannot be read. An update is
 * refused, a query goes without its arguments, a signal reaches its handler as the mark alone, and a start fails.
 * Nothing here is `async`, since a turn more would change the order in which kept histories were written.
 */
export const interceptors = (): WorkflowInterceptors => ({ inbound: [readableMessages()] });

function readableMessages(): WorkflowInboundCallsInterceptor {
  let signals = 0;
  return {
    execute: (input, next) => {
      const fault = unreadableOf(input.args);
      const why = whyUnreadable(fault) ?? (isContinued() || !isTooDeep(input.args) ? undefined : TOO_DEEP);
      if (why === undefined) return next(withoutBadTrace(input));
      // Nobody can send the state of a running deck a second time: its task is retried until a worker can read it.
      if (isContinued()) return Promise.reject(new Error(why));
      return Promise.reject(ApplicationFailure.nonRetryable(`the input does not fit: ${why}`, 'InvalidInput'));
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
      // The validator has read it, so this is a replay by a worker that cannot: its task is retried.
      const why = whyUnreadable(unreadableOf(input.args));
      return why === undefined ? next(withoutBadTrace(input)) : Promise.reject(new Error(why));
    },
    handleQuery: (input, next) =>
      next(withoutBadTrace(unreadableOf(input.args) === undefined ? input : { ...input, args: [] })),
  };
}

const TOO_DEEP = `the message cannot be read: it is nested more than ${DEEPEST_INPUT} levels deep`;

const isContinued = () => workflowInfo().continuedFromExecutionRunId !== undefined;

/** The mark among the arguments; one that depends on keys goes first, as it has to be written down. */
function unreadableOf(args: readonly unknown[]): Unreadable | undefined {
  const marks = args.filter(isUnreadable);
  return marks.find(({ fault }) => fault !== undefined) ?? marks[0];
}

/**
 * The same mark at every replay, whatever keys the worker then has. Were a signal ignored today and read tomorrow, the
 * replay would take another way than the history.
 * @throws where another worker could read the signal: the task is retried until one can that is right.
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

/** Walked without recursion. */
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
    // Whoever sent it gets no trace; the message counts all the same.
  }
  return { ...input, headers };
}
