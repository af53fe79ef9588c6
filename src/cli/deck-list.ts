import { isGrpcServiceError, type WorkflowExecutionInfo } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import {
  PresentationAttention,
  PresentationDesignId,
  PresentationStage,
  PresentationTaskId,
  PresentationUid,
} from '../../workflows/search-attributes';
import { PRESENTATION } from '../presentation/messages';
import type { TemporalConnection } from '../temporal';
import { CliError, exitCodes } from './exit';

export interface ListedDeck {
  workflowId: string;
  runId: string;
  status: string;
  title?: string;
  uid?: string;
  stage?: string;
  /** Why it waits for help. */
  attention?: string;
  taskId?: number;
  designId?: number;
  startedAt: string;
  closedAt?: string;
}

export interface DeckFilter {
  stage?: string;
  uid?: string;
  attention: boolean;
  limit: number;
}

const LIST_MS = 15_000;
const GRPC_INVALID_ARGUMENT = 3;

/** Decks by their search attributes, newest first; the server's list may be a moment behind. */
export async function listDecks({ client, connection }: TemporalConnection, filter: DeckFilter): Promise<ListedDeck[]> {
  const decks: ListedDeck[] = [];
  try {
    await connection.withDeadline(Date.now() + LIST_MS, async () => {
      for await (const info of client.workflow.list({
        query: queryOf(filter),
        pageSize: Math.min(filter.limit, 200),
      })) {
        decks.push(listed(info));
        if (decks.length >= filter.limit) break;
      }
    });
  } catch (error) {
    const cause = isGrpcServiceError(error) ? error : (error as Error).cause;
    if (!isGrpcServiceError(cause) || cause.code !== GRPC_INVALID_ARGUMENT) throw error;
    throw new CliError(
      exitCodes.failure,
      `The server cannot search for decks (${cause.details}); a worker registers the search attributes: start one with \`deck worker\`.`,
    );
  }
  return decks;
}

function queryOf({ stage, uid, attention }: DeckFilter): string {
  const conditions = [
    `WorkflowType = '${PRESENTATION}'`,
    ...(stage === undefined ? [] : [`${PresentationStage.name} = '${stage}'`]),
    ...(uid === undefined ? [] : [`${PresentationUid.name} = '${uid}'`]),
    ...(attention ? [`${PresentationAttention.name} IS NOT NULL`, `ExecutionStatus = 'Running'`] : []),
  ];
  return conditions.join(' AND ');
}

function listed(info: WorkflowExecutionInfo): ListedDeck {
  const { workflowId, runId, status, memo, startTime, closeTime, typedSearchAttributes } = info;
  const attribute = (name: string, type: 'KEYWORD' | 'INT') =>
    typedSearchAttributes.get(
      type === 'INT' ? defineSearchAttributeKey(name, 'INT') : defineSearchAttributeKey(name, 'KEYWORD'),
    );
  const facts = {
    title: memo?.title,
    uid: attribute(PresentationUid.name, 'KEYWORD'),
    stage: attribute(PresentationStage.name, 'KEYWORD'),
    attention: attribute(PresentationAttention.name, 'KEYWORD'),
    taskId: attribute(PresentationTaskId.name, 'INT'),
    designId: attribute(PresentationDesignId.name, 'INT'),
  };
  return {
    workflowId,
    runId,
    status: status.name,
    ...(Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<ListedDeck>),
    startedAt: startTime.toISOString(),
    ...(closeTime === undefined ? {} : { closedAt: closeTime.toISOString() }),
  };
}
