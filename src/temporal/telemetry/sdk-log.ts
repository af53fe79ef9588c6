import type { Logger as SdkLogger } from '@temporalio/common';
import type { Logger } from 'pino';
import { rustReason } from '../../base/text/rust-reason';

/** Warnings about an intended setup: each queue has either workflows or activities. */
const EXPECTED = /^No (workflows|activities) registered/;

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error';

/**
 * Forwards the logs of the SDK, workflows and activities to the project's log. The SDK's own info lines, such as state
 * changes of a worker, become debug lines. Lines of workflows and activities keep their level.
 */
export function sdkLogger(log: Logger): SdkLogger {
  const at =
    (own: Level, sdks: Level = own) =>
    (message: string, meta: Record<string, unknown> = {}): void => {
      const ownCode = meta.sdkComponent === 'workflow' || meta.sdkComponent === 'activity';
      const level = EXPECTED.test(message) ? 'debug' : ownCode ? own : sdks;
      if (log.isLevelEnabled(level)) log[level](fieldsOf(meta), forPeople(message));
    };
  const levels = {
    TRACE: at('trace'),
    DEBUG: at('debug', 'trace'),
    INFO: at('info', 'debug'),
    WARN: at('warn'),
    ERROR: at('error'),
  };
  return {
    log: (level, message, meta) => levels[level](message, meta),
    trace: levels.TRACE,
    debug: levels.DEBUG,
    info: levels.INFO,
    warn: levels.WARN,
    error: levels.ERROR,
  };
}

/** SDK fields under the project's names; undefined omits a field. */
const RENAMED: Record<string, string | undefined> = {
  sdkComponent: 'part',
  workflowRunId: 'runId',
  activityType: 'activity',
  error: 'err',
  trace_id: 'traceId',
  span_id: undefined,
  trace_flags: undefined,
  // A secret: anyone who has it can complete the activity.
  taskToken: undefined,
  isLocal: undefined,
};

/** Fields common to all lines: deck and uid in addition to the SDK's IDs. */
function fieldsOf(meta: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(meta)) {
    const renamed = name in RENAMED ? RENAMED[name] : name;
    if (renamed !== undefined && value !== undefined) fields[renamed] = value;
  }
  fields.part ??= 'sdk';
  if (typeof fields.err === 'string') fields.err = rustReason(fields.err);
  return { ...deckFields(fields.workflowId), ...fields };
}

/** One sentence instead of `gRPC call poll_workflow_task_queue retried 7 times`. */
function forPeople(message: string): string {
  const [, call, attempts] = /^gRPC call (\w+) retried (\d+) times$/.exec(message) ?? [];
  return call === undefined
    ? message
    : `The Temporal server did not respond to ${call} in ${attempts} attempts; retrying.`;
}

/** `deck` (`<uid>/<request>`, as commands take it) and `uid` of a workflow that is a deck. */
export function deckFields(workflowId: unknown): { deck?: string; uid?: string } {
  const [, deck, uid] = /^presentation\/(([^/]+)\/.+)$/.exec(String(workflowId ?? '')) ?? [];
  return deck === undefined || uid === undefined ? {} : { deck, uid };
}
