import { temporal } from '@temporalio/proto';
import { given } from '../core/given';
import type { TemporalConnection } from './connection';

const { EventType, WorkflowTaskFailedCause } = temporal.api.enums.v1;
type Failure = temporal.api.failure.v1.IFailure;
type Event = temporal.api.history.v1.IHistoryEvent;

/** Few small pages, because messages of any size may have arrived since the failure. */
const PAGE = 10;
const MAX_PAGES = 3;
const MAX_LENGTH = 300;

/**
 * Why a deck's workflow task fails. The server's description only counts the failures; the history contains the first of
 * consecutive failures near its end.
 */
export async function lastStepFailure(
  { client, connection }: Pick<TemporalConnection, 'client' | 'connection'>,
  execution: { workflowId: string; runId?: string },
  read: (failure: Failure) => Promise<Error | undefined>,
): Promise<string | undefined> {
  let nextPageToken: Uint8Array | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response = await connection.workflowService.getWorkflowExecutionHistoryReverse({
      namespace: client.options.namespace,
      execution,
      maximumPageSize: PAGE,
      ...given({ nextPageToken }),
    });
    for (const event of response.history?.events ?? []) {
      // Failures before the last completed workflow task are resolved.
      if (event.eventType === EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED) return undefined;
      const why = await reasonOf(event, read);
      if (why !== undefined) return why;
    }
    if (!response.nextPageToken?.length) return undefined;
    nextPageToken = response.nextPageToken;
  }
  return undefined;
}

async function reasonOf(event: Event, read: (failure: Failure) => Promise<Error | undefined>) {
  if (event.eventType === EventType.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT) return 'its worker did not complete it in time';
  const failed = event.workflowTaskFailedEventAttributes;
  if (failed == null) return undefined;
  const message = failed.failure == null ? '' : ((await read(failed.failure))?.message ?? '');
  const line = (message.split('\n', 1)[0] ?? '').trim();
  return line === '' ? causeWords(failed.cause) : line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}

/** `WORKFLOW_TASK_FAILED_CAUSE_BAD_SEARCH_ATTRIBUTES` as `bad search attributes`. */
function causeWords(cause: temporal.api.enums.v1.WorkflowTaskFailedCause | null | undefined): string {
  const name = WorkflowTaskFailedCause[cause ?? 0] ?? '';
  return name.replace('WORKFLOW_TASK_FAILED_CAUSE_', '').toLowerCase().replaceAll('_', ' ');
}
