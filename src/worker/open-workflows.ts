import type { Client, WorkflowExecutionInfo } from '@temporalio/client';

/** The workflow types of the presentation worker. A record, so that the compiler reports a missing one. */
const types: Record<keyof typeof import('../../workflows'), true> = {
  presentation: true,
  presentationBatch: true,
  exportDesign: true,
  notification: true,
  scheduledPresentation: true,
};
export const workflowTypes = Object.keys(types) as (keyof typeof types)[];
export type WorkflowType = (typeof workflowTypes)[number];

export interface OpenFilter {
  /** Workflows of other task queues belong to other workers. */
  taskQueue: string;
  types?: readonly WorkflowType[];
  /** An additional list filter of Temporal. */
  query?: string;
}

export function openQuery({ taskQueue, types: wanted = workflowTypes, query }: OpenFilter): string {
  return [
    "ExecutionStatus = 'Running'",
    `TaskQueue = '${taskQueue}'`,
    `WorkflowType IN (${wanted.map((type) => `'${type}'`).join(', ')})`,
    ...(query === undefined ? [] : [`(${query})`]),
  ].join(' AND ');
}

/** An open run, as listed by the server. */
export type OpenWorkflow = Pick<WorkflowExecutionInfo, 'workflowId' | 'runId' | 'type'>;

/** Newest first. Temporal's list is eventually consistent. */
export async function openWorkflows(lists: Client, filter: OpenFilter): Promise<OpenWorkflow[]> {
  const found: OpenWorkflow[] = [];
  for await (const { workflowId, runId, type } of lists.workflow.list({ query: openQuery(filter), pageSize: 500 })) {
    found.push({ workflowId, runId, type });
  }
  return found;
}

/** Picks `count` items deterministically at even distances, including the first and the last. */
export function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (count >= items.length) return [...items];
  if (count <= 1) return items.slice(0, count);
  const step = (items.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, at) => items[Math.round(at * step)]!);
}
