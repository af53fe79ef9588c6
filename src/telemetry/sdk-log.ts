import type { Logger as SdkLogger } from '@temporalio/common';
import type { Logger } from 'pino';

/** Warnings about what is meant to be so: each queue has either workflows or activities. */
const EXPECTED = /^No (workflows|activities) registered/;

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error';

/**
 * The SDK's log, and that of workflows and activities, in the project's log. What the SDK itself calls information (a
 * worker changes its state) is detail to an operator of decks; what a workflow says stays at its level.
 */
export function sdkLogger(log: Logger): SdkLogger {
  const at =
    (own: Level, sdks: Level = own) =>
    (message: string, meta: Record<string, unknown> = {}): void => {
      const spoken = meta.sdkComponent === 'workflow' || meta.sdkComponent === 'activity';
      const level = EXPECTED.test(message) ? 'debug' : spoken ? own : sdks;
      if (log.isLevelEnabled(level)) log[level](fieldsOf(meta), message);
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

/** The SDK's names for things that have a name here; undefined leaves them out. */
const RENAMED: Record<string, string | undefined> = {
  sdkComponent: 'part',
  workflowRunId: 'runId',
  activityType: 'activity',
  error: 'err',
  trace_id: 'traceId',
  span_id: undefined,
  trace_flags: undefined,
  // Lets whoever has it answer for the activity.
  taskToken: undefined,
  isLocal: undefined,
};

/** The fields that all lines have in common: deck and uid beside the SDK's own ids. */
function fieldsOf(meta: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(meta)) {
    const renamed = name in RENAMED ? RENAMED[name] : name;
    if (renamed !== undefined && value !== undefined) fields[renamed] = value;
  }
  fields.part ??= 'sdk';
  return { ...deckFields(fields.workflowId), ...fields };
}

/** `deck` (`<uid>/<request>`, as commands take it) and `uid` of a workflow that is a deck. */
export function deckFields(workflowId: unknown): { deck?: string; uid?: string } {
  const [, deck, uid] = /^presentation\/(([^/]+)\/.+)$/.exec(String(workflowId ?? '')) ?? [];
  return deck === undefined || uid === undefined ? {} : { deck, uid };
}
