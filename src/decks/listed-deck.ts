import type { WorkflowExecutionInfo } from '@temporalio/client';
import { defineSearchAttributeKey, type SearchAttributeType } from '@temporalio/common';
import { channelIn } from '../core/deck-id';
import {
  PresentationAttention,
  PresentationDesignId,
  PresentationReviewDue,
  PresentationSource,
  PresentationStage,
  PresentationTaskId,
  PresentationUid,
  PresentationWaitingSince,
  type SearchAttribute,
} from '../core/search-attributes';
import type { ExecutionHealth } from '../temporal/execution-health';

/** A run of a deck in the server's lists. */
export interface ListedDeck {
  workflowId: string;
  runId: string;
  /** The first run of the deck, which continues in others; known of a single deck only. */
  firstRunId?: string;
  status: string;
  taskQueue: string;
  /** Absent if this process does not have the key to decrypt it. */
  title?: string;
  uid?: string;
  /** The channel in the id; absent if the id has none. */
  channel?: string;
  stage?: string;
  /** Of a complete deck: as in its result. */
  openPrompts?: number;
  /** The failure type that parked it. */
  attention?: string;
  /** Source, such as `title`. */
  source?: string;
  /** Review deadline. */
  reviewDue?: string;
  /** Since when a person has to act. */
  waitingSince?: string;
  taskId?: number;
  designId?: number;
  startedAt: string;
  closedAt?: string;
  /** Set if something fails in a running deck; requires a separate request. */
  execution?: ExecutionHealth;
}

type Listed = Pick<
  WorkflowExecutionInfo,
  'workflowId' | 'runId' | 'status' | 'taskQueue' | 'memo' | 'startTime' | 'typedSearchAttributes'
> & { closeTime?: Date | undefined };

export function listedDeck(info: Listed): ListedDeck {
  const { workflowId, runId, status, taskQueue, memo, startTime, closeTime, typedSearchAttributes } = info;
  const attribute = <Type extends SearchAttributeType>({ name, type }: SearchAttribute<Type>) =>
    typedSearchAttributes.get(defineSearchAttributeKey(name, type));
  const facts = {
    title: memo?.title,
    openPrompts: memo?.openPrompts,
    uid: attribute(PresentationUid),
    channel: channelIn(workflowId) || undefined,
    stage: attribute(PresentationStage),
    attention: attribute(PresentationAttention),
    source: attribute(PresentationSource),
    reviewDue: (attribute(PresentationReviewDue) as Date | undefined)?.toISOString(),
    waitingSince: (attribute(PresentationWaitingSince) as Date | undefined)?.toISOString(),
    taskId: attribute(PresentationTaskId),
    designId: attribute(PresentationDesignId),
  };
  return {
    workflowId,
    runId,
    status: status.name,
    taskQueue,
    ...(Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<ListedDeck>),
    startedAt: startTime.toISOString(),
    ...(closeTime === undefined ? {} : { closedAt: closeTime.toISOString() }),
  };
}
