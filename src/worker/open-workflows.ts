import type { Client, WorkflowExecutionInfo } from '@temporalio/client';

/** The workflow types of the presentation worker: the compiler counts them. */
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
  /** Only workflows on this queue: those of other queues are run by other workers. */
  taskQueue: string;
  types?: readonly WorkflowType[];
  /** A list filter in the server's words, on top of the others. */
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

/** A run that is open, as the server's list has it. */
export type OpenWorkflow = Pick<WorkflowExecutionInfo, 'workflowId' | 'runId' | 'type'>;

/** Newest first; the server's list may be a moment behind. */
export async function openWorkflows(lists: Client, filter: OpenFilter): Promise<OpenWorkflow[]> {
  const found: OpenWorkflow[] = [];
  for await (const { workflowId, runId, type } of lists.workflow.list({ query: openQuery(filter), pageSize: 500 })) {
    found.push({ workflowId, runId, type });
  }
  return found;
}

/** So many of them, evenly spread and the same each time, the first and the last included. */
export function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (count >= items.length) return [...items];
  if (count <= 1) return items.slice(0, count);
  const step = (items.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, at) => items[Math.round(at * step)]!);
}
