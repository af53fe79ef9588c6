/** Queues of short calls and of long ones stand beside the workflow's own, under names derived from it. */
export const apiQueueOf = (workflowQueue: string) => `${workflowQueue}-api`;
export const streamQueueOf = (workflowQueue: string) => `${workflowQueue}-stream`;
